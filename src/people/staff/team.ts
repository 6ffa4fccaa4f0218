import { lockAccount } from '../accounts/account.ts'
import { lockOwners } from '../accounts/leaving.ts'
import { namesTaken } from '../accounts/names-taken.ts'
import { endAllSessions } from '../accounts/session-store.ts'
import { recordChange } from '#platform/work/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import type { Role } from '#schema/accounts.ts'
import type { Language } from '#routes/public.ts'
import { sendPlace } from './invitation.ts'
import { linkToPlace, preparePlace } from './place.ts'

/** Selects staff and owners. Invited people have no name yet. */
export const teamOf = (db: Database) =>
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

export type TeamRow = Awaited<ReturnType<ReturnType<typeof teamOf>['executeTakeFirstOrThrow']>>

export async function colleague(db: Database, id: number): Promise<TeamRow> {
  const row = await teamOf(db).where('account.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** A role; null makes the person an owner. */
interface Place {
  staff_role: number | null
}
interface Invitation extends Place {
  email: string
  language: Language
}

const INVITATION_LASTS_HOURS = 7 * 24

export async function validateInvitation(
  db: Database,
  { now }: RequestContext,
  form: Partial<Invitation>,
): Promise<ValidationResult> {
  const { email, staff_role } = form
  const taken = email === undefined ? {} : await namesTaken(db, now, { email })
  return { fieldErrors: { ...taken, ...(staff_role === undefined ? {} : await errorsOfRole(db, { staff_role })) } }
}

async function errorsOfRole(db: Database, { staff_role }: Place): Promise<FieldMessages> {
  if (staff_role === null) return {}
  const role = await db.selectFrom('staff_role').select('id').where('id', '=', staff_role).executeTakeFirst()
  return role ? {} : { staff_role: [{ key: 'error.choice' }] }
}

/** Creates a staff account and emails an invitation. */
export async function invite(db: Database, ctx: RequestContext, form: Invitation): Promise<number> {
  assertValid((await validateInvitation(db, ctx, form)).fieldErrors)
  const { now } = ctx
  return inTransaction(db, async (transaction) => {
    const { email, language, staff_role } = form
    const id = await preparePlace(transaction, now, {
      role: staff_role === null ? 'owner' : 'staff',
      staff_role_id: staff_role,
      email,
      language,
    })
    await recordChange(transaction, ctx, 'place prepared', `account ${id}`, { after: { staff_role } })
    await writeOfPlace(transaction, ctx, { id, email, language })
    return id
  })
}

/** Emails a new link to staff who lost access or never accepted. Accepting it removes old second factors. */
export async function letBeginAnew(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { email, language } = await colleague(transaction, id)
    await recordChange(transaction, ctx, 'place prepared', `account ${id}`, { after: {} })
    await writeOfPlace(transaction, ctx, { id, email, language: language as Language })
  })
}

async function writeOfPlace(
  db: Database,
  ctx: RequestContext,
  { id, email, language }: { id: number; email: string; language: Language },
): Promise<void> {
  const { now, context } = ctx
  const hours = INVITATION_LASTS_HOURS
  const url = await linkToPlace(db, now, context.publicUrl, { id, language, hours })
  await sendPlace(db, ctx, { email, language, url, days: hours / 24 })
}

/** Assigns another role. The last owner stays an owner. */
export async function changePlace(db: Database, ctx: RequestContext, form: Place & { id: number }): Promise<void> {
  assertValid(await errorsOfRole(db, form))
  await changing(db, ctx, form.id, 'role changed', {
    role: form.staff_role === null ? ('owner' as Role) : 'staff',
    staff_role_id: form.staff_role,
  })
}

/**
 * Suspends or restores a staff member. Suspension ends all sessions and blocks sign-in. Past actions keep their name.
 */
export async function suspendColleague(
  db: Database,
  ctx: RequestContext,
  { id, suspended }: { id: number; suspended: boolean },
): Promise<void> {
  if (id === ctx.account!.id) throw conflict('error.not_oneself')
  const action = suspended ? 'account suspended' : 'account restored'
  await changing(db, ctx, id, action, { suspended_at: suspended ? ctx.now : null })
  if (suspended) await endAllSessions(db, id)
}

async function changing(
  db: Database,
  ctx: RequestContext,
  id: number,
  action: 'role changed' | 'account suspended' | 'account restored',
  set: { role?: Role; staff_role_id?: number | null; suspended_at?: number | null },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id).execute()
    const before = await colleague(transaction, id)
    const loses = before.role === 'owner' && (set.role === 'staff' || set.suspended_at)
    if (loses && (await lockOwners(transaction)).every((owner) => owner.id === id))
      throw conflict('error.last_owner_stays')
    await transaction.updateTable('account').set(set).where('id', '=', id).execute()
    await recordChange(transaction, ctx, action, `account ${id}`, {
      before: seen(before),
      after: seen(await colleague(transaction, id)),
    })
  })
}

const seen = ({ role, name_en, suspended_at }: TeamRow) => ({ role: name_en ?? role, suspended: suspended_at !== null })

export async function endSessionsOfColleague(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await colleague(transaction, id)
    await endAllSessions(transaction, id)
    await recordChange(transaction, ctx, 'sessions ended', `account ${id}`, { after: {} })
  })
}
