import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { grantToDesk } from '#testing/second-process.ts'
import { translatorFor } from '#locales/both.ts'
import { MAX_CLOSING_DAYS } from '../short-closing.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the chart at the desk on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let staffToken: string
    let ownerToken: string
    let units: { id: number; name: string; room_id: number }[]
    before(async () => {
      staffToken = await app.signIn('staff')
      ownerToken = await app.signIn('owner')
      units = await app.db
        .selectFrom('unit')
        .innerJoin('room', 'room.id', 'unit.room_id')
        .select(['unit.id', 'unit.name', 'room_id'])
        .where('slug', '=', 'single')
        .orderBy('unit.name')
        .execute()
    })

    const call = (name: Parameters<TestApp['call']>[0], form: object, token = staffToken, language = 'en') =>
      app.call(name, form, { token, language })
    const closeNights = (unit: number, from: number, to: number, token = staffToken, language = 'en') =>
      call(
        'closeNights',
        { unit: units[unit]!.id, from: app.day(from), to: app.day(to), reason: 'No hot water' },
        token,
        language,
      )
    const readClosures = async (unit: number) =>
      app.db.selectFrom('unit_closure').select(['id', 'reason']).where('unit_id', '=', units[unit]!.id).execute()
    const readRoomsLeft = async (from: number): Promise<number> => {
      const { body } = await call('getChart', { from: app.day(from), days: 1 })
      return body.kinds.find(({ id }: { id: number }) => id === units[0]!.room_id).left[0]
    }
    const readEmailsAboutUnit = async () =>
      (await app.deliverEmails()).filter((email) => email.includes(units[0]!.name))

    test('removes nights from sale until they are reopened, and logs and emails each change to the company (OFF-310)', async () => {
      assert.equal((await call('closeUnit', {})).status, 403, 'the desk may not edit rooms')
      const roomsLeftBefore = await readRoomsLeft(2)
      assert.equal((await closeNights(0, 2, 4)).status, 200)
      assert.equal(await readRoomsLeft(2), roomsLeftBefore - 1)
      const [closure] = await readClosures(0)
      assert.equal(closure!.reason, 'No hot water')
      const [email] = (await readEmailsAboutUnit()).slice(-1)
      assert.match(email!, /No hot water/)
      assert.match(email!, /Tanvir/)
      assert.equal((await call('openNights', { closure: closure!.id })).status, 200)
      assert.deepEqual([await readRoomsLeft(2), await readClosures(0)], [roomsLeftBefore, []])
      assert.equal((await readEmailsAboutUnit()).length, 2)
      const { body: log } = await call('getLog', { subject: `room ${units[0]!.room_id}` }, ownerToken)
      assert.deepEqual(
        log.data.map(({ action, who }: { action: string; who: string }) => [action, who]),
        [
          ['unit reopened', 'Tanvir Hasan'],
          ['unit closed', 'Tanvir Hasan'],
        ],
      )
    })

    test('closes nights only in the next two weeks, with an error on the date field, except for staff who edit rooms (OFF-310)', async () => {
      for (const language of ['en', 'bn'] as const) {
        const { t } = translatorFor(language)
        const { status, body } = await closeNights(1, 12, MAX_CLOSING_DAYS + 1, staffToken, language)
        const day = app.day(MAX_CLOSING_DAYS)
        assert.deepEqual([status, body.errors], [422, { to: [t('desk.closing_too_far', { day })] }])
        const pastNightsResponse = await closeNights(1, -1, 1, staffToken, language)
        assert.deepEqual(pastNightsResponse.body.errors, { from: [t('error.closing_past')] })
      }
      assert.deepEqual(await readClosures(1), [])
      assert.equal((await closeNights(1, 0, MAX_CLOSING_DAYS)).status, 200)
      const emailCount = (await app.deliverEmails()).length
      assert.equal((await closeNights(2, 12, 40, ownerToken)).status, 200)
      assert.equal((await app.deliverEmails()).length, emailCount, 'a closing by staff who edit rooms sends no email')
      const [longClosure] = await readClosures(2)
      assert.equal((await call('openNights', { closure: longClosure!.id })).status, 409)
      assert.equal((await readClosures(2)).length, 1)
      assert.equal((await call('openNights', { closure: longClosure!.id }, ownerToken)).status, 200)
      assert.equal((await call('openNights', { closure: longClosure!.id })).status, 404)
    })

    test('cannot reopen a long closure, except for staff who may edit rooms, even near its end (OFF-310)', async () => {
      assert.equal((await closeNights(3, 0, MAX_CLOSING_DAYS + 6, ownerToken)).status, 200)
      const [longClosure] = await readClosures(3)
      app.clock.advance(10 * 86_400_000)
      const [staffTokenLater, ownerTokenLater] = [await app.signIn('staff'), await app.signIn('owner')]
      assert.equal((await call('openNights', { closure: longClosure!.id }, staffTokenLater)).status, 409)
      assert.equal((await call('openNights', { closure: longClosure!.id }, ownerTokenLater)).status, 200)
      app.clock.advance(-10 * 86_400_000)
    })

    test('does not close nights with a guest, names the guest, and changes and emails nothing (OFF-310, BOOK-8)', async () => {
      const { status } = await call('bookAtDesk', {
        from: app.day(6),
        to: app.day(8),
        rooms: [{ room: units[0]!.room_id, unit: units[0]!.id, adults: 1 }],
        source: 'phone',
        name: 'Mina',
        phone: '+8801700000009',
        language: 'en',
      })
      assert.equal(status, 200)
      const emailCount = (await app.deliverEmails()).length
      const { status: refusedStatus, body } = await closeNights(0, 5, 7)
      assert.equal(refusedStatus, 422)
      assert.match(body.errors.from[0], /Mina/)
      assert.deepEqual([await readClosures(0), (await app.deliverEmails()).length], [[], emailCount])
    })

    test('finds stays by name and phone, at most eight, with the permission to run the desk (OFF-311)', async () => {
      const find = async (search: string, token = staffToken) => (await call('findStays', { search }, token)).body
      const book = (name: string, rooms: number, from = 60) =>
        call('bookAtDesk', {
          from: app.day(from),
          to: app.day(from + 2),
          rooms: Array.from({ length: rooms }, () => ({ room: units[0]!.room_id, adults: 1 })),
          source: 'phone',
          name,
          phone: '+8801711222333',
          email: 'farhana@guest.example',
          language: 'bn',
        })
      const { body: groupStay } = await book('Farhana Yasmin', 2)
      await grantToDesk(app, ['run the desk'])
      const token = await app.signIn('staff')
      assert.equal((await call('getBookings', { search: 'Farhana' }, token)).status, 403)
      const { data, more } = await find('farhana', token)
      assert.deepEqual([data.length, more], [1, false])
      const [foundStay] = data
      assert.deepEqual(
        [
          foundStay.code,
          foundStay.booking,
          foundStay.phone,
          foundStay.email,
          foundStay.language,
          foundStay.is_on_chart,
        ],
        [groupStay.code, groupStay.booking, '+8801711222333', 'farhana@guest.example', 'bn', true],
      )
      assert.equal((await find('222333', token)).data[0].code, groupStay.code)
      await call('cancelStayByStaff', { code: groupStay.code, fee: 'none' }, ownerToken)
      const [cancelledStay] = (await find('farhana', token)).data
      assert.deepEqual([cancelledStay.is_on_chart, cancelledStay.status], [false, 'cancelled'])
      for (let turn = 0; turn < 8; turn++) assert.equal((await book('Farhana', 1, 70 + 2 * turn)).status, 200)
      const manyStays = await find('farhana', token)
      assert.deepEqual([manyStays.data.length, manyStays.more], [8, true])
      assert.equal((await call('findStays', { search: ' ' }, token)).status, 422)
      await grantToDesk(app, ['clean rooms'])
      assert.equal((await call('findStays', { search: 'farhana' }, token)).status, 403)
    })
  })
}
