import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`assigning a unit before arrival on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app)
    })

    const readUnitNames = async ({ booking }: { booking: number }) =>
      (
        await app.db
          .selectFrom('unit_night')
          .innerJoin('unit', 'unit.id', 'unit_night.unit_id')
          .select('unit.name')
          .where('booking_id', '=', booking)
          .orderBy('night')
          .execute()
      ).map(({ name }) => name)
    const getSingleUnitId = (at: number) => desk.kind('single').units[at]!.id
    const readNeeds = async (name: string) =>
      (await desk.callOk('getToday')).arrivals.find((row: { name: string }) => row.name === name).needs_unit

    test('assigns a unit to the nights without one, logs it and undoes it (OFF-261)', async () => {
      const { code: _, ...minasStay } = await desk.book('Mina', 0, 3)
      assert.deepEqual(await readNeeds('Mina'), { room: desk.kind('single').id, from: app.day(0), to: app.day(3) })
      const { operation_id } = await desk.callOk('assignUnit', { ...minasStay, unit: getSingleUnitId(0) })
      assert.deepEqual([await readUnitNames(minasStay), await readNeeds('Mina')], [['101', '101', '101'], null])
      const secondResponse = await desk.call('assignUnit', {
        ...minasStay,
        version: minasStay.version + 1,
        unit: getSingleUnitId(1),
      })
      assert.equal(secondResponse.status, 409)
      await desk.callOk('undoOperation', { operation_id })
      assert.deepEqual([await readUnitNames(minasStay), (await readNeeds('Mina')).from], [[], app.day(0)])
      await assertBooksConsistent(app.db)
    })

    test('assigns only the missing nights if some have a unit (OFF-261)', async () => {
      const { code: _, ...lenasStay } = await desk.book('Lena', 0, 4)
      const createPart = (unit: number | null, from: number, to: number) => {
        return { room: desk.kind('single').id, unit, from: app.day(from), to: app.day(to) }
      }
      await desk.callOk('arrangeStays', {
        changes: [{ ...lenasStay, parts: [createPart(getSingleUnitId(1), 0, 2), createPart(null, 2, 4)] }],
      })
      assert.deepEqual(await readNeeds('Lena'), { room: desk.kind('single').id, from: app.day(2), to: app.day(4) })
      await desk.callOk('assignUnit', { ...lenasStay, version: lenasStay.version + 1, unit: getSingleUnitId(2) })
      assert.deepEqual(await readUnitNames(lenasStay), ['102', '102', '103', '103'])
    })

    test('rejects occupied units and other room types, and one of two simultaneous assignments (OFF-261)', async () => {
      const { code: _, ...weisStay } = await desk.book('Wei', 0, 2)
      const expectConflict = async (unit: number) => {
        const { status, body } = await desk.call('assignUnit', { ...weisStay, unit })
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['unit']])
        return body.errors.unit[0] as string
      }
      assert.match(await expectConflict(getSingleUnitId(1)), /102 .*Lena/)
      await expectConflict(desk.kind('twin').units[0]!.id)
      const { code: _other, ...rafiqsStay } = await desk.book('Rafiq', 0, 2)
      const responses = await Promise.all(
        [weisStay, rafiqsStay].map((stay) => desk.call('assignUnit', { ...stay, unit: getSingleUnitId(3) })),
      )
      const [firstStatus, secondStatus] = responses.map(({ status }) => status).toSorted((a, b) => a - b)
      assert.equal(firstStatus, 200)
      assert.ok(secondStatus === 409 || secondStatus === 422)
      await assertBooksConsistent(app.db)
    })
  })
}
