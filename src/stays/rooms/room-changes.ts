import type { RequestContext } from '#platform/contract.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { assertContainsEveryId, savePositions } from '#platform/database/positions.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { conflict, invalid, notFound, assertValid, UserError, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import { recordChange } from '#platform/audit.ts'
import { lockPolicy } from '../policies/policy-changes.ts'
import { isKnownPolicy } from '../policies/policy-lookup.ts'
import { serializeBedSetups, type BedSetup } from './bed-setups.ts'
import { validateFloorPlan } from './floor-plan.ts'
import type { PlanArmchairs, PlanBathSide, PlanBeds, PlanSide } from './floor-plan-fields.ts'
import { countStays, loadRoom, type RoomData } from './room-record.ts'

export interface RoomForm {
  /** 0 for a new room. */
  id: number
  version: number
  slug: string
  name_en: string
  name_bn: string
  type_en: string
  type_bn: string
  bed_en: string
  bed_bn: string
  bed_setups: readonly BedSetup[]
  description_en: string
  description_bn: string
  size_sqm: number
  max_adults: number
  max_children: number
  max_guests: number
  plan_length_cm: number | null
  plan_width_cm: number | null
  plan_beds: PlanBeds
  plan_desk: PlanSide
  plan_bath: PlanBathSide
  plan_balcony: PlanSide
  plan_sofa: PlanSide
  plan_armchairs: PlanArmchairs
  /** The price in BDT. */
  price: number
  active: boolean
  /** The facility IDs. */
  facilities: readonly number[]
  /** Names, the cover first. */
  pictures: readonly string[]
  /** The policy ID. Null: the default policy. */
  policy: number | null
}

/**
 * Changes a room, or adds one at the end. Returns its ID. Rejects a stale version. An old address redirects to the new
 * one.
 */
export async function saveRoom(db: WholeDatabase, ctx: RequestContext, form: RoomForm): Promise<number> {
  return publish(db, async (tx) => {
    assertValid((await validateRoom(tx, ctx, form)).fieldErrors)
    if (form.id === 0) return addRoom(tx, ctx, form)
    const oldRoom = await loadRoom(tx, form.id)
    if (!oldRoom) throw notFound()
    const { numUpdatedRows } = await tx
      .updateTable('room')
      .set(({ eb }) => ({ ...toColumns(form), version: eb('version', '+', 1) }))
      .where('id', '=', form.id)
      .where('version', '=', form.version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await lockRoomPolicy(tx, form)
    if (oldRoom.room.slug !== form.slug) await storeOldSlug(tx, form.id, oldRoom.room.slug, form.slug)
    await writeFacilitiesAndPictures(tx, form.id, form)
    const newRoom = (await loadRoom(tx, form.id))!
    await recordChange(tx, ctx, 'room changed', `room ${form.id}`, {
      before: toLogEntry(oldRoom),
      after: toLogEntry(newRoom),
    })
    return form.id
  }).catch(rethrowTakenSlug)
}

async function addRoom(tx: PublishTransaction, ctx: RequestContext, form: RoomForm): Promise<number> {
  const lastRoom = await tx
    .selectFrom('room')
    .select(({ fn }) => fn.max('position').as('position'))
    .executeTakeFirst()
  const { id } = await tx
    .insertInto('room')
    .values({ ...toColumns(form), capacity: 0, position: (lastRoom?.position ?? 0) + 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await lockRoomPolicy(tx, form)
  await writeFacilitiesAndPictures(tx, id, form)
  await recordChange(tx, ctx, 'room added', `room ${id}`, { after: toLogEntry((await loadRoom(tx, id))!) })
  return id
}

/**
 * Validates the rules that the form schema cannot check: the capacity, the floor plan, the address, the facilities, the
 * pictures and the policy.
 */
export async function validateRoom(
  db: Database,
  _: RequestContext,
  form: Partial<RoomForm>,
): Promise<ValidationResult> {
  const fieldErrors: FieldMessages = validateFloorPlan(form)
  const { id = 0, slug, max_adults: adults, max_children: children, max_guests: guests } = form
  if (guests !== undefined && adults !== undefined && guests < adults)
    fieldErrors['max_guests'] = [{ key: 'error.guests_too_few', values: { min: adults } }]
  else if (guests !== undefined && adults !== undefined && children !== undefined && guests > adults + children)
    fieldErrors['max_guests'] = [{ key: 'error.guests_too_many', values: { max: adults + children } }]
  if (form.active && form.price === 0) fieldErrors['price'] = [{ key: 'error.room_price' }]
  if (slug !== undefined && (await isSlugTaken(db, slug, id))) fieldErrors['slug'] = [{ key: 'error.slug_taken' }]
  const { pictures = [], facilities = [], policy } = form
  if (policy && !(await isKnownPolicy(db, policy))) fieldErrors['policy'] = [{ key: 'error.policy_gone' }]
  if (pictures.length > 0) {
    const existingPictures = await db.selectFrom('picture').select('name').where('name', 'in', pictures).execute()
    if (!areAllFound(pictures, existingPictures)) fieldErrors['pictures'] = [{ key: 'error.choice' }]
  }
  if (facilities.length > 0) {
    const existingFacilities = await db.selectFrom('facility').select('id').where('id', 'in', facilities).execute()
    if (!areAllFound(facilities, existingFacilities)) fieldErrors['facilities'] = [{ key: 'error.choice' }]
  }
  return { fieldErrors }
}

/**
 * Locks the policy, so that it cannot be removed meanwhile. Must run after locking the room, in the same order as rate
 * changes.
 */
async function lockRoomPolicy(tx: PublishTransaction, { policy }: RoomForm): Promise<void> {
  if (policy !== null && !(await lockPolicy(tx, policy))) throw invalid({ policy: 'error.policy_gone' })
}

/** Returns whether another room has the address. An old address counts too. */
async function isSlugTaken(db: Database, slug: string, id: number): Promise<boolean> {
  const existingRoom = await db
    .selectFrom('room')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '<>', id)
    .executeTakeFirst()
  const oldSlugRow = await db
    .selectFrom('room_old_slug')
    .select('room_id')
    .where('slug', '=', slug)
    .where('room_id', '<>', id)
    .executeTakeFirst()
  return Boolean(existingRoom ?? oldSlugRow)
}

/** Returns whether all wanted items exist and appear once. */
const areAllFound = (requestedItems: readonly unknown[], foundRows: readonly unknown[]) =>
  new Set(requestedItems).size === requestedItems.length && foundRows.length === requestedItems.length

async function storeOldSlug(tx: PublishTransaction, roomId: number, oldSlug: string, slug: string): Promise<void> {
  await tx.deleteFrom('room_old_slug').where('slug', 'in', [oldSlug, slug]).execute()
  await tx.insertInto('room_old_slug').values({ slug: oldSlug, room_id: roomId }).execute()
}

async function writeFacilitiesAndPictures(
  tx: PublishTransaction,
  id: number,
  { facilities, pictures }: RoomForm,
): Promise<void> {
  await tx.deleteFrom('room_picture').where('room_id', '=', id).execute()
  if (pictures.length > 0)
    await tx
      .insertInto('room_picture')
      .values(pictures.map((picture, position) => ({ room_id: id, position, picture })))
      .execute()
  await tx.deleteFrom('room_facility').where('room_id', '=', id).execute()
  if (facilities.length > 0)
    await tx
      .insertInto('room_facility')
      .values(facilities.map((facility) => ({ room_id: id, facility_id: facility })))
      .execute()
}

/** Removes a room that was never booked. Booked rooms can only be deactivated. */
export async function removeRoom(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await publish(db, async (tx) => {
    const removedRoom = await loadRoom(tx, id)
    if (!removedRoom) throw notFound()
    const { all: stayCount } = await countStays(tx, ctx, id)
    if (stayCount > 0) throw new UserError(409, { key: 'error.room_has_stays', count: stayCount })
    const units = tx.selectFrom('unit').select('id').where('room_id', '=', id)
    await tx.deleteFrom('unit_closure').where('unit_id', 'in', units).execute()
    await tx.deleteFrom('unit').where('room_id', '=', id).execute()
    await tx.deleteFrom('inventory').where('room_id', '=', id).execute()
    const { numDeletedRows } = await tx
      .deleteFrom('room')
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw conflict('error.conflict')
    await recordChange(tx, ctx, 'room removed', `room ${id}`, { before: toLogEntry(removedRoom) })
  }).catch((error: unknown) => {
    throw findConstraintName(error) === 'foreign key' ? conflict('error.room_in_use') : error
  })
}

/** Sets the order of the rooms. Rejects an incomplete list. */
export async function orderRooms(
  db: WholeDatabase,
  ctx: RequestContext,
  { ids }: { ids: readonly number[] },
): Promise<void> {
  await publish(db, async (tx) => {
    const rooms = await tx.selectFrom('room').select(['id', 'slug']).orderBy('position').orderBy('id').execute()
    assertContainsEveryId(rooms, ids, 'error.conflict')
    await savePositions(tx, 'room', ids)
    const slugs = new Map(rooms.map(({ id, slug }) => [id, slug]))
    await recordChange(tx, ctx, 'rooms reordered', 'rooms order', {
      before: { order: rooms.map(({ slug }) => slug).join(', ') },
      after: { order: ids.map((id) => slugs.get(id)).join(', ') },
    })
  })
}

const toColumns = (form: RoomForm) => ({
  slug: form.slug,
  name_en: form.name_en,
  name_bn: form.name_bn || null,
  type_en: form.type_en,
  type_bn: form.type_bn || null,
  bed_en: form.bed_en,
  bed_bn: form.bed_bn || null,
  bed_setups: serializeBedSetups(form.bed_setups),
  description_en: form.description_en,
  description_bn: form.description_bn || null,
  size_sqm: form.size_sqm,
  max_adults: form.max_adults,
  max_children: form.max_children,
  max_guests: form.max_guests,
  plan_length_cm: form.plan_length_cm,
  plan_width_cm: form.plan_width_cm,
  plan_beds: form.plan_beds,
  plan_desk: form.plan_desk,
  plan_bath: form.plan_bath,
  plan_balcony: form.plan_balcony,
  plan_sofa: form.plan_sofa,
  plan_armchairs: form.plan_armchairs,
  price_poisha: bdtToPoisha(form.price),
  policy_id: form.policy,
  active: form.active ? (1 as const) : (0 as const),
})

/** The room in the format of the log: with names, and prices in BDT. */
function toLogEntry({ room, facilities, pictures, policy }: RoomData): object {
  const { id: _, version: __, position: ___, capacity: ____, policy_id: _____, price_poisha, active, ...texts } = room
  return {
    ...texts,
    price: poishaToBdt(price_poisha),
    let: active === 1,
    facilities: facilities.map(({ name_en }) => name_en).join(', '),
    pictures: pictures.join(', '),
    policy: policy?.name_en ?? '',
  }
}

/** Rejects an address that another request has just taken: the database constraint stops the second of two requests. */
function rethrowTakenSlug(error: unknown): never {
  const isSlugConflict = ['room_slug', 'room_old_slug_pk'].includes(findConstraintName(error) ?? '')
  throw isSlugConflict ? invalid({ slug: 'error.slug_taken' }) : error
}
