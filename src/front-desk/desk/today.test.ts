import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { closingReasons } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { payBalance } from '#testing/pay-balance.ts'
import { keepSignedIn } from '#testing/keep-signed-in.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { parseTerms } from '#stays/policies/terms.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`a day at the desk on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    let roomIds: Map<string, number>
    let unitIds: Map<string, number>
    before(async () => {
      token = await app.signIn('staff')
      await keepSignedIn(app.db)
      const roomTypes = await app.db.selectFrom('room').select(['id', 'slug']).execute()
      roomIds = new Map(roomTypes.map(({ id, slug }) => [slug, id]))
      const unitRows = await app.db.selectFrom('unit').select(['id', 'name']).execute()
      unitIds = new Map(unitRows.map(({ id, name }) => [name, id]))
    })

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}) => app.call(name, form, { token })
    async function book(name: string, from: number, to: number, unit: string | null) {
      const form = {
        from: app.day(from),
        to: app.day(to),
        rooms: [{ room: roomIds.get('single'), unit: unit && unitIds.get(unit), adults: 1 }],
        source: 'walk_in',
        name,
        phone: '+8801700000009',
        language: 'en',
      }
      const { status, body } = await call('bookAtDesk', form)
      assert.equal(status, 200, JSON.stringify(body))
      return { booking: body.booking as number, version: body.version as number, code: body.code as string }
    }
    const readToday = async () => (await call('getToday')).body
    const listNames = (rows: { name: string }[]) => rows.map(({ name }) => name)

    test('lists arrivals and checks them in to their unit or to a unit chosen at check-in (OFF-112)', async () => {
      const [minasStay, lenasStay] = [await book('Mina', 0, 2, '101'), await book('Lena', 0, 1, null)]
      assert.deepEqual(listNames((await readToday()).arrivals).toSorted(), ['Lena', 'Mina'])
      assert.equal((await call('checkGuestIn', minasStay)).status, 200)
      const rejectedResponse = await call('checkGuestIn', lenasStay)
      assert.deepEqual([rejectedResponse.status, Object.keys(rejectedResponse.body.errors)], [422, ['unit']])
      assert.equal((await call('checkGuestIn', { ...lenasStay, unit: unitIds.get('101') })).status, 409)
      assert.equal((await call('checkGuestIn', { ...lenasStay, unit: unitIds.get('102') })).status, 200)
      const sheet = await readToday()
      assert.deepEqual([listNames(sheet.arrivals), listNames(sheet.in_house), sheet.arrived], [[], ['Mina', 'Lena'], 2])
      assert.equal((await call('checkGuestIn', { ...minasStay, version: minasStay.version + 1 })).status, 409)
    })

    test('can undo an operation at once, but not 11 minutes later (OFF-112)', async () => {
      const rafiqsStay = await book('Rafiq', 0, 1, '103')
      const { body } = await call('checkGuestIn', rafiqsStay)
      assert.equal((await call('undoOperation', { operation_id: body.operation_id })).status, 200)
      assert.deepEqual(listNames((await readToday()).arrivals), ['Rafiq'])
      const noShowResponse = await call('markNoShow', { ...rafiqsStay, version: rafiqsStay.version + 2, fee: 'agreed' })
      assert.equal(noShowResponse.status, 200)
      assert.deepEqual(listNames((await readToday()).arrivals), [])
      assert.equal((await call('undoOperation', { operation_id: noShowResponse.body.operation_id })).status, 200)
      const secondResponse = await call('markNoShow', { ...rafiqsStay, version: rafiqsStay.version + 4, fee: 'agreed' })
      app.clock.advance(11 * 60_000)
      assert.equal((await call('undoOperation', { operation_id: secondResponse.body.operation_id })).status, 409)
      const row = await app.db
        .selectFrom('booking')
        .select(['status', 'cancel_fee_poisha', 'terms'])
        .where('id', '=', rafiqsStay.booking)
        .executeTakeFirstOrThrow()
      assert.deepEqual([row.status, row.cancel_fee_poisha], ['no_show', parseTerms(row.terms).noShowPoisha])
      await assertBooksConsistent(app.db)
    })

    test('makes a refund due for a no-show who has paid, and withdraws it on undo (OFF-112)', async () => {
      const paidStay = await book('Sultana', 0, 2, '104')
      await payBalance(app.db, paidStay.code)
      const readStatus = async () =>
        (
          await app.db
            .selectFrom('booking')
            .select('payment_status')
            .where('id', '=', paidStay.booking)
            .executeTakeFirstOrThrow()
        ).payment_status
      const { body } = await call('markNoShow', { ...paidStay, fee: 'none' })
      assert.equal(await readStatus(), 'refund_pending')
      await call('undoOperation', { operation_id: body.operation_id })
      assert.equal(await readStatus(), 'paid')
      await call('cancelStayByStaff', { code: paidStay.code, fee: 'none' })
    })

    test('lists yesterday’s expected guest, and checks the guest in even on the departure day (OFF-112)', async () => {
      const annasStay = await book('Anna', 0, 1, '103')
      app.clock.advance(DAY_MS)
      const sheet = await readToday()
      const [lateArrival] = sheet.arrivals
      assert.deepEqual([lateArrival.name, lateArrival.late], ['Anna', true])
      assert.deepEqual(listNames(sheet.departures), ['Lena'])
      assert.equal((await call('checkGuestIn', annasStay)).status, 200)
      const lenasRow = sheet.departures[0]
      const checkOutResponse = await call('checkGuestOut', {
        booking: lenasRow.booking,
        version: lenasRow.version,
        owing: 'Pays by bank',
      })
      assert.equal(checkOutResponse.status, 200)
      assert.equal((await readToday()).left, 1)
      const state = await app.db
        .selectFrom('unit_state')
        .select('condition')
        .where('unit_id', '=', unitIds.get('102')!)
        .executeTakeFirstOrThrow()
      assert.equal(state.condition, 'dirty')
    })

    test('lists arrivals without a room before those whose room is empty (OFF-361)', async () => {
      const stays = [await book('Zara', 0, 1, '102'), await book('Nils', 0, 1, null), await book('Maria', 0, 1, '103')]
      assert.deepEqual(
        listNames((await readToday()).arrivals).filter((name) => ['Zara', 'Nils', 'Maria'].includes(name)),
        ['Nils', 'Maria', 'Zara'],
        'Anna is still in room 103',
      )
      for (const { code } of stays) await call('cancelStayByStaff', { code, fee: 'none' })
    })

    test('warns of a dirty or occupied unit, and checks in after confirmation (OFF-112)', async () => {
      const tariqsStay = await book('Tariq', 0, 1, '102')
      const dirtyResponse = await call('checkGuestIn', tariqsStay)
      assert.deepEqual([dirtyResponse.status, Object.keys(dirtyResponse.body.errors)], [422, ['anyway']])
      const sadiasStay = await book('Sadia', 0, 2, '103')
      assert.equal(
        (await readToday()).arrivals.find(({ name }: { name: string }) => name === 'Sadia').current_guest,
        'Anna',
      )
      const occupiedResponse = await call('checkGuestIn', sadiasStay)
      assert.match(occupiedResponse.body.errors.anyway[0], /Anna/)
      assert.equal((await call('checkGuestIn', { ...tariqsStay, anyway: true })).status, 200)
    })

    test('releases the remaining nights of an early departure (OFF-112, OFF-263)', async () => {
      const weisStay = await book('Wei', 0, 4, '104')
      await call('checkGuestIn', weisStay)
      app.clock.advance(2 * DAY_MS)
      const checkOutForm = { ...weisStay, version: weisStay.version + 1, unused: 'waive', owing: 'On account' }
      assert.equal((await call('checkGuestOut', checkOutForm)).status, 200)
      const row = await app.db
        .selectFrom('booking')
        .selectAll()
        .where('id', '=', weisStay.booking)
        .executeTakeFirstOrThrow()
      assert.equal(row.check_out - row.check_in, 2)
      await assertBooksConsistent(app.db)
    })

    test('checks out a guest who has paid, and requires a reason for an unpaid balance (OFF-112, OFF-191)', async () => {
      const payingStay = await book('Selim', 0, 1, '101')
      await call('checkGuestIn', { ...payingStay, anyway: true })
      const stayVersion = { booking: payingStay.booking, version: payingStay.version + 1 }
      const balance = (await readToday()).in_house.find(({ name }: { name: string }) => name === 'Selim').owed
      assert.ok(balance > 0)
      const rejectedResponse = await call('checkGuestOut', stayVersion)
      assert.deepEqual([rejectedResponse.status, Object.keys(rejectedResponse.body.errors)], [422, ['owing']])
      assert.match(rejectedResponse.body.errors.owing[0], /BDT 4,500/)
      assert.equal((await call('takePayment', { code: payingStay.code, amount: balance, method: 'cash' })).status, 200)
      assert.equal((await readToday()).in_house.find(({ name }: { name: string }) => name === 'Selim').owed, 0)
      assert.equal((await call('checkGuestOut', stayVersion)).status, 200)
      const unpaidStay = await book('Karim', 0, 1, '104')
      await call('checkGuestIn', { ...unpaidStay, anyway: true })
      const checkOutForm = {
        booking: unpaidStay.booking,
        version: unpaidStay.version + 1,
        owing: 'His company pays by bank',
      }
      assert.equal((await call('checkGuestOut', checkOutForm)).status, 200)
      const { changes } = await app.db
        .selectFrom('audit')
        .select('changes')
        .where('subject', '=', `booking ${unpaidStay.code}`)
        .where('action', '=', 'guest checked out')
        .executeTakeFirstOrThrow()
      assert.match(changes!, /His company pays by bank/)
    })

    test('closes days in order, each only after all its arrivals and departures are done (OFF-113)', async () => {
      const openedDay = (await call('getDay')).body
      assert.equal(openedDay.day, app.day(-1))
      assert.deepEqual(listNames(openedDay.departures).length > 0, true)
      assert.equal((await call('closeDay', { day: openedDay.day })).status, 409)
      for (const row of (await readToday()).departures) {
        const form = { booking: row.booking, version: row.version, owing: 'On account' }
        assert.equal((await call('checkGuestOut', form)).status, 200)
      }
      for (const row of (await readToday()).arrivals) {
        if (row.checkin < app.day(0))
          assert.equal(
            (await call('markNoShow', { booking: row.booking, version: row.version, fee: 'none' })).status,
            200,
          )
      }
      const closingResponses = await Promise.all(
        [1, 2, 3].map(() => call('closeDay', { day: openedDay.day, note: 'All well.', ...closingReasons })),
      )
      assert.deepEqual(closingResponses.map(({ status }) => status).toSorted(), [200, 409, 409])
      const nextDay = (await call('getDay')).body
      assert.equal(nextDay.day, app.day(0))
      assert.deepEqual(
        [listNames(nextDay.owing).includes('Karim'), listNames(nextDay.owing).includes('Selim')],
        [true, false],
      )
      const lateResponse = await call('bookAtDesk', {
        from: openedDay.day,
        to: app.day(1),
        rooms: [{ room: roomIds.get('single'), adults: 1 }],
        source: 'walk_in',
        name: 'Who comes too late',
        phone: '+8801700000009',
        language: 'en',
      })
      assert.deepEqual([lateResponse.status, Object.keys(lateResponse.body.errors)], [422, ['from']])
      assert.equal((await call('closeDay', { day: app.day(1) })).status, 409)
    })

    test('shows notes and tasks to the next shift, and lets it mark them as done or open again (OFF-114)', async () => {
      const { code } = await book('Giulia', 0, 1, null)
      assert.equal((await call('addDeskNote', { text: 'Give her the parcel', code, show_at: 'arrival' })).status, 200)
      assert.equal((await call('addDeskNote', { text: 'Bulb in 403', task: true })).status, 200)
      const [parcelNote, bulbNote] = (await readToday()).notes
      assert.deepEqual([parcelNote.guest, parcelNote.by, bulbNote.task], ['Giulia', 'Tanvir Hasan', true])
      await call('markDeskNote', { id: bulbNote.id, done: true })
      assert.deepEqual(
        (await readToday()).notes.map(({ done }: { done: boolean }) => done),
        [false, true],
      )
      await call('markDeskNote', { id: bulbNote.id, done: false })
      app.clock.advance(2 * 60 * 60_000)
      assert.equal((await readToday()).notes.length, 2)
      assert.equal((await call('addDeskNote', { text: 'Nobody', code: 'NOSUCHCODE' })).status, 404)
    })

    test('does not warn of a guest who is in another unit tonight and moves in on a later night (OFF-112)', async () => {
      app.clock.advance(DAY_MS)
      await app.db.deleteFrom('unit_state').execute()
      const guestStay = await book('Farid', 0, 3, '102')
      const parts = [
        { room: roomIds.get('single'), unit: unitIds.get('102'), from: app.day(0), to: app.day(2) },
        { room: roomIds.get('single'), unit: unitIds.get('103'), from: app.day(2), to: app.day(3) },
      ]
      const moveResponse = await call('arrangeStays', { changes: [{ ...guestStay, code: undefined, parts }] })
      assert.equal(moveResponse.status, 200, JSON.stringify(moveResponse.body))
      const hereResponse = await call('checkGuestIn', { ...guestStay, version: guestStay.version + 1, anyway: true })
      assert.equal(hereResponse.status, 200, JSON.stringify(hereResponse.body))
      const tonightStay = await book('Nadia', 0, 1, '103')
      const checkInResponse = await call('checkGuestIn', tonightStay)
      assert.equal(checkInResponse.status, 200, JSON.stringify(checkInResponse.body))
    })
  })
}
