import { sql } from 'kysely'
import { readTakings, type Takings } from '#ledger/takings.ts'
import { loadUnits } from '#stays/availability/unit-totals.ts'
import type { Database } from '#platform/database/database.ts'
import { occupiedStatuses } from '../housekeeping/condition.ts'
import type { OpenBalance } from '../balances.ts'
import { MAX_NIGHTS } from '../stays.ts'

/** The figures of a day at its closing, stored as JSON. */
export interface DailyReport {
  rooms: { units: number; closed: number; sold: number }
  /** The revenue of the night itself, independent of the booking date. */
  night: Revenue
  /** Changes to earlier nights since their reports, for example because a check-in was recorded late. */
  corrections: (Revenue & { night: number; sold: number })[]
  /** The amounts that the ledger posted to this business day. */
  takings: Omit<Takings, 'customers'> & {
    /** Missing in reports that were stored before the app had customers. */
    customers?: Takings['customers']
  }
  balances: Pick<OpenBalance, 'code' | 'owedPoisha' | 'why'>[]
}

interface Revenue {
  netPoisha: number
  vatPoisha: number
}
type SoldNight = Revenue & { sold: number }

/** A change of a night counts as a correction for this number of days. */
const MAX_CORRECTED_DAYS = 60

/** Calculates the report of a day. The business day must be locked, so that the ledger does not change. */
export async function calculateDailyReport(
  db: Database,
  day: number,
  balances: readonly OpenBalance[],
): Promise<DailyReport> {
  const nights = await readSoldNights(db, day - MAX_CORRECTED_DAYS, day)
  const { units, closed } = (await loadUnits(db, { from: day, to: day + 1 }, day)).byNight.get(day) ?? noUnits
  const { sold, ...night } = nights.get(day) ?? noRevenue
  const reportedNights = await readReportedNights(db, day)
  return {
    rooms: { units, closed, sold },
    night,
    corrections: [...reportedNights].flatMap(([reportedDay, before]) => {
      const correction = { night: reportedDay, ...addRevenue(nights.get(reportedDay) ?? noRevenue, before, -1) }
      return correction.sold || correction.netPoisha || correction.vatPoisha ? [correction] : []
    }),
    takings: await readTakings(db, day),
    balances: balances.map(({ code, owedPoisha, why }) => ({ code, owedPoisha, why })),
  }
}

const noUnits = { units: 0, closed: 0 }
const noRevenue: SoldNight = { sold: 0, netPoisha: 0, vatPoisha: 0 }

const addRevenue = (one: SoldNight, other: SoldNight, sign: 1 | -1): SoldNight => ({
  sold: one.sold + sign * other.sold,
  netPoisha: one.netPoisha + sign * other.netPoisha,
  vatPoisha: one.vatPoisha + sign * other.vatPoisha,
})

/** Reads the nights of guests who have arrived. */
async function readSoldNights(db: Database, from: number, to: number): Promise<Map<number, SoldNight>> {
  const rows = await db
    .selectFrom('booking')
    .innerJoin('booking_night', 'booking_night.booking_id', 'booking.id')
    .select(({ fn }) => [
      'night',
      fn.countAll<number | string>().as('sold'),
      sql<number | string>`sum(booking_night.price_poisha - booking_night.vat_poisha)`.as('net'),
      fn.sum<number | string>('booking_night.vat_poisha').as('vat'),
    ])
    .where('status', 'in', occupiedStatuses)
    .where('check_in', '>', from - MAX_NIGHTS)
    .where('check_in', '<=', to)
    .where('night', '>=', from)
    .where('night', '<=', to)
    .groupBy('night')
    .execute()
  return new Map(
    rows.map(({ night, sold, net, vat }) => [
      night,
      { sold: Number(sold), netPoisha: Number(net), vatPoisha: Number(vat) },
    ]),
  )
}

/** Returns the figures of earlier nights from their reports, with the corrections so far. */
async function readReportedNights(db: Database, day: number): Promise<Map<number, SoldNight>> {
  const rows = await db
    .selectFrom('closed_day')
    .select(['day', 'report'])
    .where('day', '>=', day - MAX_CORRECTED_DAYS)
    .where('day', '<', day)
    .where('report', 'is not', null)
    .orderBy('day')
    .execute()
  const reports = rows.map((row) => ({ day: row.day, report: JSON.parse(row.report!) as DailyReport }))
  const nights = new Map(reports.map(({ day: night, report }) => [night, { sold: report.rooms.sold, ...report.night }]))
  for (const { corrections } of reports.map(({ report }) => report))
    for (const { night, ...correction } of corrections) {
      const before = nights.get(night)
      if (before) nights.set(night, addRevenue(before, correction, 1))
    }
  return nights
}
