import { getBookingReference } from '#stays/bookings/store.ts'
import { sql } from 'kysely'
import { loadBalances, getRemainingAmount } from '#stays/bookings/balance.ts'
import { loadCompany } from '#content/company.ts'
import { entryAmountOwed } from '#ledger/stay-balance.ts'
import { startOfDay } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import { balanceReasons, type BalanceReason } from './balance-reasons.ts'
import { MAX_NIGHTS } from './stays.ts'

/** The open balance of a stay when a day is closed, and the reason. */
export interface OpenBalance {
  code: string
  name: string
  /** Negative: a refund is due. */
  owedPoisha: number
  why: BalanceReason
}

/**
 * Returns the open balances of a day, one per stay: its departures, its no-show and cancellation fees, and guests in
 * house with unpaid past nights. Refunds due are included, however old. Later nights and later charges are not due yet.
 */
export async function listOpenBalances(db: Database, ctx: RequestContext, day: number): Promise<OpenBalance[]> {
  const { timeZone } = await loadCompany(db, ctx)
  const [startsAt, endsAt] = [await findStartOfOpenItems(db, timeZone, day), startOfDay(timeZone, day + 1)]
  const rows = [
    ...(await findDepartures(db, day, { startsAt, endsAt })),
    ...(await findCancellations(db, { startsAt, endsAt })),
    ...(await findGuestsInHouse(db, day)),
    ...(await findOverpaidBookings(db, endsAt)),
  ]
  const stays = Map.groupBy(rows, getBookingReference)
  const balances = await loadBalances(db, [...stays.keys()])
  const futureNights = await sumFutureNights(db, rows, day)
  const laterCharges = await sumLaterCharges(db, [...stays.keys()], day)
  return [...stays]
    .flatMap(([code, stayRows]): OpenBalance[] => {
      const balance = getRemainingAmount(balances.get(code))
      const reason = getReason(stayRows, balance)
      const notDuePoisha = (reason === 'here' ? (futureNights.get(code) ?? 0) : 0) + (laterCharges.get(code) ?? 0)
      // A guest who has paid in advance for future nights is not owed a refund.
      const owedPoisha = balance > 0 ? Math.max(0, balance - notDuePoisha) : balance
      return owedPoisha === 0 ? [] : [{ code, name: stayRows[0]!.name, owedPoisha, why: reason }]
    })
    .toSorted((a, b) => balanceReasons.indexOf(a.why) - balanceReasons.indexOf(b.why))
}

/** Returns the start of a day, or the closing time of the day before if that was closed before midnight. */
async function findStartOfOpenItems(db: Database, timeZone: string, day: number): Promise<number> {
  const previousClosedDay = await db
    .selectFrom('closed_day')
    .select('closed_at')
    .where('day', '=', day - 1)
    .executeTakeFirst()
  return Math.min(startOfDay(timeZone, day), previousClosedDay ? previousClosedDay.closed_at + 1 : Infinity)
}

interface Row {
  code: string
  stay_code: string | null
  name: string
  status: BookingStatus
}

/** Returns why a stay is listed. A refund is due in any status. A stay is in house while one of its rooms is. */
function getReason(rows: readonly Row[], owedPoisha: number): BalanceReason {
  if (owedPoisha < 0) return 'back'
  const hasStatus = (status: BookingStatus) => rows.some((row) => row.status === status)
  if (hasStatus('checked_in')) return 'here'
  if (hasStatus('checked_out')) return 'left'
  return hasStatus('no_show') ? 'no_show' : 'cancelled'
}

const columns = ['code', 'stay_code', 'name', 'status'] as const

/** The maximum number of rows per reason. */
const MAX_BALANCES_PER_REASON = 500
/** Leaves out guests who checked out later than this many days after their departure day. */
export const MAX_LATE_DAYS = 14

type DayBounds = Record<'startsAt' | 'endsAt', number>

const findDepartures = (db: Database, day: number, { startsAt, endsAt }: DayBounds): Promise<Row[]> =>
  db
    .selectFrom('booking')
    .select(columns)
    .where('status', '=', 'checked_out')
    .where('check_out', '<=', day + 1)
    .where('check_out', '>=', day - MAX_LATE_DAYS)
    .where('left_at', '>=', startsAt)
    .where('left_at', '<', endsAt)
    .orderBy('check_out')
    .orderBy('id')
    .limit(MAX_BALANCES_PER_REASON)
    .execute()

const findCancellations = (db: Database, { startsAt, endsAt }: DayBounds): Promise<Row[]> =>
  db
    .selectFrom('booking')
    .select(columns)
    .where('cancelled_at', '>=', startsAt)
    .where('cancelled_at', '<', endsAt)
    .where('status', 'in', ['no_show', 'cancelled'])
    .orderBy('cancelled_at')
    .orderBy('id')
    .limit(MAX_BALANCES_PER_REASON)
    .execute()

const findGuestsInHouse = (db: Database, day: number): Promise<Row[]> =>
  db
    .selectFrom('booking')
    .select(columns)
    .where(sql<boolean>`status = 'checked_in'`)
    .where('check_in', '<=', day)
    .orderBy('check_out')
    .orderBy('id')
    .limit(MAX_BALANCES_PER_REASON)
    .execute()

/**
 * Finds stays with a pending refund, except those that ended at or after the given time. These appear in the closing of
 * the day on which they ended.
 */
const findOverpaidBookings = (db: Database, endsAt: number): Promise<Row[]> =>
  db
    .selectFrom('booking')
    .select(columns)
    .where(sql<boolean>`payment_status = 'refund_pending'`)
    .where(({ eb, fn, val }) => eb(fn.coalesce('cancelled_at', 'left_at', val(0)), '<', endsAt))
    .orderBy('id')
    .limit(MAX_BALANCES_PER_REASON)
    .execute()

/** Returns the charges to each stay after a day. Charges that were voided since then do not count. */
async function sumLaterCharges(db: Database, codes: readonly string[], day: number): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map()
  const sums = await db
    .selectFrom('ledger_entry')
    .select('stay_code')
    .select(sql<number | string>`sum(${entryAmountOwed})`.as('poisha'))
    .where('stay_code', 'in', codes)
    .where('reason', '=', 'charge')
    .where('business_day', '>', day)
    .groupBy('stay_code')
    .execute()
  return new Map(sums.map(({ stay_code, poisha }) => [stay_code!, Math.max(0, Number(poisha))]))
}

/** Returns the price of the nights after a day for each stay in house, over all its rooms. */
async function sumFutureNights(db: Database, rows: readonly Row[], day: number): Promise<Map<string, number>> {
  const codes = rows.filter(({ status }) => status === 'checked_in').map(getBookingReference)
  if (codes.length === 0) return new Map()
  const sums = await db
    .selectFrom('booking')
    .innerJoin('booking_night', 'booking_night.booking_id', 'booking.id')
    .select(({ fn }) => [
      sql<string>`coalesce(stay_code, code)`.as('stay'),
      fn.sum<number | string>('price_poisha').as('poisha'),
    ])
    .where((row) => row.or([row('code', 'in', codes), row('stay_code', 'in', codes)]))
    .where('status', 'in', ['confirmed', 'checked_in'])
    .where('night', '>', day)
    .where('night', '<=', day + MAX_NIGHTS)
    .groupBy(sql`coalesce(stay_code, code)`)
    .execute()
  return new Map(sums.map(({ stay, poisha }) => [stay, Number(poisha)]))
}
