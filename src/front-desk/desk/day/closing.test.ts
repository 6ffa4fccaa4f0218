import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openDesk, type BookedStay } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { HOUR_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the closing view of a day on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    let price: number
    before(async () => {
      desk = await openDesk(app, 'owner')
      price = desk.kind('single').price
    })

    const checkIn = async ({ booking, version }: BookedStay): Promise<void> =>
      desk.callOk('checkGuestIn', { booking, version, anyway: true })
    const pay = (code: string, amount: number) => desk.callOk('takePayment', { code, amount, method: 'cash' })
    const readBalances = async () =>
      (await desk.callOk('getDay')).owing.map(({ name, owed, why }: Balance) => [name, owed, why])
    interface Balance {
      name: string
      owed: number
      why: string
    }

    test('lists every open balance once per stay with its reason, without future nights (OFF-264)', async () => {
      const stays = {
        left: await desk.book('Left', 0, 1, { at: [0] }),
        here: await desk.book('Here', 0, 3, { at: [1] }),
        ahead: await desk.book('Paid ahead', 0, 3, { at: [2] }),
        late: await desk.book('Not come', 0, 1, { at: [3] }),
        gone: await desk.book('Cancelled', 0, 2, { slug: 'twin' }),
        back: await desk.book('Back', 30, 32, { slug: 'twin' }),
        to_come: await desk.book('To come', 5, 7, { slug: 'twin' }),
      }
      for (const stay of [stays.left, stays.here, stays.ahead]) await checkIn(stay)
      await pay(stays.ahead.code, 2 * price)
      await desk.callOk('addCharge', {
        code: stays.here.code,
        booking: stays.here.booking,
        name: 'Tea',
        quantity: 1,
        each: 60,
      })
      await desk.callOk('markNoShow', { booking: stays.late.booking, version: stays.late.version, fee: 'agreed' })
      const { cancel_fee } = await desk.callOk('getBookingRecord', { code: stays.gone.code })
      assert.ok(cancel_fee > 0)
      await desk.callOk('cancelStayByStaff', { code: stays.gone.code, fee: 'agreed' })
      await pay(stays.back.code, 1000)
      await desk.callOk('cancelStayByStaff', { code: stays.back.code, fee: 'none' })
      const checkOutForm = { booking: stays.left.booking, version: stays.left.version + 1, owing: 'Pays by bank' }
      app.clock.advance(10 * HOUR_MS)
      await desk.callOk('checkGuestOut', checkOutForm)
      // Closes the day before, which has no guests.
      await desk.closeDay(app.day(-1))
      assert.equal((await desk.callOk('getDay')).day, app.day(0))
      const fee = (await desk.readRow(stays.late)).cancel_fee_poisha! / 100
      assert.deepEqual(await readBalances(), [
        ['Left', price, 'left'],
        ['Not come', fee, 'no_show'],
        ['Cancelled', cancel_fee, 'cancelled'],
        ['Here', price + 60, 'here'],
        ['Back', -1000, 'back'],
      ])
      // Open balances do not block the closing.
      await desk.closeDay(app.day(0))
      app.clock.advance(24 * HOUR_MS)
      assert.deepEqual(await readBalances(), [
        ['Here', 2 * price + 60, 'here'],
        ['Back', -1000, 'back'],
      ])
    })

    test('lists guests who slept here without a complete register entry, also in the list of the day (OFF-264)', async () => {
      const listUnregisteredStays = async () =>
        (await desk.callOk('getDay')).unregistered.map(({ name, persons }: { name: string; persons: number }) => [
          name,
          persons,
        ])
      assert.deepEqual(await listUnregisteredStays(), [
        ['Here', 1],
        ['Paid ahead', 1],
      ])
      const { in_house } = await desk.callOk('getToday')
      const guestInHouse = in_house.find(({ name }: { name: string }) => name === 'Here')
      assert.equal(guestInHouse.unregistered, 1)
      const entry = { booking: guestInHouse.booking, name: 'Here', nationality: 'BD' }
      const { rooms } = await desk.callOk('registerPerson', entry)
      assert.deepEqual(await listUnregisteredStays(), [
        ['Here', 1],
        ['Paid ahead', 1],
      ])
      assert.equal((await desk.callOk('getStayHeader', { code: guestInHouse.code })).rooms[0].unregistered, 1)
      const [{ id, version }] = rooms[0].persons
      await desk.callOk('changeRegistration', { ...entry, id, version, id_number: '1990123456' })
      assert.deepEqual(await listUnregisteredStays(), [['Paid ahead', 1]])
      assert.equal((await desk.callOk('getStayHeader', { code: guestInHouse.code })).rooms[0].unregistered, 0)
      const sheet = await desk.callOk('getToday')
      assert.equal(sheet.in_house.find(({ name }: { name: string }) => name === 'Here').unregistered, 0)
    })

    test('hides money from users who may not see it, and offers the current day for closing (OFF-264)', async () => {
      assert.equal((await desk.callOk('getToday')).to_close, app.day(0))
      await app.db.updateTable('staff_role').set({ grants: '["run the desk"]' }).where('id', '=', 1).execute()
      const receptionDesk = await openDesk(app)
      assert.deepEqual((await receptionDesk.callOk('getDay')).owing, [])
      await desk.closeDay(app.day(0))
      assert.equal((await desk.callOk('getToday')).to_close, null)
    })
  })
}
