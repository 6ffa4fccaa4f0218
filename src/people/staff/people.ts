import { lockAccount, loadProfile } from '../accounts/account.ts'
import { purgeAccount, type PersonalData } from '../accounts/close-account.ts'
import { composeSuspendedEmail, type SuspensionChange } from '../accounts/emails.ts'
import { emailResetLink } from '../accounts/password-change.ts'
import { hasSearchWord } from '../accounts/account-search-words.ts'
import { endAllSessions } from '../accounts/session-store.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import { recordAudit, recordChange } from '#platform/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { parseTerms } from '#platform/database/search-words.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Role } from '#schema/accounts.ts'
import type { Language } from '#routes/public.ts'

/** Members and guests: everyone outside the company. */
const customerRoles: readonly Role[] = ['member', 'guest']

interface PeopleQuery {
  search?: string | undefined
  kind?: 'member' | 'guest' | undefined
}

/**
 * Returns a page of members and guests, newest first. Leaves out guests without a stay: visitors who have only begun a
 * booking, and guests whose stays were moved to another guest. These guests are deleted after some time.
 */
export async function listPeople(
  db: Database,
  query: PeopleQuery,
  { limit, before }: { limit: number; before?: number | undefined },
) {
  const rows: PersonRow[] = []
  let lastId = before
  for (let batchCount = 0; batchCount < MAX_BATCHES; batchCount++) {
    const batch = await findPeople(db, query, limit + 1, lastId)
    const listedIds = await loadIdsWithStayOrAccount(db, batch)
    for (const person of batch) {
      if (rows.length === limit) return { rows, more: String(lastId) }
      lastId = person.id
      if (listedIds.has(person.id)) rows.push(person)
    }
    if (batch.length <= limit) return { rows, more: null }
  }
  return { rows, more: String(lastId) }
}
/** The maximum number of batches, enough for a full page unless most guests have no stay. */
const MAX_BATCHES = 5

const findPeople = (db: Database, { search = '', kind }: PeopleQuery, limit: number, before: number | undefined) =>
  selectPeople(db)
    .$if(kind !== undefined, (rows) => rows.where('account.role', '=', kind!))
    .where(({ and }) => and(parseTerms(search).map(hasSearchWord)))
    .$if(before !== undefined, (rows) => rows.where('account.id', '<', before!))
    .orderBy('account.id', 'desc')
    .limit(limit)
    .execute()

/** The IDs of the members, and of the guests with a stay. */
export async function loadIdsWithStayOrAccount(
  db: Database,
  people: readonly Pick<PersonRow, 'id' | 'role'>[],
): Promise<Set<number>> {
  const memberIds = people.filter(({ role }) => role === 'member').map(({ id }) => id)
  const guestIds = people.filter(({ role }) => role === 'guest').map(({ id }) => id)
  if (guestIds.length === 0) return new Set(memberIds)
  const rows = await db.selectFrom('booking').select('guest_id').distinct().where('guest_id', 'in', guestIds).execute()
  return new Set([...memberIds, ...rows.map(({ guest_id }) => guest_id)])
}

const selectPeople = (db: Database) =>
  db
    .selectFrom('account')
    .select([
      'account.id',
      'account.role',
      'account.name',
      'account.email',
      'account.phone',
      'account.company_name',
      'account.preferences',
      'account.username',
      'account.language',
      'account.email_confirmed_at',
      'account.created_at',
      'account.suspended_at',
    ])
    .where('account.role', 'in', customerRoles)
    .where('account.closed_at', 'is', null)

export type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>

export async function findPerson(db: Database, id: number): Promise<PersonRow> {
  const row = await selectPeople(db).where('account.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/**
 * Suspends or restores a member. Suspension ends all sessions and blocks sign-in; stays remain. The member gets an
 * email if the state changes. Rejects guests.
 */
export async function suspendPerson(
  db: Database,
  ctx: RequestContext,
  { id, suspended, message }: SuspensionChange & { id: number },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id).execute()
    const personBefore = await findPerson(transaction, id)
    if (personBefore.role !== 'member') throw conflict('error.guest_not_suspended')
    await transaction
      .updateTable('account')
      .set({ suspended_at: suspended ? ctx.now : null })
      .where('id', '=', id)
      .execute()
    if (suspended) await endAllSessions(transaction, id)
    await recordChange(transaction, ctx, suspended ? 'account suspended' : 'account restored', `account ${id}`, {
      before: { suspended: personBefore.suspended_at !== null },
      after: { suspended },
    })
    if ((personBefore.suspended_at !== null) === suspended) return
    const profile = await loadProfile(transaction, id)
    const email = composeSuspendedEmail(profile, ctx.context.publicUrl, { suspended, message })
    await enqueueEmail(transaction, ctx.now, profile.email, profile.language, email)
  })
}

export async function signOutPerson(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await findPerson(transaction, id)
    await endAllSessions(transaction, id)
    await recordChange(transaction, ctx, 'sessions ended', `account ${id}`, { after: {} })
  })
}

/** Emails a password reset link to a member who requests it by phone. Rejects guests and suspended members. */
export async function sendResetEmail(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id).execute()
    const { role, suspended_at } = await findPerson(transaction, id)
    if (role !== 'member' || suspended_at !== null) throw conflict('error.no_reset')
    const account = await loadProfile(transaction, id)
    await emailResetLink(transaction, ctx.now, ctx.context.publicUrl, account)
    await recordChange(transaction, ctx, 'password reset sent', `account ${id}`, { after: {} })
  })
}

/** Exports the data stored about a person, without the sessions, and logs the export. */
export async function exportPersonData(
  db: Database,
  ctx: RequestContext,
  { id }: { id: number },
  slices: Record<string, PersonalData>,
): Promise<object> {
  const account = await findPerson(db, id)
  const exportEntries = await Promise.all(
    Object.entries(slices).map(async ([name, slice]) => [name, await slice.exportData(db, id)] as const),
  )
  await recordAudit(db, {
    at: ctx.now,
    accountId: ctx.account!.id,
    action: 'data exported',
    subject: `account ${id}`,
    address: ctx.address,
  })
  return { account, ...Object.fromEntries(exportEntries) }
}

/** Erases a person as if they had closed the account: past data at once, an upcoming stay once it is over. */
export async function erasePerson(
  db: Database,
  ctx: RequestContext,
  { id }: { id: number },
  slices: readonly PersonalData[],
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id).execute()
    const { language } = await findPerson(transaction, id)
    const stayLinks = []
    for (const slice of slices) stayLinks.push(...((await slice.stayLinks?.(transaction, ctx, id)) ?? []))
    await purgeAccount(transaction, ctx, id, { slices, stayLinks, language: language as Language })
  })
}
