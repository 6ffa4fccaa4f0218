import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { conflict, invalid, notFound, UserError, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/audit.ts'
import { closeUnit, endClosure, shortenClosure, type Closure } from './closure.ts'
import { formatNights, findNeededNights } from './needed-nights.ts'
import { computeToday } from './stay.ts'
import { describeOccupants, findOccupant, lockUnits } from './unit-nights.ts'

export interface ClosingForm {
  unit: number
  from: string
  /** The first day on which the unit is available again. */
  to: string
  reason: string
}

export interface ClosedUnit {
  unit: string
  room: number
  from: number
  to: number
  reason: string
}

/** A check or side effect of the caller. It runs in the same transaction. */
export type ClosureHook = (tx: PublishTransaction, closure: ClosedUnit) => Promise<void>

/**
 * Takes a unit off sale on these dates. Repeating the request has no effect. If sold nights need the unit, rejects the
 * closure and names the nights. Tonight cannot be closed while a guest who should have left before today is still in
 * the unit.
 */
export async function closeForDates(
  db: WholeDatabase,
  ctx: RequestContext,
  form: ClosingForm,
  hook?: ClosureHook,
): Promise<void> {
  assertValid((await validateClosing(db, ctx, form)).fieldErrors)
  const { unit: unitId, reason } = form
  const [fromDay, toDay] = [parseDay(form.from)!, parseDay(form.to)!]
  const unit = await db.selectFrom('unit').selectAll().where('id', '=', unitId).executeTakeFirst()
  if (!unit) throw notFound()
  const currentDay = computeToday(await loadCompany(db, ctx), ctx.now)
  await publish(db, async (tx) => {
    await lockUnits(tx, [unitId])
    if (await hasSameClosure(tx, { unitId, fromDay, toDay, reason })) return
    await closeUnit(tx, { unitId, fromDay, toDay, reason })
    const occupant =
      fromDay === currentDay && (await findOccupant(tx, unitId, currentDay, { leavesBefore: currentDay }))
    if (occupant) throw invalid({ from: { key: 'desk.unit_occupied', values: { name: occupant } } })
    const logEntry = { [`closed ${unit.name}`]: `${form.from} – ${form.to}, ${reason}` }
    await recordChange(tx, ctx, 'unit closed', `room ${unit.room_id}`, { after: logEntry })
    await hook?.(tx, { unit: unit.name, room: unit.room_id, from: fromDay, to: toDay, reason })
  }).catch(async (error: unknown) => {
    if (!(error instanceof UserError)) throw error
    const closedNights = { checkIn: fromDay, checkOut: toDay }
    if (error.messageRef.key === 'error.unit_assigned')
      throw invalid({ from: await describeOccupants(db, ctx.language, unitId, closedNights) })
    if (error.messageRef.key !== 'error.unit_needed') throw error
    const nights = await findNeededNights(db, unitId, closedNights)
    throw invalid({ from: { key: 'error.unit_sold', values: { nights: formatNights(ctx.language, nights) } } })
  })
}

/** Returns whether the same closure exists already, because the request was repeated. */
async function hasSameClosure(tx: PublishTransaction, { unitId, fromDay, toDay, reason }: Closure): Promise<boolean> {
  const closure = await tx
    .selectFrom('unit_closure')
    .select('id')
    .where('unit_id', '=', unitId)
    .where('from_day', '=', fromDay)
    .where('to_day', '=', toDay)
    .where('reason', '=', reason)
    .where('event_id', 'is', null)
    .executeTakeFirst()
  return closure !== undefined
}

/**
 * Validates the dates: not in the past, in order, and not too far ahead. To stop selling a unit for good, staff
 * deactivate it instead.
 */
export async function validateClosing(
  db: Database,
  ctx: RequestContext,
  { from, to }: Partial<ClosingForm>,
): Promise<ValidationResult> {
  const fieldErrors: FieldMessages = {}
  const currentDay = computeToday(await loadCompany(db, ctx), ctx.now)
  const [fromDay, toDay] = [
    from === undefined ? undefined : parseDay(from),
    to === undefined ? undefined : parseDay(to),
  ]
  if (fromDay !== undefined && fromDay < currentDay) fieldErrors['from'] = [{ key: 'error.closing_past' }]
  if (fromDay !== undefined && toDay !== undefined && toDay <= fromDay)
    fieldErrors['to'] = [{ key: 'error.closing_order' }]
  else if (toDay !== undefined && toDay > currentDay + MAX_DAYS_AHEAD)
    fieldErrors['to'] = [{ key: 'error.closing_too_far', values: { day: isoDay(currentDay + MAX_DAYS_AHEAD) } }]
  return { fieldErrors }
}
const MAX_DAYS_AHEAD = 3 * 366

/** Reopens a unit: ends a closure that began before today, and deletes one that begins today or later. */
export async function reopenUnit(
  db: WholeDatabase,
  ctx: RequestContext,
  { id }: { id: number },
  hook?: ClosureHook,
): Promise<void> {
  const currentDay = computeToday(await loadCompany(db, ctx), ctx.now)
  await publish(db, async (tx) => {
    const closure = await tx
      .selectFrom('unit_closure')
      .innerJoin('unit', 'unit.id', 'unit_closure.unit_id')
      .select(['unit_id', 'room_id', 'from_day', 'to_day', 'reason', 'event_id', 'unit.name'])
      .where('unit_closure.id', '=', id)
      .executeTakeFirst()
    if (!closure) throw notFound()
    const { from_day: from, to_day: to, room_id: roomId, name, reason } = closure
    if (to <= currentDay) throw conflict('error.closing_over')
    // The next calendar import would close the unit again.
    if (closure.event_id !== null) throw conflict('error.closed_by_calendar', { name: reason })
    await hook?.(tx, { unit: name, room: roomId, from, to, reason })
    if (from >= currentDay) await endClosure(tx, id)
    else await shortenClosure(tx, id, currentDay)
    const toLogEntry = (until: number) => ({ [`closed ${name}`]: `${isoDay(from)} – ${isoDay(until)}, ${reason}` })
    await recordChange(tx, ctx, 'unit reopened', `room ${roomId}`, {
      before: toLogEntry(to),
      ...(from < currentDay && { after: toLogEntry(currentDay) }),
    })
  })
}
