import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { openDesk, type BookedStay } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { HOUR_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the closing of yesterday on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    let price: number
    let continuingStay: BookedStay
    before(async () => {
      desk = await openDesk(app, 'owner')
      price = desk.kind('single').price
      await desk.closeDay(app.day(-1))
      await app.db.updateTable('unit_state').set({ condition: 'clean', seen_at: app.clock.now }).execute()
    })

    const checkIn = ({ booking, version }: BookedStay) =>
      desk.callOk('checkGuestIn', { booking, version, anyway: true })
    const markDirty = async (name: string) => {
      const { data } = await desk.callOk('getHousekeeping')
      const { id, version } = data.find((unit: { name: string }) => unit.name === name)
      await desk.callOk('markUnit', { unit: id, version, condition: 'dirty', note: '' })
    }
    const listNames = (list: { name: string }[]) => list.map(({ name }) => name)
    const toOwingPairs = (owing: { name: string; owed: number }[]) => owing.map(({ name, owed }) => [name, owed])

    test('lists only items that were open yesterday: rooms, tasks, balances, register entries and cash (CLOSE-2)', async () => {
      const [, , thirdUnit] = desk.kind('single').units
      continuingStay = await desk.book('Stays', 0, 3, { at: [0] })
      const leavingStay = await desk.book('Leaves today', 0, 1, { at: [1] })
      for (const stay of [continuingStay, leavingStay]) await checkIn(stay)
      await desk.callOk('takePayment', { code: leavingStay.code, amount: 1000, method: 'cash' })
      await desk.callOk('addDeskNote', { text: 'Written yesterday', task: true })
      await desk.callOk('addDeskNote', { text: 'Due today', task: true, due_day: app.day(1) })
      await markDirty(thirdUnit!.name)
      const { expected, since } = await desk.callOk('getHandover')
      await desk.callOk('handOver', { counted: expected, expected, since: since && since.id })

      app.clock.advance(26 * HOUR_MS)
      const todaysStay = await desk.book('Came today', 0, 1, { at: [3] })
      await desk.book('Expected today', 0, 1, { slug: 'twin' })
      await checkIn(todaysStay)
      await desk.callOk('takePayment', { code: todaysStay.code, amount: 500, method: 'cash' })
      await desk.callOk('addCharge', {
        code: continuingStay.code,
        booking: continuingStay.booking,
        name: 'Tea',
        quantity: 1,
        each: 60,
      })
      await desk.callOk('addDeskNote', { text: 'Written today', task: true })
      await desk.callOk('checkGuestOut', {
        booking: leavingStay.booking,
        version: leavingStay.version + 1,
        owing: 'By bank',
      })

      const openedDay = await desk.callOk('getDay')
      assert.equal(openedDay.day, app.day(-1))
      assert.deepEqual([openedDay.arrivals, openedDay.departures, openedDay.expected], [[], [], []])
      assert.deepEqual(toOwingPairs(openedDay.owing), [['Stays', price]])
      assert.deepEqual(openedDay.dirty, [thirdUnit!.name])
      assert.equal(openedDay.tasks, 1)
      assert.deepEqual(listNames(openedDay.unregistered), ['Stays', 'Leaves today'])
      assert.deepEqual(openedDay.carry_over, [{ group: 'unregistered', stays: 2 }])
    })

    test('leaves later items to the closing of today (CLOSE-2)', async () => {
      await desk.callOk('closeDay', { day: app.day(-1), unregistered_reason: 'Passports come tomorrow' })
      const openedDay = await desk.callOk('getDay')
      assert.equal(openedDay.day, app.day(0))
      assert.deepEqual(listNames(openedDay.arrivals), ['Expected today'])
      assert.deepEqual(toOwingPairs(openedDay.owing).toSorted(), [
        ['Came today', price - 500],
        ['Leaves today', price - 1000],
        ['Stays', 2 * price + 60],
      ])
      const [firstUnit, secondUnit, thirdUnit] = desk.kind('single').units
      assert.deepEqual(openedDay.dirty, [firstUnit!.name, secondUnit!.name, thirdUnit!.name])
      assert.equal(openedDay.tasks, 3)
      assert.deepEqual(listNames(openedDay.unregistered), ['Stays', 'Came today'])
      assert.ok(openedDay.carry_over.some(({ group }: { group: string }) => group === 'cash'))
    })

    test('extends guests who stayed on after their departure day, unless that night is closed (CLOSE-2, OFF-111)', async () => {
      const twin = desk.kind('twin')
      const stays = [
        await desk.book('Stays on', 0, 1, { slug: 'twin', at: [0] }),
        await desk.book('Stays on too', 0, 1, { slug: 'twin', at: [1] }),
      ] as const
      for (const stay of stays) await checkIn(stay)
      app.clock.advance(48 * HOUR_MS)
      const extend = ({ booking, version }: BookedStay, unitIndex: number) => {
        const unit = twin.units[unitIndex]!.id
        const parts = [{ room: twin.id, unit, from: app.day(-2), to: app.day(1) }]
        return desk.call('arrangeStays', { changes: [{ booking, version: version + 1, parts }], price: 'new' })
      }
      const { status, body } = await extend(stays[0], 0)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal((await desk.callOk('getBill', { code: stays[0].code })).costs, 3 * twin.price)
      await assertBooksConsistent(app.db)
      const last_closed = Date.parse(`${app.day(-1)}T00:00:00Z`) / (24 * HOUR_MS)
      await app.db.updateTable('business_day').set({ last_closed }).execute()
      const closedResponse = await extend(stays[1], 1)
      assert.deepEqual([closedResponse.status, closedResponse.body.message], [409, 'Past nights cannot be changed.'])
    })
  })
}
