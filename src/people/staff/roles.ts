import { localized } from '#platform/database/localized.ts'
import { readGrants, type Grant } from '#schema/permissions.ts'
import { recordChange } from '#platform/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Language } from '#routes/public.ts'

/** Reads the role name of a staff account. Owners have none. */
export async function readRoleName(db: Database, language: Language, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .innerJoin('staff_role', 'staff_role.id', 'account.staff_role_id')
    .select(localized(language, 'staff_role.name').as('name'))
    .where('account.id', '=', accountId)
    .where('account.role', '=', 'staff')
    .executeTakeFirst()
  return row?.name ?? null
}

export interface StaffRole {
  id: number
  name_en: string
  name_bn: string | null
  grants: Grant[]
  version: number
}

export async function listRoles(db: Database): Promise<(StaffRole & { people: number })[]> {
  const rows = await db
    .selectFrom('staff_role')
    .selectAll()
    .select(({ selectFrom, fn }) =>
      selectFrom('account')
        .select(fn.countAll().as('people'))
        .whereRef('account.staff_role_id', '=', 'staff_role.id')
        .where('account.closed_at', 'is', null)
        .as('people'),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ grants, people, ...row }) => ({ ...row, grants: readGrants(grants), people: Number(people) }))
}

export async function findRole(db: Database, id: number): Promise<StaffRole> {
  const row = await db.selectFrom('staff_role').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return { ...row, grants: readGrants(row.grants) }
}

type RoleFields = Omit<StaffRole, 'id' | 'version'>
const toRow = ({ name_en, name_bn, grants }: RoleFields) => ({ name_en, name_bn, grants: JSON.stringify(grants) })
const toAuditFields = ({ name_en, name_bn, grants }: RoleFields) => ({ name_en, name_bn, grants })

export async function addRole(db: Database, ctx: RequestContext, role: RoleFields): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const { id } = await transaction
      .insertInto('staff_role')
      .values(toRow(role))
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(transaction, ctx, 'role added', `role ${id}`, { after: toAuditFields(role) })
    return id
  })
}

/** Changes a role. The change applies at once to everyone with the role. */
export async function changeRole(
  db: Database,
  ctx: RequestContext,
  { id, version, ...role }: StaffRole,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const roleBefore = await findRole(transaction, id)
    const { numUpdatedRows } = await transaction
      .updateTable('staff_role')
      .set({ ...toRow(role), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await recordChange(transaction, ctx, 'role changed', `role ${id}`, {
      before: toAuditFields(roleBefore),
      after: toAuditFields(role),
    })
  })
}

/** Removes a role, unless an account has it. */
export async function removeRole(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const roleBefore = await findRole(transaction, id)
    const accountWithRole = await transaction
      .selectFrom('account')
      .select('id')
      .where('staff_role_id', '=', id)
      .executeTakeFirst()
    if (accountWithRole) throw conflict('error.role_in_use')
    await transaction.deleteFrom('staff_role').where('id', '=', id).execute()
    await recordChange(transaction, ctx, 'role removed', `role ${id}`, { before: toAuditFields(roleBefore) })
  })
}
