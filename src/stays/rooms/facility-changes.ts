import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { assertContainsEveryId, savePositions } from '#platform/database/positions.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { conflict, notFound, assertValid } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/audit.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import { loadFacilityGroups, type FacilityGroupData } from './room-record.ts'

export interface GroupForm {
  /** 0 for a new group. */
  id: number
  version: number
  name_en: string
  name_bn: string
  /** All facilities in order. Omitted ones are removed. */
  facilities: readonly { id: number; name_en: string; name_bn: string }[]
  /** Facilities to remove although rooms have them. The user has seen these rooms and confirmed the removal. */
  force_delete: readonly number[]
}

/** Changes a group with all its facilities, or adds one at the end. Returns its ID. */
export async function saveFacilityGroup(db: WholeDatabase, ctx: RequestContext, form: GroupForm): Promise<number> {
  return publish(db, async (tx) => {
    const oldGroup = form.id === 0 ? undefined : await loadGroup(tx, form.id)
    assertValid((await validateGroup(tx, ctx, form)).fieldErrors)
    const id = oldGroup ? await changeGroup(tx, form) : await addGroup(tx, form)
    await writeFacilities(tx, id, form)
    await recordChange(tx, ctx, 'facilities changed', `facilities ${id}`, {
      ...(oldGroup && { before: toLogEntry(oldGroup) }),
      after: toLogEntry(await loadGroup(tx, id)),
    })
    return id
  })
}

async function changeGroup(tx: PublishTransaction, form: GroupForm): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('facility_group')
    .set(({ eb }) => ({ ...toNameColumns(form), version: eb('version', '+', 1) }))
    .where('id', '=', form.id)
    .where('version', '=', form.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('error.conflict')
  return form.id
}

async function addGroup(tx: PublishTransaction, form: GroupForm): Promise<number> {
  const lastGroup = await tx
    .selectFrom('facility_group')
    .select(({ fn }) => fn.max('position').as('position'))
    .executeTakeFirst()
  const { id } = await tx
    .insertInto('facility_group')
    .values({ ...toNameColumns(form), position: (lastGroup?.position ?? 0) + 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Validates that the facilities belong to the group, appear once, and are not removed from rooms without confirmation.
 */
export async function validateGroup(
  db: Database,
  { language }: RequestContext,
  { id = 0, version, facilities, force_delete: confirmedIds = [] }: Partial<GroupForm>,
): Promise<ValidationResult> {
  if (!facilities) return { fieldErrors: {} }
  const [group] = id === 0 ? [] : await loadFacilityGroups(db, id)
  // A stale version is a conflict, which is reported first.
  if (group && group.version !== version) return { fieldErrors: {} }
  const oldFacilities = group?.facilities ?? []
  const existingIds = facilities.map((facility) => facility.id).filter((facilityId) => facilityId !== 0)
  const hasForeignFacility = existingIds.some(
    (facilityId) => !oldFacilities.some((facility) => facility.id === facilityId),
  )
  if (hasForeignFacility || new Set(existingIds).size < existingIds.length)
    return { fieldErrors: { facilities: [{ key: 'error.choice' }] } }
  const removedFacility = oldFacilities.find(
    ({ id: facilityId, rooms }) =>
      !existingIds.includes(facilityId) && !confirmedIds.includes(facilityId) && rooms.length > 0,
  )
  if (!removedFacility) return { fieldErrors: {} }
  const getName = (row: { name_en: string; name_bn: string | null }) => pickLocalizedName(language, row)
  const values = { facility: getName(removedFacility), rooms: removedFacility.rooms.map(getName).join(', ') }
  return { fieldErrors: { facilities: [{ key: 'error.facility_in_use', values }] } }
}

async function writeFacilities(tx: PublishTransaction, groupId: number, { facilities }: GroupForm): Promise<void> {
  const remainingIds = facilities.map(({ id }) => id)
  const removedFacilities = await tx
    .selectFrom('facility')
    .select('id')
    .where('group_id', '=', groupId)
    .where('id', 'not in', [0, ...remainingIds])
    .execute()
  const removedIds = [0, ...removedFacilities.map(({ id }) => id)]
  await tx.deleteFrom('room_facility').where('facility_id', 'in', removedIds).execute()
  await tx.deleteFrom('facility').where('id', 'in', removedIds).execute()
  for (const [position, facility] of facilities.entries()) {
    const row = { ...toNameColumns(facility), position }
    if (facility.id === 0)
      await tx
        .insertInto('facility')
        .values({ ...row, group_id: groupId })
        .execute()
    else await tx.updateTable('facility').set(row).where('id', '=', facility.id).execute()
  }
}

/** Removes a group. Rejects a group that has facilities. */
export async function removeFacilityGroup(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await publish(db, async (tx) => {
    const removedGroup = await loadGroup(tx, id)
    if (removedGroup.facilities.length > 0) throw conflict('error.group_not_empty')
    const { numDeletedRows } = await tx
      .deleteFrom('facility_group')
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw conflict('error.conflict')
    await recordChange(tx, ctx, 'facilities removed', `facilities ${id}`, { before: toLogEntry(removedGroup) })
  })
}

export async function orderFacilityGroups(
  db: WholeDatabase,
  ctx: RequestContext,
  { ids }: { ids: readonly number[] },
): Promise<void> {
  await publish(db, async (tx) => {
    const groups = await loadFacilityGroups(tx)
    assertContainsEveryId(groups, ids, 'error.conflict')
    await savePositions(tx, 'facility_group', ids)
    const groupNames = new Map(groups.map(({ id, name_en }) => [id, name_en]))
    await recordChange(tx, ctx, 'facilities reordered', 'facilities order', {
      before: { order: groups.map(({ name_en }) => name_en).join(', ') },
      after: { order: ids.map((id) => groupNames.get(id)).join(', ') },
    })
  })
}

async function loadGroup(db: Database, id: number): Promise<FacilityGroupData> {
  const [group] = await loadFacilityGroups(db, id)
  if (!group) throw notFound()
  return group
}

const toNameColumns = ({ name_en, name_bn }: { name_en: string; name_bn: string }) => ({
  name_en,
  name_bn: name_bn || null,
})

const toLogEntry = ({ name_en, name_bn, facilities }: FacilityGroupData) => ({
  name_en,
  name_bn,
  facilities: facilities.map((facility) => [facility.name_en, facility.name_bn].filter(Boolean).join(' / ')).join(', '),
})
