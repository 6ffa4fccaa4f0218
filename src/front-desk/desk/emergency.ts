import { getRoomName } from '#stays/bookings/stay-views.ts'
import { loadCompany, pickTranslation } from '#content/company.ts'
import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { readTodaysSheet, type SheetRow } from './sheet.ts'

/** The data about today that staff need on paper during a power cut. */
export interface EmergencyData {
  companyName: string
  day: string
  /** Whether the user may see money. */
  hasMoney: boolean
  inHouse: Guest[]
  arrivals: Guest[]
  departures: Guest[]
  /** Units that are not available tonight. `until` is null if the end is unknown. */
  closed: { unit: string; until: string | null; reason: string }[]
  staff: { name: string; phone: string }[]
}

interface Guest {
  /** The number of the unit, or the room type if no unit is assigned. */
  room: string
  name: string
  phone: string
  persons: number
  /** Poisha. Negative: a refund is due. Null: the user may not see money. */
  owedPoisha: number | null
  from: string
  to: string
  arrivedAt: number | null
  leftAt: number | null
}

/** Amounts are left out if the account is null or may not see money. */
type EmergencyContext = Pick<RequestContext, 'account' | 'language' | 'now' | 'visit'>

/** Returns today's sheet with closed units and the phone numbers of staff. */
export async function readEmergencyData(db: Database, ctx: EmergencyContext): Promise<EmergencyData> {
  const company = await loadCompany(db, ctx)
  const { day, inHouse, arrivals, departures, pastDepartures } = await readTodaysSheet(db, ctx)
  const canSeeMoney = hasPermission(ctx.account, 'see money')
  const toGuests = (rows: readonly SheetRow[]): Guest[] =>
    rows
      .map(({ stay, guest, unit, owedPoisha }) => ({
        room: unit?.name ?? getRoomName(stay, ctx.language),
        name: guest.name,
        phone: guest.phone,
        persons: stay.adults + stay.children,
        owedPoisha: canSeeMoney ? owedPoisha : null,
        from: isoDay(stay.check_in),
        to: isoDay(stay.check_out),
        arrivedAt: stay.arrived_at,
        leftAt: stay.left_at,
      }))
      .toSorted((a, b) => numericCollator.compare(a.room, b.room))
  return {
    companyName: pickTranslation(company.houseName, ctx.language),
    day: isoDay(day),
    hasMoney: canSeeMoney,
    inHouse: toGuests(inHouse),
    arrivals: toGuests(arrivals),
    departures: toGuests([...departures, ...pastDepartures]),
    closed: await findUnitsClosedTonight(db, day),
    staff: await readStaffPhones(db),
  }
}

const numericCollator = new Intl.Collator('en', { numeric: true })

/** Returns the units that are closed on this date or that housekeeping has marked as out of service. */
async function findUnitsClosedTonight(db: Database, day: number): Promise<EmergencyData['closed']> {
  const closures = await db
    .selectFrom('unit_closure')
    .innerJoin('unit', 'unit.id', 'unit_closure.unit_id')
    .select(['unit.name', 'to_day', 'reason'])
    .where('unit.active', '=', 1)
    .where('from_day', '<=', day)
    .where('to_day', '>', day)
    .execute()
  const unusableUnits = await db
    .selectFrom('unit_state')
    .innerJoin('unit', 'unit.id', 'unit_state.unit_id')
    .select(['unit.name', 'note'])
    .where('unit.active', '=', 1)
    .where('condition', '=', 'out_of_service')
    .execute()
  return [
    ...closures.map(({ name, to_day, reason }) => ({ unit: name, until: isoDay(to_day) as string | null, reason })),
    ...unusableUnits.map(({ name, note }) => ({ unit: name, until: null, reason: note })),
  ].toSorted((a, b) => numericCollator.compare(a.unit, b.unit))
}

const readStaffPhones = async (db: Database): Promise<EmergencyData['staff']> => {
  const rows = await db
    .selectFrom('account')
    .select(['name', 'phone'])
    .where('role', 'in', ['staff', 'owner'])
    .where('closed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('phone', 'is not', null)
    .where('phone', '<>', '')
    .orderBy('name')
    .limit(30)
    .execute()
  return rows.map(({ name, phone }) => ({ name, phone: phone! }))
}
