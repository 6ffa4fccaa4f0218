import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { PageVersion } from '#platform/http/page-cache.ts'
import { loadDatedRates } from './free-rooms.ts'
import { findViolation, indexByDay, type DatedRate } from './price.ts'
import { computeToday, type Stay } from './stay.ts'
import { listDays } from '#platform/day.ts'

/** The stay with the lowest price per night in a room. */
export interface CheapestStay {
  nights: number
  totalPoisha: number
}

export type FindCheapestStays = (
  db: Database,
  ctx: RequestContext,
  roomIds: readonly number[],
) => Promise<Map<number, CheapestStay>>

/**
 * Creates a function that finds the cheapest stay of any length in each room, for "from" prices. Keeps the results
 * until the content or the day changes.
 */
export function cacheCheapestStays(pageVersion: () => PageVersion): FindCheapestStays {
  let cache = { key: '', stays: new Map<number, CheapestStay | undefined>() }
  return async (db, ctx, roomIds) => {
    // Read before the data, so that the data may be newer than this version but never older.
    const version = pageVersion()
    const company = await loadCompany(db, ctx)
    const key = `${version} ${computeToday(company, ctx.now)}`
    if (cache.key !== key) cache = { key, stays: new Map() }
    const { stays } = cache
    const unknownIds = roomIds.filter((id) => !stays.has(id))
    const loadedStays = await loadCheapestStays(db, ctx, unknownIds)
    for (const id of unknownIds) stays.set(id, loadedStays.get(id))
    return new Map(roomIds.flatMap((id) => (stays.get(id) ? [[id, stays.get(id)!] as const] : [])))
  }
}

/** Only stays within this many days from today are searched. */
const SEARCHED_DAYS = 90

/**
 * Finds the cheapest stay in each room that prices, rules and closures allow, of any length or of a number of nights.
 * Ignores sold nights, because cached pages do not depend on sales (decision 4).
 */
export async function loadCheapestStays(
  db: Database,
  ctx: RequestContext,
  roomIds: readonly number[],
  nights?: number,
): Promise<Map<number, CheapestStay>> {
  if (roomIds.length === 0) return new Map()
  const company = await loadCompany(db, ctx)
  const checkIn = computeToday(company, ctx.now)
  const searchedPeriod = { checkIn, checkOut: checkIn + Math.min(SEARCHED_DAYS, company.horizonDays) }
  const [minNights, maxNights] = [nights ?? 1, Math.min(nights ?? Infinity, company.maxNights)]
  const rooms = await db.selectFrom('room').select(['id', 'price_poisha']).where('id', 'in', roomIds).execute()
  const rates = await loadDatedRates(db, roomIds, searchedPeriod)
  const openNights = await loadOpenNights(db, roomIds, searchedPeriod)
  return new Map(
    rooms.flatMap(({ id, price_poisha }) => {
      const room = { price_poisha, rates: rates.get(id) ?? [], openNights: openNights.get(id) ?? new Set<number>() }
      const cheapestStay = findCheapestStay(room, { days: searchedPeriod, minNights, maxNights })
      return cheapestStay ? [[id, cheapestStay] as const] : []
    }),
  )
}

/** Loads the nights on which at least one unit of a room is not closed. */
async function loadOpenNights(
  db: Database,
  roomIds: readonly number[],
  days: Stay,
): Promise<Map<number, ReadonlySet<number>>> {
  const units = await db
    .selectFrom('unit')
    .leftJoin('unit_closure', (join) =>
      join
        .onRef('unit_closure.unit_id', '=', 'unit.id')
        .on('unit_closure.from_day', '<', days.checkOut)
        .on('unit_closure.to_day', '>', days.checkIn),
    )
    .select(['unit.id', 'unit.room_id', 'unit_closure.from_day', 'unit_closure.to_day'])
    .where('unit.room_id', 'in', roomIds)
    .where('unit.active', '=', 1)
    .execute()
  const nights = listDays(days.checkIn, days.checkOut)
  return new Map(
    [...Map.groupBy(units, ({ room_id }) => room_id)].map(([roomId, rows]) => {
      const closuresByUnit = [...Map.groupBy(rows, ({ id }) => id).values()]
      const isOpen = (night: number) =>
        closuresByUnit.some((closures) =>
          closures.every(({ from_day, to_day }) => from_day === null || night < from_day || night >= to_day!),
        )
      return [roomId, new Set(nights.filter(isOpen))]
    }),
  )
}

interface SearchedRoom {
  price_poisha: number
  rates: readonly DatedRate[]
  openNights: ReadonlySet<number>
}

function findCheapestStay(
  { price_poisha, rates, openNights }: SearchedRoom,
  { days, minNights, maxNights }: { days: Stay; minNights: number; maxNights: number },
): CheapestStay | undefined {
  const ratesByDay = indexByDay(rates)
  let cheapestStay: CheapestStay | undefined
  for (let { checkIn } = days; checkIn < days.checkOut; checkIn++) {
    const lastNight = Math.min(checkIn + maxNights, days.checkOut) - 1
    let totalPoisha = 0
    for (let night = checkIn; night <= lastNight && openNights.has(night); night++) {
      totalPoisha += ratesByDay.get(night)?.price_poisha ?? price_poisha
      const nights = night - checkIn + 1
      if (
        nights < minNights ||
        (cheapestStay && totalPoisha * cheapestStay.nights >= cheapestStay.totalPoisha * nights)
      )
        continue
      if (!findViolation(ratesByDay, { checkIn, checkOut: night + 1 })) cheapestStay = { nights, totalPoisha }
    }
  }
  return cheapestStay
}
