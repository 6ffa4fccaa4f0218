import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openDesk } from '#testing/desk.ts'
import { bothEngines } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of bothEngines) {
  describe(`guests who stay on after their departure day, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app, 'owner')
    })

    async function checkInLena(unitIndex: number, nights = 1) {
      const stay = await desk.book('Lena', 0, nights, { at: [unitIndex] })
      await desk.callOk('checkGuestIn', { booking: stay.booking, version: stay.version, anyway: true })
      return { stay, room: desk.kind('single').id, unit: desk.kind('single').units[unitIndex]! }
    }
    const checkOut = ({ booking, version }: { booking: number; version: number }) =>
      desk.callOk('checkGuestOut', { booking, version: version + 1, owing: 'Pays by bank' })
    const listErrors = ({ body }: { body: { errors?: Record<string, string[]> } }) =>
      Object.entries(body.errors ?? {}).map(([field, messages]) => `${field}: ${messages.join()}`)

    test('keep their room: it can be neither deactivated nor closed for tonight (OFF-53, OFF-310)', async () => {
      const { stay, room, unit } = await checkInLena(0)
      app.clock.advance(2 * DAY_MS)
      const deactivate = async () => {
        const { data } = await desk.callOk('getRoomUnits', { room })
        return desk.call('saveUnit', { ...data.find(({ id }: { id: number }) => id === unit.id), active: false })
      }
      const close = (name: 'closeUnit' | 'closeNights', from: number) =>
        desk.call(name, { unit: unit.id, from: app.day(from), to: app.day(from + 1), reason: 'Paint' })
      assert.deepEqual(listErrors(await deactivate()), ['active: Lena is still in this room.'])
      for (const name of ['closeUnit', 'closeNights'] as const)
        assert.deepEqual(listErrors(await close(name, 0)), ['from: Lena is still in this room.'])
      assert.equal((await close('closeNights', 1)).status, 200, 'the guest can leave before tomorrow')
      await checkOut(stay)
      assert.equal((await close('closeNights', 0)).status, 200)
      assert.equal((await deactivate()).status, 200)
    })

    test('do not prevent closing their room for tonight while they should leave today (OFF-310)', async () => {
      const { unit } = await checkInLena(1)
      app.clock.advance(DAY_MS)
      const form = { unit: unit.id, from: app.day(0), to: app.day(1), reason: 'Paint' }
      assert.equal((await desk.call('closeNights', form)).status, 200)
    })

    test('count among those who left today, however many days they were late (OFF-112)', async () => {
      const { stay } = await checkInLena(2)
      app.clock.advance(4 * DAY_MS)
      const { left } = await desk.callOk('getToday')
      await checkOut(stay)
      assert.equal((await desk.callOk('getToday')).left, left + 1)
      app.clock.advance(DAY_MS)
      assert.equal((await desk.callOk('getToday')).left, 0)
    })
  })
}
