import { adjustSoldNights, type SoldNightChange } from '#stays/availability/inventory.ts'
import { lockUnits, requireActiveUnits } from '#stays/availability/unit-nights.ts'
import { syncLedger } from '#stays/bookings/balance.ts'
import { getBookingReference, selectBookingByCode } from '#stays/bookings/store.ts'
import { emitStayEvent, type StayEvent } from '#stays/bookings/stay-views.ts'
import { loadStay } from '#stays/bookings/stay-with-rooms.ts'
import { loadCompany } from '#content/company.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import { conflict } from '#platform/errors.ts'
import { poishaToBdt } from '#platform/money.ts'
import { recordChange } from '#platform/audit.ts'
import type { Action } from '#schema/actions.ts'
import { translatorFor } from '#locales/both.ts'
import { describeOperation } from './describe-operation.ts'
import { changeableColumns, holdsNights, type DeskNight, type DeskStay } from './stays.ts'

/** A stay before and after a change. */
export interface Change {
  before: DeskStay
  after: DeskStay
  /** The charge that the change has added to the bill. An undo reverses it. */
  chargeId?: number
  /** Added to the log entry of this room. */
  extraFields?: object
}

/** A finished operation. */
export interface DeskOperation {
  /** The ID by which the operation can be undone. */
  id: number
  /** The result, in the language of the caller. */
  message: string
}

/** Runs a desk operation in a transaction. Translates violated database constraints into user-facing errors. */
export const runDeskTransaction = <Result>(
  db: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, work).catch((error: unknown) => {
    const constraint = findConstraintName(error)
    if (constraint === 'no_overbooking') throw conflict('desk.sold_out')
    throw constraint === 'unit_night_pk' ? conflict('desk.unit_taken') : error
  })

/**
 * Changes stays, all or none, with the same night counters as every booking. A unique key prevents assigning a unit
 * twice. Stores the previous state for undo, logs the changes, and publishes their events. The caller must have locked
 * the stays.
 */
export async function applyStayChanges(
  db: Transaction,
  ctx: RequestContext,
  action: Action,
  changes: readonly Change[],
  { reason = '', extraFields, isUndo = false, logEntry }: OperationLog = {},
): Promise<DeskOperation> {
  const unitIds = changes.flatMap(({ before, after }) => listUnitIds([...before.nights, ...after.nights]))
  await lockUnits(db, unitIds)
  await requireActiveUnits(db, listUnitIds(changes.flatMap(listNewAssignments)))
  await adjustSoldNights(db, countNightChanges(changes))
  for (const { before } of changes) await db.deleteFrom('unit_night').where('booking_id', '=', before.id).execute()
  for (const change of changes) {
    await writeBooking(db, change)
    await writeNights(db, change)
  }
  await insertUnitNights(db, changes)
  const codes = new Set(changes.map(({ before }) => getBookingReference(before)))
  await syncLedger(db, ctx, [...codes])
  for (const code of codes)
    await publishStayEvent(
      db,
      ctx,
      action,
      code,
      changes.filter((change) => getBookingReference(change.before) === code),
    )
  const names = await readUnitNames(db, unitIds)
  for (const { before, after, extraFields: fieldsOfRoom } of logEntry ? changes.slice(0, 1) : changes) {
    await recordChange(
      db,
      ctx,
      action,
      `booking ${getBookingReference(before)}`,
      logEntry ?? {
        before: toLogFields(before, names),
        after: { ...toLogFields(after, names), ...fieldsOfRoom, ...extraFields, ...(reason && { reason }) },
      },
    )
  }
  const { id } = await db
    .insertInto('desk_operation')
    .values({
      at: ctx.now,
      account_id: ctx.account!.id,
      action,
      before: JSON.stringify(changes.map(({ before }) => takeSnapshot(before, before.version))),
      after: JSON.stringify(
        changes.map(({ before, after, chargeId }) => ({ ...takeSnapshot(after, before.version + 1), chargeId })),
      ),
      undone_at: isUndo ? ctx.now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, message: describeOperation(action, changes, names, translatorFor(ctx.language)) }
}

/** The event that each action publishes. Other actions publish `stay.changed` if a published field changed. */
const publishedEvents: Partial<Record<Action, StayEvent>> = {
  'guest checked in': 'stay.checked_in',
  'guest checked out': 'stay.checked_out',
  'no-show recorded': 'stay.no_show',
  'booking cancelled': 'stay.cancelled',
  'cancellation undone': 'stay.confirmed',
}

async function publishStayEvent(
  db: Transaction,
  ctx: RequestContext,
  action: Action,
  code: string,
  changes: readonly Change[],
): Promise<void> {
  const getPublishedState = ({ status, check_in, check_out, adults, children, total_poisha, nights }: DeskStay) =>
    JSON.stringify([status, check_in, check_out, adults, children, total_poisha, nights.map(({ roomId }) => roomId)])
  if (changes.every(({ before, after }) => getPublishedState(before) === getPublishedState(after))) return
  const eventContext = { now: ctx.now, company: await loadCompany(db, ctx) }
  await emitStayEvent(db, eventContext, publishedEvents[action] ?? 'stay.changed', code, async () =>
    loadStay(db, await selectBookingByCode(db, code)),
  )
}

interface OperationLog {
  reason?: string
  /** Added to the log entry, next to the new state of the stay. */
  extraFields?: object | false
  isUndo?: boolean
  /** One log entry for all rooms of a stay. Without it, each room has its own entry. */
  logEntry?: { before: object; after: object }
}

export type UnitNames = ReadonlyMap<number, string>
async function readUnitNames(db: Database, unitIds: readonly number[]): Promise<UnitNames> {
  if (unitIds.length === 0) return new Map()
  const rows = await db.selectFrom('unit').select(['id', 'name']).where('id', 'in', unitIds).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The nights for which a stay gets a unit that it did not have. */
const listNewAssignments = ({ before, after }: Change): DeskNight[] =>
  after.nights.filter(({ night, unitId }) => before.nights.find((item) => item.night === night)?.unitId !== unitId)

const listUnitIds = (nights: readonly DeskNight[]) => nights.flatMap(({ unitId }) => unitId ?? [])

/** The state of a stay that an operation stores. Contains no guest details. */
const takeSnapshot = (stay: DeskStay, version: number): StaySnapshot => ({
  id: stay.id,
  version,
  ...pickChangeableColumns(stay),
  nights: stay.nights,
})
export type StaySnapshot = Pick<DeskStay, 'id' | 'version' | 'nights' | (typeof changeableColumns)[number]> &
  Pick<Change, 'chargeId'>

const pickChangeableColumns = (stay: DeskStay) =>
  Object.fromEntries(changeableColumns.map((name) => [name, stay[name]])) as Pick<
    DeskStay,
    (typeof changeableColumns)[number]
  >

/** Returns how many more or fewer rooms are sold per night. */
export const countNightChanges = (changes: readonly Change[]): SoldNightChange[] =>
  sumPerNight(changes.flatMap(listNightChanges))

function listNightChanges({ before, after }: Change): SoldNightChange[] {
  const listSoldNights = (stay: DeskStay, delta: number) =>
    holdsNights(stay) ? stay.nights.map(({ roomId, night }) => ({ roomId, night, delta })) : []
  return [...listSoldNights(before, -1), ...listSoldNights(after, 1)]
}

/** Adds up the changes per room and night, because a statement must not touch a row twice. */
const sumPerNight = (shifts: readonly SoldNightChange[]): SoldNightChange[] =>
  [...Map.groupBy(shifts, ({ roomId, night }) => `${roomId} ${night}`).values()].map((sameNight) => ({
    ...sameNight[0]!,
    delta: sameNight.reduce((sum, { delta }) => sum + delta, 0),
  }))

async function writeBooking(db: Transaction, { before, after }: Change): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('booking')
    .set({ ...pickChangeableColumns(after), version: before.version + 1 })
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('desk.changed_meanwhile', { name: before.name })
}

async function writeNights(db: Transaction, { before, after }: Change): Promise<void> {
  const nightsBefore = new Map(before.nights.map((n) => [n.night, n]))
  const remainingNights = new Set(after.nights.map(({ night }) => night))
  const removedNights = before.nights.filter(({ night }) => !remainingNights.has(night)).map(({ night }) => night)
  if (removedNights.length > 0)
    await db
      .deleteFrom('booking_night')
      .where('booking_id', '=', before.id)
      .where('night', 'in', removedNights)
      .execute()
  const changedNights = after.nights.filter(({ night, roomId, pricePoisha, vatPoisha }) => {
    const nightBefore = nightsBefore.get(night)
    return (
      nightBefore?.roomId !== roomId || nightBefore.pricePoisha !== pricePoisha || nightBefore.vatPoisha !== vatPoisha
    )
  })
  if (changedNights.length === 0) return
  await db
    .insertInto('booking_night')
    .values(
      changedNights.map(({ night, roomId, pricePoisha, vatPoisha }) => ({
        booking_id: before.id,
        night,
        room_id: roomId,
        price_poisha: pricePoisha,
        vat_poisha: vatPoisha,
      })),
    )
    .onConflict((builder) =>
      builder.columns(['booking_id', 'night']).doUpdateSet(({ ref }) => ({
        room_id: ref('excluded.room_id'),
        price_poisha: ref('excluded.price_poisha'),
        vat_poisha: ref('excluded.vat_poisha'),
      })),
    )
    .execute()
}

async function insertUnitNights(db: Transaction, changes: readonly Change[]): Promise<void> {
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

/** Returns the log fields of a stay: dates, status, units, price and guests. */
const toLogFields = (stay: DeskStay, names: UnitNames) => ({
  checkin: isoDay(stay.check_in),
  checkout: isoDay(stay.check_out),
  status: stay.status,
  room: stay.room_name_en,
  units: formatUnitSpans(stay.nights, names),
  total: poishaToBdt(stay.total_poisha),
  adults: stay.adults,
  children: stay.children,
})

/** Formats the units of a stay, each with its first night and the day after its last. */
const formatUnitSpans = (nights: readonly DeskNight[], names: UnitNames): string =>
  nights
    .reduce<{ unit: number; from: number; to: number }[]>((ranges, { night, unitId }) => {
      const lastRange = ranges.at(-1)
      if (unitId === null) return ranges
      if (lastRange?.unit === unitId && lastRange.to === night) lastRange.to = night + 1
      else ranges.push({ unit: unitId, from: night, to: night + 1 })
      return ranges
    }, [])
    .map(({ unit, from, to }) => `${names.get(unit)} ${isoDay(from)} – ${isoDay(to)}`)
    .join(', ')

/** Adds who cancelled, when, and the fee. */
export const withCancellation = (stay: DeskStay, feePoisha: number, { now, account }: RequestContext): DeskStay => ({
  ...stay,
  cancelled_at: now,
  cancelled_by: account!.id,
  cancel_fee_poisha: feePoisha,
})
