import type { RequestContext } from '#platform/contract.ts'
import { loadCompany } from '#content/company.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { conflict, invalid, notFound, assertValid } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/audit.ts'
import { updateUnitCounts } from './inventory.ts'
import { formatNights, findNeededNights } from './needed-nights.ts'
import { getLastSellableDay, computeToday, type Stay } from './stay.ts'
import { describeOccupants, findOccupant, lockUnits } from './unit-nights.ts'

/** Adds a unit to a room. From then on, one more unit of the room can be sold. */
export async function addUnit(
  db: WholeDatabase,
  ctx: RequestContext,
  form: { room: number; name: string },
): Promise<void> {
  await publish(db, async (tx) => {
    assertValid((await validateUnit(tx, ctx, form)).fieldErrors)
    const room = await tx.selectFrom('room').select('id').where('id', '=', form.room).executeTakeFirst()
    if (!room) throw notFound()
    await tx.insertInto('unit').values({ room_id: room.id, name: form.name }).execute()
    await updateUnitCounts(tx, room.id, await loadFutureNights(tx, ctx, room.id))
    await recordChange(tx, ctx, 'unit added', `room ${room.id}`, { after: { unit: form.name } })
  }).catch(rethrowDuplicateName)
}

interface UnitForm {
  id: number
  version: number
  name: string
  /** Whether the unit can be sold. */
  active: boolean
}

/**
 * Renames, deactivates or reactivates a unit. If it was deactivated or reactivated, recounts the future nights of its
 * room. Rejects a deactivation and names the nights if sold nights need the unit.
 */
export async function saveUnit(db: WholeDatabase, ctx: RequestContext, form: UnitForm): Promise<void> {
  const unitBefore = await db.selectFrom('unit').selectAll().where('id', '=', form.id).executeTakeFirst()
  if (!unitBefore) throw notFound()
  const roomId = unitBefore.room_id
  await publish(db, async (tx) => {
    assertValid((await validateUnit(tx, ctx, form)).fieldErrors)
    const activeFlag = form.active ? 1 : 0
    const { numUpdatedRows } = await tx
      .updateTable('unit')
      .set({ name: form.name, active: activeFlag, version: form.version + 1 })
      .where('id', '=', form.id)
      .where('version', '=', form.version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    if (activeFlag !== unitBefore.active) {
      const nights = await loadFutureNights(tx, ctx, roomId)
      if (!form.active) await rejectIfAssigned(tx, ctx, form.id, nights)
      await updateUnitCounts(tx, roomId, nights)
    }
    await recordChange(tx, ctx, 'unit changed', `room ${roomId}`, {
      before: { unit: unitBefore.name, [`in_use ${form.name}`]: unitBefore.active === 1 },
      after: { unit: form.name, [`in_use ${form.name}`]: form.active },
    })
  }).catch(async (error: unknown) => {
    if (findConstraintName(error) !== 'no_overbooking') rethrowDuplicateName(error)
    const nights = await findNeededNights(db, form.id, await loadFutureNights(db, ctx, roomId))
    throw invalid({ active: { key: 'error.unit_sold', values: { nights: formatNights(ctx.language, nights) } } })
  })
}

/** Rejects deactivating a unit while it is assigned to guests, or a guest is still in it. */
async function rejectIfAssigned(
  tx: PublishTransaction,
  ctx: RequestContext,
  unitId: number,
  nights: Stay,
): Promise<void> {
  await lockUnits(tx, [unitId])
  const assignedNight = await tx
    .selectFrom('unit_night')
    .select('night')
    .where('unit_id', '=', unitId)
    .where('booking_id', 'is not', null)
    .where('night', '>=', nights.checkIn)
    .limit(1)
    .executeTakeFirst()
  if (assignedNight) throw invalid({ active: await describeOccupants(tx, ctx.language, unitId, nights) })
  const occupant = await findOccupant(tx, unitId, nights.checkIn)
  if (occupant) throw invalid({ active: { key: 'desk.unit_occupied', values: { name: occupant } } })
}

/** Rejects a unit number that another unit of the property has. */
export async function validateUnit(
  db: Database,
  _: RequestContext,
  { id = 0, name }: { id?: number; name?: string },
): Promise<ValidationResult> {
  if (name === undefined) return { fieldErrors: {} }
  const duplicate = await db
    .selectFrom('unit')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst()
  return { fieldErrors: duplicate ? { name: [{ key: 'error.unit_taken' }] } : {} }
}

function rethrowDuplicateName(error: unknown): never {
  throw findConstraintName(error) === 'unit_name' ? invalid({ name: 'error.unit_taken' }) : error
}

/**
 * Loads all nights on sale, and later nights that already have an inventory row. Writing a row for each makes
 * concurrent bookings and this change wait for each other.
 */
async function loadFutureNights(db: PublishTransaction | Database, ctx: RequestContext, roomId: number): Promise<Stay> {
  const rules = await loadCompany(db, ctx)
  const lastRow = await db
    .selectFrom('inventory')
    .select(({ fn }) => fn.max('night').as('night'))
    .where('room_id', '=', roomId)
    .executeTakeFirst()
  // A margin: a concurrent booking after midnight can use one night more.
  const lastClosableDay = getLastSellableDay(rules, ctx.now) + 2
  return { checkIn: computeToday(rules, ctx.now), checkOut: Math.max(lastClosableDay, (lastRow?.night ?? 0) + 1) }
}
