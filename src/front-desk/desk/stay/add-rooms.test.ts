import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { openDesk, type BookedStay } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`adding rooms to a stay on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app, 'owner')
    })

    const createRoom = (slug: string, overrides: object = {}) => ({ room: desk.kind(slug).id, adults: 1, ...overrides })
    const createRoomForm = (
      { code }: Pick<BookedStay, 'code'>,
      from: number,
      to: number,
      rooms: object[],
      overrides: object = {},
    ) => ({
      code,
      from: app.day(from),
      to: app.day(to),
      rooms,
      ...overrides,
    })
    const readStay = (code: string) => desk.callOk('getDeskStay', { code })
    const readStatuses = async (code: string) =>
      (await readStay(code)).rooms.map(({ status }: { status: string }) => status)

    test('turns a stay of one room into a stay of several with the same reference and bill, and undoes it (OFF-266)', async () => {
      const lenasStay = await desk.book('Lena', 20, 22, { email: 'lena@guest.example' })
      await desk.callOk('takePayment', { code: lenasStay.code, amount: 100, method: 'cash' })
      await app.deliverEmails()
      const unit = desk.kind('twin').units[0]!
      const form = createRoomForm(
        lenasStay,
        20,
        23,
        [createRoom('twin', { unit: unit.id, adults: 2 }), createRoom('single', { price: 3000 })],
        {
          notify_guest: true,
        },
      )
      const { operation_id } = await desk.callOk('addRooms', form)
      const { rooms } = await readStay(lenasStay.code)
      assert.deepEqual(
        rooms.map(({ status, adults, parts }: ListedRoom) => [
          status,
          adults,
          parts[0]!.from,
          parts[0]!.to,
          parts[0]!.unit_name,
        ]),
        [
          ['confirmed', 1, app.day(20), app.day(22), null],
          ['confirmed', 2, app.day(20), app.day(23), unit.name],
          ['confirmed', 1, app.day(20), app.day(23), null],
        ],
      )
      const costs = 2 * desk.kind('single').price + 3 * desk.kind('twin').price + 9000
      const bill = await desk.callOk('getBill', { code: lenasStay.code })
      assert.deepEqual([bill.costs, bill.owed], [costs, costs - 100])
      const bookingRecord = await desk.callOk('getBookingRecord', { code: lenasStay.code })
      assert.deepEqual([bookingRecord.adult, bookingRecord.name, bookingRecord.total], [4, 'Lena', costs])
      const emails = await readEmailsTo(app, 'lena@guest.example')
      assert.equal(emails.length, 1)
      assert.match(emails[0]!.text, new RegExp(lenasStay.code))
      const log = await desk.callOk('getLog', { subject: `booking ${lenasStay.code}`, action: 'room added to a stay' })
      assert.equal(log.data.length, 2)
      await assertBooksConsistent(app.db)
      await assertMoneyConsistent(app.db)

      await desk.callOk('undoOperation', { operation_id })
      assert.deepEqual(await readStatuses(lenasStay.code), ['confirmed', 'cancelled', 'cancelled'])
      assert.equal((await desk.callOk('getBill', { code: lenasStay.code })).costs, 2 * desk.kind('single').price)
      assert.equal(
        (await desk.callOk('getBookingRecord', { code: lenasStay.code })).room_name,
        bookingRecord.room_name.split(',')[0].replace(/^\d+\s*×\s*/u, ''),
      )
      await assertBooksConsistent(app.db)
      await assertMoneyConsistent(app.db)
    })
    interface ListedRoom {
      status: string
      adults: number
      parts: { from: string; to: string; unit_name: string | null }[]
    }

    test('reports errors by field and books nothing, and rejects rooms for an ended stay (OFF-266)', async () => {
      const minasStay = await desk.book('Mina', 30, 31)
      await desk.book('Full', 30, 31, { slug: 'family', at: [0] })
      const assertRefused = async (form: object, ...fields: string[]) => {
        const { status, body } = await desk.call('addRooms', form)
        assert.deepEqual([status, Object.keys(body.errors)], [422, fields], JSON.stringify(body))
      }
      await assertRefused(createRoomForm(minasStay, 30, 31, [createRoom('family', { adults: 2 })]), 'rooms.0.room')
      await assertRefused(createRoomForm(minasStay, 30, 30, [createRoom('single')]), 'to')
      await assertRefused(createRoomForm(minasStay, -3, 1, [createRoom('single')]), 'from')
      await assertRefused(createRoomForm(minasStay, 30, 31, [createRoom('single', { adults: 9 })]), 'rooms.0.adults')
      await assertRefused(
        createRoomForm(minasStay, 30, 31, [createRoom('single')], { notify_guest: true }),
        'notify_guest',
      )
      await assertRefused(
        createRoomForm(minasStay, 40, 41, Array(20).fill(createRoom('single'))),
        'rooms.0.room',
        ...Array.from({ length: 19 }, (_, at) => `rooms.${at + 1}.room`),
        'form',
      )
      assert.equal(
        (await desk.call('addRooms', createRoomForm({ code: 'NOSUCHCODE' }, 30, 31, [createRoom('single')]))).status,
        404,
      )
      assert.deepEqual(await readStatuses(minasStay.code), ['confirmed'])
      await desk.callOk('cancelStayByStaff', { code: minasStay.code, fee: 'none' })
      assert.equal((await desk.call('addRooms', createRoomForm(minasStay, 30, 31, [createRoom('single')]))).status, 409)
      await assertBooksConsistent(app.db)
    })

    test('adds one room if the request is repeated, and sells the last room once (OFF-266)', async () => {
      const weisStay = await desk.book('Wei', 50, 51)
      const form = createRoomForm(weisStay, 50, 51, [createRoom('twin')])
      const key = randomUUID()
      const repeatedResponses = await Promise.all([1, 2, 3].map(() => desk.call('addRooms', form, { key })))
      assert.deepEqual(new Set(repeatedResponses.map(({ status, body }) => `${status} ${body.operation_id}`)).size, 1)
      assert.equal((await readStatuses(weisStay.code)).length, 2)
      const [firstStay, secondStay] = [await desk.book('One', 60, 61), await desk.book('Other', 60, 61)]
      const roomsLeft = (await desk.callOk('getFreeUnits', { from: app.day(60), to: app.day(61) })).data.find(
        ({ room: id }: { room: number }) => id === desk.kind('family').id,
      ).left
      if (roomsLeft > 1) await desk.book('All but one', 60, 61, { slug: 'family', at: Array(roomsLeft - 1).fill(null) })
      const responses = await Promise.all(
        [firstStay, secondStay].map((stay) =>
          desk.call('addRooms', createRoomForm(stay, 60, 61, [createRoom('family', { adults: 2 })])),
        ),
      )
      const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
      assert.equal(statuses[0], 200)
      assert.ok(statuses[1] === 409 || statuses[1] === 422)
      await assertBooksConsistent(app.db)
    })

    test('lists a room that is added to an in-house stay as an arrival, and offers all rooms for a joint check-out (OFF-266)', async () => {
      const rafiqsStay = await desk.book('Rafiq', 0, 2, { at: [0] })
      await desk.callOk('checkGuestIn', { booking: rafiqsStay.booking, version: rafiqsStay.version, anyway: true })
      await desk.callOk(
        'addRooms',
        createRoomForm(rafiqsStay, 0, 2, [createRoom('single', { unit: desk.kind('single').units[1]!.id })]),
      )
      const { arrivals } = await desk.callOk('getToday')
      assert.deepEqual(
        arrivals.map(({ name, code }: Record<string, string>) => [name, code]),
        [['Rafiq', rafiqsStay.code]],
      )
      await desk.callOk('checkGuestIn', { booking: arrivals[0].booking, version: arrivals[0].version, anyway: true })
      const { rooms } = await desk.callOk('previewGroupCheck', { code: rafiqsStay.code, way: 'out' })
      assert.equal(rooms.length, 2)
    })
  })
}
