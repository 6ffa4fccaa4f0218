import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import { localized } from '#platform/database/localized.ts'
import type { Database } from '#platform/database/database.ts'
import { getWeekday } from '#platform/day.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import { listPolicies } from '../../policies/policy-lookup.ts'
import { MAX_ROOMS } from '../nights.ts'
import { isSameRate, noOwnRate, type OwnRate } from './own-rate.ts'
import { loadOwnRates } from './rate-rows.ts'
import { getLastSellableDay, computeToday } from '../stay.ts'

/** A run of equal days. `at` is the offset of its first day. */
interface Run<Value> {
  at: number
  days: number
  value: Value
}

/**
 * Loads the rate calendar: the differing rates and the free units of at most `MAX_ROOMS` rooms. It begins on the Monday
 * of the previous week, so that recent rates are visible, and ends with the last departure day.
 */
export async function loadRatesCalendar(db: Database, ctx: RequestContext) {
  const company = await loadCompany(db, ctx)
  const currentDay = computeToday(company, ctx.now)
  const [firstDay, lastSheetDay] = [currentDay - getWeekday(currentDay) - 6, getLastSellableDay(company, ctx.now)]
  const rooms = await db
    .selectFrom('room')
    .select([
      'id',
      'slug',
      'price_poisha',
      'capacity',
      'active',
      'policy_id',
      localized(ctx.language, 'room.name').as('name'),
    ])
    .orderBy('position')
    .orderBy('id')
    .limit(MAX_ROOMS)
    .execute()
  const ids = rooms.map(({ id }) => id)
  const ownRates = await loadOwnRates(db, ids, firstDay, lastSheetDay)
  const freeUnits = await loadFreeUnits(db, ids, firstDay, lastSheetDay)
  return {
    today: currentDay,
    first: firstDay,
    last: lastSheetDay,
    longest: company.maxNights,
    policies: (await listPolicies(db)).map((policy) => ({
      id: policy.id,
      name: pickLocalizedName(ctx.language, policy),
    })),
    rooms: rooms.map((room) => ({
      ...room,
      own: toRuns(ownRates.get(room.id) ?? new Map<number, OwnRate>(), firstDay, isSameRate, (rate) =>
        isSameRate(rate, noOwnRate),
      ),
      left: toRuns(
        freeUnits.get(room.id) ?? new Map<number, number>(),
        firstDay,
        (a, b) => a === b,
        (units) => units === room.capacity,
      ),
    })),
  }
}

async function loadFreeUnits(db: Database, ids: readonly number[], firstDay: number, lastSheetDay: number) {
  if (ids.length === 0) return new Map<number, Map<number, number>>()
  const rows = await db
    .selectFrom('inventory')
    .select(['room_id', 'night', 'sold', 'capacity'])
    .where('room_id', 'in', ids)
    .where('night', '>=', firstDay)
    .where('night', '<=', lastSheetDay)
    .orderBy('room_id')
    .orderBy('night')
    .execute()
  const rowsByRoom = Map.groupBy(rows, (row) => row.room_id)
  return new Map(
    [...rowsByRoom].map(([id, nights]) => [id, new Map(nights.map((row) => [row.night, row.capacity - row.sold]))]),
  )
}

/** Merges adjacent equal days into runs, and omits the usual values. */
function toRuns<Value>(
  values: ReadonlyMap<number, Value>,
  firstDay: number,
  isSame: (a: Value, b: Value) => boolean,
  isDefault: (value: Value) => boolean,
): Run<Value>[] {
  const runs: Run<Value>[] = []
  for (const [day, value] of values) {
    if (isDefault(value)) continue
    const run = runs.at(-1)
    if (run && run.at + run.days === day - firstDay && isSame(run.value, value)) run.days++
    else runs.push({ at: day - firstDay, days: 1, value })
  }
  return runs
}
