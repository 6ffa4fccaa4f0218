import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { translatorFor } from '#locales/both.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`undoing a cancellation on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app)
    })

    const getTwinUnitName = (at: number) => desk.kind('twin').units[at]!.name
    const readRooms = async (code: string) =>
      (await desk.callOk('getDeskStay', { code })).rooms.map(
        ({ status, parts }: { status: string; parts: { unit_name: string | null }[] }) => [status, parts[0]!.unit_name],
      )
    const cancel = (code: string, overrides: object = {}) =>
      desk.callOk('cancelStayByStaff', { code, fee: 'none', ...overrides })
    const undoCancellation = (code: string, operation_id: number) =>
      desk.call('undoCancellation', { code, operation_id })

    test('restores rooms, units and the payment status, removes the message of the cancellation, and emails the guest in their language (OFF-267)', async () => {
      for (const language of ['en', 'bn'] as const) {
        const { t } = translatorFor(language)
        const email = `group-${language}@guest.example`
        const { code } = await desk.book('Group', 20, 22, { slug: 'twin', at: [0, 1], email, language })
        await desk.callOk('takePayment', { code, amount: 1000, method: 'cash' })
        const { operation_id, answer } = await cancel(code, { message: 'The lift is broken.' })
        assert.equal(answer, 'The lift is broken.')
        assert.deepEqual(await readRooms(code), [
          ['cancelled', null],
          ['cancelled', null],
        ])
        const { status, body } = await undoCancellation(code, operation_id)
        assert.equal(status, 200, JSON.stringify(body))
        assert.deepEqual([body.status, body.answer, body.payment_status], ['confirmed', '', 'partially_paid'])
        assert.deepEqual(await readRooms(code), [
          ['confirmed', getTwinUnitName(0)],
          ['confirmed', getTwinUnitName(1)],
        ])
        const emails = (await readEmailsTo(app, email)).map((message) => message.header('subject'))
        assert.deepEqual(emails.slice(-2), [
          t('mail.cancelled_subject', { code }),
          t('mail.reinstated_subject', { code }),
        ])
        assert.equal((await undoCancellation(code, operation_id)).status, 409)
        await assertBooksConsistent(app.db)
        await assertMoneyConsistent(app.db)
        await cancel(code)
      }
    })

    test('restores a stay of several rooms whose cancellation has a single log entry (OFF-267)', async () => {
      const { code } = await desk.book('Group', 40, 41, { slug: 'twin', at: [0, 1] })
      const { operation_id } = await cancel(code)
      const { history } = await desk.callOk('getBookingRecord', { code })
      assert.equal(history.filter(({ what }: { what: string }) => what === 'booking cancelled').length, 1)
      assert.equal((await undoCancellation(code, operation_id)).status, 200)
      const historyAfter = (await desk.callOk('getBookingRecord', { code })).history
      assert.deepEqual(
        historyAfter.map(({ what }: { what: string }) => what),
        ['stay booked by staff', 'booking cancelled', 'cancellation undone'],
      )
    })

    test('affects only the rooms that nobody has used: a room that was slept in stays on the bill (OFF-379)', async () => {
      const stay = await desk.book('Lena', 0, 2, { slug: 'twin', at: [0], email: 'lena@guest.example' })
      const { price, id: room } = desk.kind('twin')
      const readFirstRoom = async () => (await desk.callOk('getDeskStay', { code: stay.code })).rooms[0]
      const { booking, version } = await readFirstRoom()
      await desk.callOk('checkGuestIn', { booking, version, anyway: true })
      const [from, to] = [app.day(7), app.day(9)]
      await desk.callOk('addRooms', { code: stay.code, from, to, rooms: [{ room, adults: 1 }] })
      await desk.callOk('takePayment', { code: stay.code, amount: 4 * price, method: 'cash' })
      app.clock.advance(2 * DAY_MS)
      await desk.callOk('checkGuestOut', { booking, version: (await readFirstRoom()).version })
      app.clock.advance(DAY_MS)
      assert.equal((await desk.callOk('getBookingRecord', { code: stay.code })).cancel_fee, 0)
      const { operation_id } = await cancel(stay.code, { fee: 'agreed' })
      assert.deepEqual(
        (await readRooms(stay.code)).map(([status]: [string]) => status),
        ['checked_out', 'cancelled'],
      )
      const { costs, owed } = await desk.callOk('getBill', { code: stay.code })
      assert.deepEqual([costs, owed], [2 * price, -2 * price])
      const email = (await readEmailsTo(app, 'lena@guest.example')).at(-1)!
      assert.ok(email.header('subject')!.includes(stay.code))
      await assertBooksConsistent(app.db)
      await assertMoneyConsistent(app.db)
      assert.equal((await undoCancellation(stay.code, operation_id)).status, 200)
      assert.deepEqual(
        (await readRooms(stay.code)).map(([status]: [string]) => status),
        ['checked_out', 'confirmed'],
      )
    })

    test('is rejected if the nights or units are taken, or after the time limit (OFF-267)', async () => {
      const { code } = await desk.book('Anna', 50, 52, { slug: 'family', at: [0] })
      const { operation_id } = await cancel(code)
      const otherStay = await desk.book('Wei', 51, 53, { slug: 'family', at: [0] })
      const undoResponse = await undoCancellation(code, operation_id)
      assert.equal(undoResponse.status, 409)
      assert.deepEqual((await readRooms(code))[0][0], 'cancelled')
      const { operation_id: otherOperationId } = await cancel(otherStay.code)
      assert.equal((await undoCancellation(code, otherOperationId)).status, 404, 'an operation on another stay')
      assert.equal((await undoCancellation(code, operation_id)).status, 200)
      assert.equal((await undoCancellation(otherStay.code, otherOperationId)).status, 409)
      const lateStay = await desk.book('Late', 60, 61)
      const cancellation = await cancel(lateStay.code)
      app.clock.advance(11 * 60_000)
      assert.equal((await undoCancellation(lateStay.code, cancellation.operation_id)).status, 409)
      assert.equal((await desk.call('undoOperation', { operation_id: cancellation.operation_id })).status, 409)
      await assertBooksConsistent(app.db)
    })

    test('is not possible for other operations, and emails the guest even if the desk undoes the operation (OFF-267)', async () => {
      const stay = await desk.book('Sultana', 70, 71, { email: 'sultana@guest.example' })
      const { operation_id: partyOperationId } = await desk.callOk('changeParty', {
        booking: stay.booking,
        version: stay.version,
        adults: 1,
        children: 0,
      })
      assert.equal((await undoCancellation(stay.code, partyOperationId)).status, 404)
      const { operation_id } = await cancel(stay.code)
      await desk.callOk('undoOperation', { operation_id })
      const emails = (await readEmailsTo(app, 'sultana@guest.example')).map((message) => message.header('subject'))
      assert.equal(emails.at(-1), translatorFor('en').t('mail.reinstated_subject', { code: stay.code }))
    })
  })
}
