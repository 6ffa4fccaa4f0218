import { lockAccount, reportTakenNames } from '../accounts/account.ts'
import { lockOwners } from '../accounts/close-account.ts'
import { findTakenNames } from '../accounts/taken-names.ts'
import { endAllSessions } from '../accounts/session-store.ts'
import { recordChange } from '#platform/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import type { Role } from '#schema/accounts.ts'
import type { Language } from '#routes/public.ts'
import { sendInvitation } from './invitation-email.ts'
import { createInvitationLink, createStaffAccount } from './accept-invitation.ts'

/** Selects staff and owners. Invited people have no name yet. */
export const selectTeam = (db: Database) =>
  db
    .selectFrom('account')
    .leftJoin('staff_role', 'staff_role.id', 'account.staff_role_id')
    .select(({ selectFrom }) => [
      'account.id',
      'account.role',
      'account.name',
      'account.email',
      'account.username',
      'account.language',
      'account.suspended_at',
      'account.second_factors',
      'account.staff_role_id',
      'staff_role.name_en',
      'staff_role.name_bn',
      selectFrom('session')
        .select((session) => session.fn.max('session.seen_at').as('at'))
        .whereRef('session.account_id', '=', 'account.id')
        .as('seen_at'),
    ])
    .where('account.role', 'in', ['staff', 'owner'])
    .where('account.closed_at', 'is', null)
    .orderBy('account.role')
    .orderBy('account.id')

export type TeamRow = Awaited<ReturnType<ReturnType<typeof selectTeam>['executeTakeFirstOrThrow']>>

export async function findColleague(db: Database, id: number): Promise<TeamRow> {
  const row = await selectTeam(db).where('account.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** A role; null makes the person an owner. */
interface RoleAssignment {
  staff_role: number | null
}
interface InvitationForm extends RoleAssignment {
  email: string
  language: Language
}

const INVITATION_TTL_HOURS = 7 * 24

export async function validateInvitation(
  db: Database,
  { now }: RequestContext,
  form: Partial<InvitationForm>,
): Promise<ValidationResult> {
  const { email, staff_role } = form
  const takenNames = email === undefined ? {} : await findTakenNames(db, now, { email })
  return { fieldErrors: { ...takenNames, ...(staff_role === undefined ? {} : await validateRole(db, { staff_role })) } }
}

async function validateRole(db: Database, { staff_role }: RoleAssignment): Promise<FieldMessages> {
  if (staff_role === null) return {}
  const role = await db.selectFrom('staff_role').select('id').where('id', '=', staff_role).executeTakeFirst()
  return role ? {} : { staff_role: [{ key: 'error.choice' }] }
}

/** Creates a staff account and emails an invitation. */
export async function inviteStaff(db: Database, ctx: RequestContext, form: InvitationForm): Promise<number> {
  assertValid((await validateInvitation(db, ctx, form)).fieldErrors)
  const { now } = ctx
  return reportTakenNames(() =>
    inTransaction(db, async (transaction) => {
      const { email, language, staff_role } = form
      const id = await createStaffAccount(transaction, now, {
        role: staff_role === null ? 'owner' : 'staff',
        staff_role_id: staff_role,
        email,
        language,
      })
      await recordChange(transaction, ctx, 'invitation created', `account ${id}`, { after: { staff_role } })
      await emailInvitation(transaction, ctx, { id, email, language })
      return id
    }),
  )
}

/**
 * Emails a new link to staff who lost access or never accepted. Accepting it removes old second factors. Rejects
 * suspended staff, because they cannot accept it.
 */
export async function sendNewInvitation(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id).execute()
    const { email, language, suspended_at } = await findColleague(transaction, id)
    if (suspended_at !== null) throw conflict('error.no_reset')
    await recordChange(transaction, ctx, 'invitation created', `account ${id}`, { after: {} })
    await emailInvitation(transaction, ctx, { id, email, language: language as Language })
  })
}

async function emailInvitation(
  db: Database,
  ctx: RequestContext,
  { id, email, language }: { id: number; email: string; language: Language },
): Promise<void> {
  const { now, context } = ctx
  const hours = INVITATION_TTL_HOURS
  const url = await createInvitationLink(db, now, context.publicUrl, { id, language, validHours: hours })
  await sendInvitation(db, ctx, { email, language, url, days: hours / 24 })
}

/** Assigns another role. The last owner stays an owner. */
export async function assignRole(
  db: Database,
  ctx: RequestContext,
  form: RoleAssignment & { id: number },
): Promise<void> {
  assertValid(await validateRole(db, form))
  await updateColleague(db, ctx, form.id, 'role changed', {
    role: form.staff_role === null ? ('owner' as Role) : 'staff',
    staff_role_id: form.staff_role,
  })
}

/**
 * Suspends or restores a staff member. Suspension ends all sessions and blocks sign-in. Nobody can suspend their own
 * account.
 */
export async function suspendColleague(
  db: Database,
  ctx: RequestContext,
  { id, suspended }: { id: number; suspended: boolean },
): Promise<void> {
  if (id === ctx.account!.id) throw conflict('error.own_account')
  const action = suspended ? 'account suspended' : 'account restored'
  await updateColleague(db, ctx, id, action, { suspended_at: suspended ? ctx.now : null })
}

async function updateColleague(
  db: Database,
  ctx: RequestContext,
  id: number,
  action: 'role changed' | 'account suspended' | 'account restored',
  set: { role?: Role; staff_role_id?: number | null; suspended_at?: number | null },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id).execute()
    const colleagueBefore = await findColleague(transaction, id)
    const endsOwnership = colleagueBefore.role === 'owner' && (set.role === 'staff' || set.suspended_at)
    if (endsOwnership && (await lockOwners(transaction)).every((owner) => owner.id === id))
      throw conflict('error.last_owner_stays')
    await transaction.updateTable('account').set(set).where('id', '=', id).execute()
    if (set.suspended_at) await endAllSessions(transaction, id)
    await recordChange(transaction, ctx, action, `account ${id}`, {
      before: toAuditFields(colleagueBefore),
      after: toAuditFields(await findColleague(transaction, id)),
    })
  })
}

const toAuditFields = ({ role, name_en, suspended_at }: TeamRow) => ({
  role: name_en ?? role,
  suspended: suspended_at !== null,
})

export async function signOutColleague(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await findColleague(transaction, id)
    await endAllSessions(transaction, id)
    await recordChange(transaction, ctx, 'sessions ended', `account ${id}`, { after: {} })
  })
}
