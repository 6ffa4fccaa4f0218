import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { bothEngines } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { createRateCalls } from '#testing/rates.ts'
import { valueForTier } from '#testing/tier.ts'

const DAY_COUNT = 12
const anyWeekdays = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }), {
  nil: undefined,
})
const toOptional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const anyPriceChange = fc.oneof(
  fc.record({ price: fc.constant('set'), amount: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({ price: fc.constant('percent'), amount: fc.integer({ min: -60, max: 90 }) }),
  fc.record({ price: fc.constant('add'), amount: fc.integer({ min: -900, max: 900 }) }),
  fc.constant({ price: 'own' }),
  fc.constant({}),
)
const anyBound = toOptional(fc.option(fc.integer({ min: 1, max: 6 })))
const anyChange = fc.record({
  rooms: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }),
  from: fc.integer({ min: 0, max: DAY_COUNT - 1 }),
  nights: fc.integer({ min: 0, max: DAY_COUNT }),
  weekdays: anyWeekdays,
  price: anyPriceChange,
  flags: fc.record({
    closed: toOptional(fc.boolean()),
    no_arrival: toOptional(fc.boolean()),
    no_departure: toOptional(fc.boolean()),
  }),
  bounds: fc.record({ min_nights: anyBound, max_nights: anyBound }),
})
const anyStep = fc.oneof(
  { weight: 3, arbitrary: anyChange.map((form) => ({ form })) },
  { weight: 1, arbitrary: fc.nat().map((changeIndex) => ({ which: changeIndex })) },
)

type Cell = Record<string, unknown>
interface AppliedChange {
  id: number
  before: Map<string, Cell | undefined>
  after: Map<string, Cell | undefined>
  isUndone: boolean
}

for (const engine of bothEngines) {
  describe(`random rate changes and undos, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let rateCalls: Awaited<ReturnType<typeof createRateCalls>>
    before(async () => {
      rateCalls = await createRateCalls(app)
    })

    /** The stored rates of the rooms, by room and day. */
    async function readSnapshot(ids: readonly number[]) {
      const rows = await app.db.selectFrom('rate').selectAll().where('room_id', 'in', ids).execute()
      return new Map<string, Cell>(rows.map((row) => [`${row.room_id} ${row.day}`, { ...row }]))
    }
    const findDifferences = (a: Map<string, Cell>, b: Map<string, Cell>) =>
      [...new Set([...a.keys(), ...b.keys()])].filter(
        (key) => JSON.stringify(a.get(key)) !== JSON.stringify(b.get(key)),
      )

    test('change exactly the rates that the preview showed, and an undo restores them (OFF-63, OFF-64)', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 2, maxLength: 8 }), async (steps) => {
          const roomIds = [await rateCalls.newRoom(), await rateCalls.newRoom(), await rateCalls.newRoom()]
          const appliedChanges: AppliedChange[] = []
          for (const nextStep of steps) {
            const ratesBefore = await readSnapshot(roomIds)
            if ('form' in nextStep) {
              const {
                rooms,
                from,
                nights,
                price: priceChange,
                flags,
                bounds,
                weekdays: selectedWeekdays,
              } = nextStep.form
              const to = Math.min(DAY_COUNT, from + nights)
              const range = { rooms: rooms.map((room) => roomIds[room]!), from: app.day(from), to: app.day(to) }
              const form = { ...range, weekdays: selectedWeekdays, ...priceChange, ...flags, ...bounds }
              const preview = await rateCalls.preview(form)
              if (preview.status !== 200) {
                assert.equal(preview.status, 422)
                continue
              }
              const { status, body } = await rateCalls.call('applyRates', { ...form, digest: preview.body.digest })
              const ratesAfter = await readSnapshot(roomIds)
              const changedKeys = findDifferences(ratesBefore, ratesAfter)
              assert.equal(changedKeys.length, preview.body.nights)
              assert.equal(status, changedKeys.length === 0 ? 422 : 200)
              if (status === 200) appliedChanges.push(toAppliedChange(body.id, ratesBefore, ratesAfter, changedKeys))
            } else if (appliedChanges.length > 0) {
              const target = appliedChanges[nextStep.which % appliedChanges.length]!
              const { status, body } = await rateCalls.call('undoRates', { id: target.id })
              const ratesAfter = await readSnapshot(roomIds)
              const serialize = (cell: Cell | undefined) => JSON.stringify(cell)
              const unchangedKeys = [...target.after.keys()].filter(
                (key) => serialize(ratesBefore.get(key)) === serialize(target.after.get(key)),
              )
              assert.equal(status, target.isUndone || unchangedKeys.length === 0 ? 409 : 200)
              if (status !== 200) assert.deepEqual(ratesAfter, ratesBefore)
              else {
                for (const key of unchangedKeys)
                  assert.equal(serialize(ratesAfter.get(key)), serialize(target.before.get(key)))
                assert.deepEqual(findDifferences(ratesBefore, ratesAfter).sort(), unchangedKeys.sort())
                assert.deepEqual(
                  [body.nights, body.skipped],
                  [unchangedKeys.length, target.after.size - unchangedKeys.length],
                )
                target.isUndone = true
                appliedChanges.push(toAppliedChange(body.id, ratesBefore, ratesAfter, unchangedKeys))
              }
            }
            for (const { min_nights, max_nights, price_poisha } of (await readSnapshot(roomIds)).values()) {
              assert.ok(Number(min_nights ?? 1) <= Number(max_nights ?? Infinity))
              assert.ok(price_poisha === null || Number(price_poisha) > 0)
            }
          }
        }),
        { numRuns: valueForTier({ gate: 6, all: 40, soak: 200 }) },
      )
    })
  })
}

const toAppliedChange = (
  id: number,
  ratesBefore: Map<string, Cell>,
  ratesAfter: Map<string, Cell>,
  keys: readonly string[],
): AppliedChange => ({
  id,
  before: new Map(keys.map((key) => [key, ratesBefore.get(key)])),
  after: new Map(keys.map((key) => [key, ratesAfter.get(key)])),
  isUndone: false,
})
