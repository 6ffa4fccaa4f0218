import { shiftNights, type NightSold } from '#stays/availability/inventory.ts'
import { takeUnits } from '#stays/availability/unit-nights.ts'
import { keepMoney } from '#stays/bookings/owed.ts'
import { codeOf, bookingByCode } from '#stays/bookings/store.ts'
import { tellStay, type StayEvent } from '#stays/bookings/presenter.ts'
import { wholeStay } from '#stays/bookings/whole-stay.ts'
import { companyOf } from '#content/company.ts'
import { constraintOf } from '#platform/database/constraint.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import { conflict } from '#platform/errors.ts'
import { bdtOf } from '#platform/money.ts'
import { recordChange } from '#platform/work/audit.ts'
import type { Action } from '#schema/actions.ts'
import { altered, holdsNights, type DeskNight, type DeskStay } from './stays.ts'

/** A stay before and after a change. */
export interface Change {
  before: DeskStay
  after: DeskStay
}

/** Runs a desk operation in a transaction. Translates violated database constraints into user-facing errors. */
export const atDesk = <Done>(db: Database, work: (transaction: Transaction) => Promise<Done>): Promise<Done> =>
  inTransaction(db, work).catch((error: unknown) => {
    const constraint = constraintOf(error)
    if (constraint === 'no_overbooking') throw conflict('desk.sold_out')
    throw constraint === 'unit_night_pk' ? conflict('desk.unit_taken') : error
  })

/**
 * Changes stays, all or none; the desk changes stays only here. Uses the same night counters as every booking; a unique
 * key prevents assigning a unit twice. Stores the previous state for undo, logs the changes, and publishes an event per
 * stay.
 * The caller must have locked the stays.
 */
export async function changeStays(
  db: Transaction,
  ctx: RequestContext,
  act: Action,
  changes: readonly Change[],
  { reason = '', also, undoes = false, toldAs }: ToldOfAct = {},
): Promise<number> {
  const units = changes.flatMap(({ before, after }) => unitsOf([...before.nights, ...after.nights]))
  await takeUnits(db, units)
  await shiftNights(db, shiftsOf(changes))
  for (const { before } of changes) await db.deleteFrom('unit_night').where('booking_id', '=', before.id).execute()
  for (const change of changes) {
    await writeBooking(db, change)
    await writeNights(db, change)
  }
  await giveUnits(db, changes)
  const codes = new Set(changes.map(({ before }) => codeOf(before)))
  await keepMoney(db, ctx, [...codes])
  for (const code of codes)
    await tellWhatBecame(
      db,
      ctx,
      act,
      code,
      changes.filter((change) => codeOf(change.before) === code),
    )
  const names = await namesOf(db, units)
  for (const { before, after } of toldAs ? changes.slice(0, 1) : changes) {
    await recordChange(
      db,
      ctx,
      act,
      `booking ${codeOf(before)}`,
      toldAs ?? { before: told(before, names), after: { ...told(after, names), ...also, ...(reason && { reason }) } },
    )
  }
  const { id } = await db
    .insertInto('desk_act')
    .values({
      at: ctx.now,
      account_id: ctx.account!.id,
      act,
      before: JSON.stringify(changes.map(({ before }) => kept(before, before.version))),
      after: JSON.stringify(changes.map(({ before, after }) => kept(after, before.version + 1))),
      undone_at: undoes ? ctx.now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The published event per action. Other actions publish `stay.changed` if a published field changed. */
const calledOutside: Partial<Record<Action, StayEvent>> = {
  'guest arrived': 'stay.checked_in',
  'guest left': 'stay.checked_out',
  'guest did not come': 'stay.no_show',
  'booking cancelled': 'stay.cancelled',
  'cancelling taken back': 'stay.confirmed',
}

async function tellWhatBecame(
  db: Transaction,
  ctx: RequestContext,
  act: Action,
  code: string,
  changes: readonly Change[],
): Promise<void> {
  const seen = ({ status, check_in, check_out, adults, children, total_poisha, nights }: DeskStay) =>
    JSON.stringify([status, check_in, check_out, adults, children, total_poisha, nights.map(({ roomId }) => roomId)])
  if (changes.every(({ before, after }) => seen(before) === seen(after))) return
  const origin = { now: ctx.now, company: await companyOf(db, ctx) }
  await tellStay(db, origin, calledOutside[act] ?? 'stay.changed', code, async () =>
    wholeStay(db, await bookingByCode(db, code)),
  )
}

interface ToldOfAct {
  reason?: string
  /** Added to the log entry, next to the new state of the stay. */
  also?: object
  undoes?: boolean
  /** One log entry for all rooms of a stay. Without it, each room has its own entry. */
  toldAs?: { before: object; after: object }
}

type Names = ReadonlyMap<number, string>
async function namesOf(db: Database, unitIds: readonly number[]): Promise<Names> {
  if (unitIds.length === 0) return new Map()
  const rows = await db.selectFrom('unit').select(['id', 'name']).where('id', 'in', unitIds).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const unitsOf = (nights: readonly DeskNight[]) => nights.flatMap(({ unitId }) => unitId ?? [])

/** The state of a stay that an operation stores. Contains no guest details. */
const kept = (stay: DeskStay, version: number): KeptStay => ({
  id: stay.id,
  version,
  ...alteredOf(stay),
  nights: stay.nights,
})
export type KeptStay = Pick<DeskStay, 'id' | 'version' | 'nights' | (typeof altered)[number]>

const alteredOf = (stay: DeskStay) =>
  Object.fromEntries(altered.map((name) => [name, stay[name]])) as Pick<DeskStay, (typeof altered)[number]>

/** Returns how many more or fewer rooms are sold per night. */
export const shiftsOf = (changes: readonly Change[]): NightSold[] => addedUp(changes.flatMap(shiftsOfOne))

function shiftsOfOne({ before, after }: Change): NightSold[] {
  const of = (stay: DeskStay, by: number) =>
    holdsNights(stay) ? stay.nights.map(({ roomId, night }) => ({ roomId, night, by })) : []
  return [...of(before, -1), ...of(after, 1)]
}

/** Adds up the changes per room and night, because a statement must not touch a row twice. */
const addedUp = (shifts: readonly NightSold[]): NightSold[] =>
  [...Map.groupBy(shifts, ({ roomId, night }) => `${roomId} ${night}`).values()].map((same) => ({
    ...same[0]!,
    by: same.reduce((sum, { by }) => sum + by, 0),
  }))

async function writeBooking(db: Transaction, { before, after }: Change): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('booking')
    .set({ ...alteredOf(after), version: before.version + 1 })
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('desk.changed_meanwhile', { name: before.name })
}

async function writeNights(db: Transaction, { before, after }: Change): Promise<void> {
  const were = new Map(before.nights.map((n) => [n.night, n]))
  const stays = new Set(after.nights.map(({ night }) => night))
  const gone = before.nights.filter(({ night }) => !stays.has(night)).map(({ night }) => night)
  if (gone.length > 0)
    await db.deleteFrom('booking_night').where('booking_id', '=', before.id).where('night', 'in', gone).execute()
  const changed = after.nights.filter(({ night, roomId, pricePoisha, vatPoisha }) => {
    const was = were.get(night)
    return was?.roomId !== roomId || was.pricePoisha !== pricePoisha || was.vatPoisha !== vatPoisha
  })
  if (changed.length === 0) return
  await db
    .insertInto('booking_night')
    .values(
      changed.map(({ night, roomId, pricePoisha, vatPoisha }) => ({
        booking_id: before.id,
        night,
        room_id: roomId,
        price_poisha: pricePoisha,
        vat_poisha: vatPoisha,
      })),
    )
    .onConflict((known) =>
      known.columns(['booking_id', 'night']).doUpdateSet(({ ref }) => ({
        room_id: ref('excluded.room_id'),
        price_poisha: ref('excluded.price_poisha'),
        vat_poisha: ref('excluded.vat_poisha'),
      })),
    )
    .execute()
}

async function giveUnits(db: Transaction, changes: readonly Change[]): Promise<void> {
  const rows = changes
    .filter(({ after }) => holdsNights(after))
    .flatMap(({ after }) =>
      after.nights.flatMap(({ night, unitId }) =>
        unitId === null ? [] : [{ unit_id: unitId, night, booking_id: after.id, closure_id: null }],
      ),
    )
    .toSorted((a, b) => a.unit_id - b.unit_id || a.night - b.night)
  if (rows.length > 0) await db.insertInto('unit_night').values(rows).execute()
}

/** The log fields of a stay: dates, status, units, price and guests. */
const told = (stay: DeskStay, names: Names) => ({
  checkin: isoDay(stay.check_in),
  checkout: isoDay(stay.check_out),
  status: stay.status,
  room: stay.room_name_en,
  units: spans(stay.nights, names),
  total: bdtOf(stay.total_poisha),
  adults: stay.adults,
  children: stay.children,
})

/** The units of a stay, each with its first night and the day after its last. */
const spans = (nights: readonly DeskNight[], names: Names): string =>
  nights
    .reduce<{ unit: number; from: number; to: number }[]>((all, { night, unitId }) => {
      const last = all.at(-1)
      if (unitId === null) return all
      if (last?.unit === unitId && last.to === night) last.to = night + 1
      else all.push({ unit: unitId, from: night, to: night + 1 })
      return all
    }, [])
    .map(({ unit, from, to }) => `${names.get(unit)} ${isoDay(from)} – ${isoDay(to)}`)
    .join(', ')
