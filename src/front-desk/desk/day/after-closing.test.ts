import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openDesk, type BookedStay } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { parseDay } from '#platform/day.ts'
import { HOUR_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`a business day that was closed in the evening on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    let earlyStay: BookedStay
    let noShowId: number
    let walkIn: BookedStay
    before(async () => {
      desk = await openDesk(app, 'owner')
      app.clock.advance(13 * HOUR_MS)
      await desk.closeDay(app.day(-1))
      earlyStay = await desk.book('Early', 0, 1, { at: [0] })
      noShowId = (await desk.callOk('markNoShow', { ...getStayVersion(earlyStay), fee: 'none' })).operation_id
      await desk.closeDay(app.day(0))
    })

    const getStayVersion = ({ booking, version }: Pick<BookedStay, 'booking' | 'version'>) => ({ booking, version })
    const readArrivalNames = async () =>
      (await desk.callOk('getToday')).arrivals.map(({ name }: { name: string }) => name) as string[]

    test('accepts a walk-in after the closing, and changes no figure of the closed day (OFF-264, CLOSE-1)', async () => {
      const report = await desk.callOk('getClosedDay', { day: app.day(0) })
      walkIn = await desk.book('At the door', 0, 1, { at: [1], source: 'walk_in' })
      assert.ok((await readArrivalNames()).includes('At the door'))
      await desk.callOk('checkGuestIn', { ...getStayVersion(walkIn), anyway: true })
      assert.deepEqual(await desk.callOk('getClosedDay', { day: app.day(0) }), report)
      const postedEntries = await app.db
        .selectFrom('ledger_entry')
        .select('business_day')
        .distinct()
        .where('stay_code', '=', walkIn.code)
        .execute()
      assert.deepEqual(postedEntries, [{ business_day: parseDay(app.day(1)) }])
      for (const { last_closed } of [
        await desk.callOk('getToday'),
        await desk.callOk('getFreeUnits'),
        await desk.callOk('getDeskStay', { code: walkIn.code }),
        await desk.callOk('getStayHeader', { code: walkIn.code }),
      ])
        assert.equal(last_closed, app.day(0))
    })

    test('expects a guest again after a no-show is undone (OFF-264)', async () => {
      await desk.callOk('undoOperation', { operation_id: noShowId })
      assert.ok((await readArrivalNames()).includes('Early'))
      const { version } = await desk.readRow(earlyStay)
      await desk.callOk('markNoShow', { booking: earlyStay.booking, version, fee: 'agreed' })
    })

    test('expects guests who book after the closing until they are marked as a no-show on the next day (OFF-264)', async () => {
      const lateStay = await desk.book('Late', 0, 1, { at: [2] })
      app.clock.advance(10 * HOUR_MS)
      assert.ok((await readArrivalNames()).includes('Late'))
      assert.ok((await desk.callOk('getDay')).arrivals.some(({ name }: { name: string }) => name === 'Late'))
      assert.equal((await desk.call('closeDay', { day: app.day(0) })).status, 409)
      const noShowOperation = await desk.callOk('markNoShow', { ...getStayVersion(lateStay), fee: 'agreed' })
      assert.ok(!(await readArrivalNames()).includes('Late'))
      const { version } = await desk.readRow(walkIn)
      await desk.callOk('checkGuestOut', { booking: walkIn.booking, version, owing: 'Pays by bank' })
      await desk.closeDay(app.day(0))
      assert.equal(
        (await desk.call('undoOperation', { operation_id: noShowOperation.operation_id })).status,
        409,
        'nobody would expect the guest',
      )
    })

    test('reports the night of the walk-in as a correction on the next day (CLOSE-4)', async () => {
      const { rooms, money } = await desk.callOk('getClosedDay', { day: app.day(0) })
      assert.equal(rooms.sold, 0)
      assert.deepEqual(
        money.corrections.map(({ day, sold }: { day: string; sold: number }) => [day, sold]),
        [[app.day(-1), 1]],
      )
    })
  })
}
