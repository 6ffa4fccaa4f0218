import { getBookingReference } from '#stays/bookings/store.ts'
import { sql } from 'kysely'
import { dayIn, startOfDay } from '#platform/clock.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { loadBalances, getRemainingAmount } from '#stays/bookings/balance.ts'
import { readStayCustomers, type StayCustomer } from '#stays/customers/stay-customer.ts'
import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { guestFieldNames, pickFields, type GuestField } from '#stays/bookings/guest-fields.ts'
import type { UnitCondition } from '#schema/bookings.ts'
import { MAX_LATE_DAYS } from './balances.ts'
import { readCurrentCondition } from './housekeeping/condition.ts'
import { readFirstOpenNight } from './days.ts'
import { countIncompleteEntries } from './incomplete-entries.ts'
import { readOpenNotes, type Note } from './notes.ts'
import { MAX_NIGHTS, getNightsWithoutUnit, readStays, type DeskStay, type StayPart } from './stays.ts'

/** A stay on the sheet of a day. */
export interface SheetRow {
  stay: DeskStay
  /** The data about the guest from the booking. */
  guest: Record<GuestField, string>
  /** The preferences of the guest that staff have noted. */
  preferences: string
  /** The unit for tonight, or the last one. Null: none is assigned yet. */
  unit: { id: number; name: string; condition: UnitCondition } | null
  /** The name of the guest who is still in the assigned unit. */
  occupiedBy: string | null
  /** The balance of the whole stay. Negative: a refund is due. */
  owedPoisha: number
  /** The customer to whom the stay can be billed, or null. */
  customer: StayCustomer | null
  /** Whether the arrival or departure was due before today. */
  isLate: boolean
  /** Open notes about the stay, due or not. */
  notes: Note[]
  /** The nights without a unit, in the first room type that has any. Null: none. */
  needsUnit: Omit<StayPart, 'unitId'> | null
  /** The number of guests without a complete entry in the guest register. */
  unregistered: number
}

export interface Sheet {
  day: number
  arrivals: SheetRow[]
  departures: SheetRow[]
  inHouse: SheetRow[]
  /** The number of stays in house that arrived today. */
  arrived: number
  pastDepartures: SheetRow[]
  /** Tonight: units in use, units closed, and rooms sold. */
  units: number
  closed: number
  sold: number
}

/**
 * Returns today's arrivals, departures and guests in house. An overdue arrival stays on the list until its day is
 * closed.
 */
export async function readTodaysSheet(db: Database, ctx: Pick<RequestContext, 'now' | 'visit'>): Promise<Sheet> {
  const company = await loadCompany(db, ctx)
  const day = computeToday(company, ctx.now)
  const firstOpenNight = await readFirstOpenNight(db, day)
  const rows = await db
    .selectFrom('booking')
    .select(['id', 'arrived_at', 'left_at', ...guestFieldNames])
    .select(({ selectFrom }) =>
      selectFrom('account').select('preferences').whereRef('account.id', '=', 'guest_id').as('preferences'),
    )
    .where((row) =>
      row.or([
        row('status', '=', 'checked_in'),
        row.and([
          row('status', '=', 'confirmed'),
          row('check_in', '<=', day),
          row('check_in', '>=', firstOpenNight - MAX_NIGHTS),
          row('check_out', '>', firstOpenNight),
        ]),
        row.and([
          row('status', '=', 'checked_out'),
          row('check_out', '>=', day - MAX_LATE_DAYS),
          row('check_in', '<=', day),
          row('left_at', '>=', startOfDay(company.timeZone, day)),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute()
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const stays = await readStays(
    db,
    rows.map(({ id }) => id),
  )
  const units = await readUnits(db, ctx, stays, day)
  const codes = [...new Set(stays.map(getBookingReference))]
  const [balances, customers] = [await loadBalances(db, codes), await readStayCustomers(db, codes)]
  const [notes, incompleteCounts] = [await readOpenNotes(db, codes), await countIncompleteEntries(db, ctx, stays)]
  const isToday = (at: number | null) => at !== null && dayIn(company.timeZone, at) === day
  const inHouseStays = stays.filter(({ status }) => status === 'checked_in')
  const toRow = (stay: DeskStay): SheetRow => {
    const unit = units.get(findUnitAt(stay, day) ?? 0) ?? null
    const occupant =
      stay.status === 'confirmed' &&
      unit &&
      inHouseStays.find((h) => findUnitAt(h, day - 1) === unit.id && h.check_out <= day)
    return {
      stay,
      guest: pickFields(guestFieldNames, rowById.get(stay.id)!),
      preferences: rowById.get(stay.id)!.preferences ?? '',
      unit,
      occupiedBy: occupant ? occupant.name : null,
      owedPoisha: getRemainingAmount(balances.get(getBookingReference(stay))),
      customer: customers.get(getBookingReference(stay)) ?? null,
      isLate: stay.status === 'confirmed' ? stay.check_in < day : stay.check_out < day,
      notes: notes.get(getBookingReference(stay)) ?? [],
      needsUnit: getNightsWithoutUnit(stay),
      unregistered: incompleteCounts.get(stay.id) ?? 0,
    }
  }
  const toRows = (list: readonly DeskStay[]) => list.map(toRow).toSorted(compareByUrgency)
  return {
    day,
    arrivals: toRows(stays.filter(({ status }) => status === 'confirmed')),
    departures: toRows(inHouseStays.filter(({ check_out }) => check_out <= day)),
    inHouse: inHouseStays.map(toRow).toSorted(compareByUnit),
    arrived: inHouseStays.filter(({ arrived_at }) => isToday(arrived_at)).length,
    pastDepartures: stays
      .filter(({ status, left_at }) => status === 'checked_out' && isToday(left_at))
      .map(toRow)
      .toSorted(compareByUnit),
    ...(await countTonightsUnits(db, day)),
  }
}

/** The maximum number of rows. The search finds other stays. */
const MAX_ROWS = 2_000

/** The unit on a night. Before the stay it is the first unit, after it the last. */
function findUnitAt({ nights }: Pick<DeskStay, 'nights'>, night: number): number | null {
  const shownNight = nights.findLast((n) => n.night <= night) ?? nights[0]
  return shownNight?.unitId ?? null
}

async function readUnits(
  db: Database,
  ctx: Pick<RequestContext, 'now' | 'visit'>,
  stays: readonly DeskStay[],
  day: number,
) {
  const ids = [...new Set(stays.flatMap((stay) => findUnitAt(stay, day) ?? []))]
  if (ids.length === 0) return new Map<number, NonNullable<SheetRow['unit']>>()
  const rows = await db
    .selectFrom('unit')
    .leftJoin('unit_state', 'unit_state.unit_id', 'unit.id')
    .select(['unit.id', 'unit.name', (await readCurrentCondition(db, ctx)).as('condition')])
    .where('unit.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name, condition }) => [id, { id, name, condition }]))
}

async function countTonightsUnits(db: Database, day: number) {
  const { rows } = await sql<Record<'units' | 'closed' | 'sold', number | string | null>>`
    select (select count(*) from unit where active = 1) as units,
      (select count(*) from unit_night join unit on unit.id = unit_night.unit_id
        where night = cast(${day} as integer) and closure_id is not null and unit.active = 1) as closed,
      (select sum(sold) from inventory where night = cast(${day} as integer)) as sold`.execute(db)
  const [row] = rows
  return { units: Number(row!.units), closed: Number(row!.closed), sold: Number(row!.sold ?? 0) }
}

/** Overdue stays come first, then guests who cannot move in yet. */
const compareByUrgency = (a: SheetRow, b: SheetRow) =>
  Number(b.isLate) - Number(a.isLate) ||
  Number(isBlocked(b)) - Number(isBlocked(a)) ||
  compareByUnit(a, b) ||
  a.stay.id - b.stay.id

/** Returns whether an arriving guest has no room, or somebody is still in it. */
const isBlocked = ({ stay, unit, occupiedBy }: SheetRow): boolean =>
  stay.status === 'confirmed' && (unit === null || occupiedBy !== null)

const compareByUnit = (a: SheetRow, b: SheetRow) =>
  (a.unit?.name ?? '').localeCompare(b.unit?.name ?? '', 'en', { numeric: true })
