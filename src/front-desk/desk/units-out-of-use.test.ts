import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openDesk } from '#testing/desk.ts'
import { bothEngines } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'

const ROUND_COUNT = 8

for (const engine of bothEngines) {
  describe(`units that are taken out of use, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app, 'owner')
    })

    async function setActive(unitId: number, isActive: boolean): Promise<number> {
      const { data } = await desk.callOk('getRoomUnits', { room: desk.kind('single').id })
      const unit = data.find(({ id }: { id: number }) => id === unitId)
      return (await desk.call('saveUnit', { ...unit, active: isActive })).status
    }

    test('are not assigned again by an undo (OFF-53, OFF-111)', async () => {
      const { id: room, units } = desk.kind('single')
      const [from, to] = [app.day(5), app.day(7)]
      const { booking, version } = await desk.book('Lena', 5, 7, { at: [0] })
      const changes = [{ booking, version, parts: [{ room, unit: units[1]!.id, from, to }] }]
      const { operation_id } = await desk.callOk('arrangeStays', { changes })
      assert.equal(await setActive(units[0]!.id, false), 200)
      const { status, body } = await desk.call('undoOperation', { operation_id })
      assert.deepEqual([status, body.message], [409, `${units[0]!.name} is out of use.`])
      assert.equal(await setActive(units[0]!.id, true), 200)
      await desk.callOk('undoOperation', { operation_id })
    })

    test('are not assigned to a booking at the same moment (OFF-53, BOOK-8)', async () => {
      const unit = desk.kind('single').units[2]!
      for (let round = 0; round < ROUND_COUNT; round++) {
        const rooms = [{ room: desk.kind('single').id, unit: unit.id, adults: 1 }]
        const guest = { name: 'Mina', phone: '+8801700000009', source: 'phone', language: 'en' }
        const stay = { from: app.day(40 + round), to: app.day(41 + round), rooms, ...guest }
        const [booking] = await Promise.all([desk.call('bookAtDesk', stay), setActive(unit.id, false)])
        const { active } = await app.db
          .selectFrom('unit')
          .select('active')
          .where('id', '=', unit.id)
          .executeTakeFirstOrThrow()
        assert.equal(booking.status === 200, active === 1, JSON.stringify(booking.body))
        if (booking.status === 200) await desk.callOk('cancelStayByStaff', { code: booking.body.code, fee: 'none' })
        else await setActive(unit.id, true)
      }
    })
  })
}
