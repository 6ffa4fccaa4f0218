import { codeOf } from '#stays/bookings/store.ts'
import { sql } from 'kysely'
import { owedOf, stillOwed } from '#stays/bookings/owed.ts'
import { companyOf } from '#content/company.ts'
import { dayBegins } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import { MAX_NIGHTS } from './stays.ts'

/** The open balance of a stay when a day is closed, and the reason. */
export interface Balance {
  code: string
  name: string
  /** Negative: a refund is due. */
  owedPoisha: number
  why: Why
}

/**
 * Why a balance is open: left that day, did not arrive, cancelled, in house and owes for past nights, or paid too much.
 */
const whys = ['left', 'no_show', 'cancelled', 'here', 'back'] as const
type Why = (typeof whys)[number]

/**
 * Returns every balance that a day leaves open, once per stay: departures of the day, its no-show and cancellation
 * fees, guests in house with unpaid past nights, and all refunds due, however old. Future nights are not due yet.
 */
export async function openBalances(db: Database, ctx: RequestContext, day: number): Promise<Balance[]> {
  const { timeZone } = await companyOf(db, ctx)
  const [begins, ends] = [dayBegins(timeZone, day), dayBegins(timeZone, day + 1)]
  const rows = [
    ...(await whoLeft(db, day, { begins, ends })),
    ...(await whoCameToNothing(db, { begins, ends })),
    ...(await whoIsHere(db, day)),
    ...(await whoPaidTooMuch(db)),
  ]
  const stays = Map.groupBy(rows, codeOf)
  const owed = await owedOf(db, [...stays.keys()])
  const toCome = await nightsToCome(db, rows, day)
  return [...stays]
    .flatMap(([code, same]): Balance[] => {
      const all = stillOwed(owed.get(code))
      const why = whyOf(same, all)
      // Paying ahead does not make a refund due.
      const owedPoisha = all > 0 && why === 'here' ? Math.max(0, all - (toCome.get(code) ?? 0)) : all
      return owedPoisha === 0 ? [] : [{ code, name: same[0]!.name, owedPoisha, why }]
    })
    .toSorted((a, b) => whys.indexOf(a.why) - whys.indexOf(b.why))
}

interface Row {
  code: string
  stay_code: string | null
  name: string
  status: BookingStatus
}

/** A stay is in house while one of its rooms is. A refund is due whatever the status. */
function whyOf(rows: readonly Row[], owedPoisha: number): Why {
  if (owedPoisha < 0) return 'back'
  const has = (status: BookingStatus) => rows.some((row) => row.status === status)
  if (has('checked_in')) return 'here'
  if (has('checked_out')) return 'left'
  return has('no_show') ? 'no_show' : 'cancelled'
}

const columns = ['code', 'stay_code', 'name', 'status'] as const

/** The maximum number of rows per reason. */
const MAX_TOLD = 500
/** Guests may check out this many days late. */
const LATE_DAYS = 14

type Moments = Record<'begins' | 'ends', number>

const whoLeft = (db: Database, day: number, { begins, ends }: Moments): Promise<Row[]> =>
  db
    .selectFrom('booking')
    .select(columns)
    .where('status', '=', 'checked_out')
    .where('check_out', '<=', day + 1)
    .where('check_out', '>=', day - LATE_DAYS)
    .where('left_at', '>=', begins)
    .where('left_at', '<', ends)
    .orderBy('check_out')
    .orderBy('id')
    .limit(MAX_TOLD)
    .execute()

const whoCameToNothing = (db: Database, { begins, ends }: Moments): Promise<Row[]> =>
  db
    .selectFrom('booking')
    .select(columns)
    .where('cancelled_at', '>=', begins)
    .where('cancelled_at', '<', ends)
    .where('status', 'in', ['no_show', 'cancelled'])
    .orderBy('cancelled_at')
    .orderBy('id')
    .limit(MAX_TOLD)
    .execute()

const whoIsHere = (db: Database, day: number): Promise<Row[]> =>
  db
    .selectFrom('booking')
    .select(columns)
    .where(sql<boolean>`status = 'checked_in'`)
    .where('check_in', '<=', day)
    .orderBy('check_out')
    .orderBy('id')
    .limit(MAX_TOLD)
    .execute()

const whoPaidTooMuch = (db: Database): Promise<Row[]> =>
  db
    .selectFrom('booking')
    .select(columns)
    .where(sql<boolean>`payment_status = 'refund_pending'`)
    .orderBy('id')
    .limit(MAX_TOLD)
    .execute()

/** Returns what the nights after a day cost per stay in house, over all of its rooms. */
async function nightsToCome(db: Database, rows: readonly Row[], day: number): Promise<Map<string, number>> {
  const codes = rows.filter(({ status }) => status === 'checked_in').map(codeOf)
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
