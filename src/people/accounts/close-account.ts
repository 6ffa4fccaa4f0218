import { purgeEmailsTo, enqueueEmail } from '#mail/outbox.ts'
import { recordAudit } from '#platform/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, invalid, unauthenticated } from '#platform/errors.ts'
import type { Language } from '#routes/public.ts'
import { lockAccount, loadProfile } from './account.ts'
import { composeClosedEmail, type StayLink } from './emails.ts'
import { replaceSearchWords } from './account-search-words.ts'
import { deleteSecondFactors } from './second-factors.ts'
import { endAllSessions } from './session-store.ts'
import { confirmPassword } from './sign-in.ts'

/** A slice that stores personal data: it can export the data and delete it once an account is closed. */
export interface PersonalData {
  exportData(db: Database, accountId: number): Promise<Record<string, unknown>[]>
  purgeClosedAccounts(db: Database, now: number): Promise<void>
  /** The links by which a guest without an account reaches stays that are not over. */
  stayLinks?(db: Database, ctx: RequestContext, accountId: number): Promise<StayLink[]>
}

/** Closes the account of the caller after checking the password. */
export async function closeAccount(
  db: Database,
  ctx: RequestContext,
  { password }: { password: string },
  slices: readonly PersonalData[],
): Promise<void> {
  const passwordHash = await confirmPassword(db, ctx, password)
  if (!passwordHash) throw invalid({ password: 'error.password_incorrect' })
  await inTransaction(db, async (transaction) => {
    const { id } = ctx.account!
    // One of several concurrent requests closes the account. The others are no longer signed in.
    const lockResult = await lockAccount(transaction, id)
      .where('password', '=', passwordHash)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    if (lockResult.numUpdatedRows === 0n) throw unauthenticated()
    const stayLinks: StayLink[] = []
    for (const slice of slices) stayLinks.push(...((await slice.stayLinks?.(transaction, ctx, id)) ?? []))
    await purgeAccount(transaction, ctx, id, { slices, stayLinks, language: ctx.language })
  })
}

/**
 * Removes the personal data from an account. The row stays because stays refer to it. Email address and username are
 * free for a new account at once. Rejects the last owner. The caller must hold the row lock.
 */
export async function purgeAccount(
  db: Database,
  ctx: RequestContext,
  id: number,
  {
    slices,
    stayLinks,
    language,
  }: { slices: readonly PersonalData[]; stayLinks: readonly StayLink[]; language: Language },
): Promise<void> {
  const { now, address } = ctx
  const account = await loadProfile(db, id)
  if (account.role === 'owner' && (await lockOwners(db)).length < 2) throw conflict('error.last_owner')
  await db
    .updateTable('account')
    .set({
      name: '',
      email: '',
      email_key: null,
      email_confirmed_at: null,
      username: null,
      username_key: null,
      phone: null,
      company_name: null,
      preferences: '',
      password: null,
      referral_code: null,
      staff_role_id: null,
      closed_at: now,
    })
    .where('id', '=', id)
    .execute()
  await replaceSearchWords(db, id)
  await endAllSessions(db, id)
  await deleteSecondFactors(db, id)
  const links = await db
    .deleteFrom('signed_link')
    .where('account_id', '=', id)
    .where('purpose', 'in', ['reset-password', 'confirm-email', 'undo-email', 'take-a-place'])
    .returning(['purpose', 'payload'])
    .execute()
  const newAddresses = links
    .filter(({ purpose }) => purpose === 'confirm-email' || purpose === 'undo-email')
    .map(({ payload }) => payload)
  await purgeEmailsTo(db, [account.email, ...newAddresses])
  for (const slice of slices) await slice.purgeClosedAccounts(db, now)
  const isOwnAccount = id === ctx.account!.id
  await recordAudit(db, {
    at: now,
    accountId: ctx.account!.id,
    action: 'account closed',
    subject: `account ${id}`,
    address: isOwnAccount ? null : address,
  })
  // Guests have no account and get no email about it. Their links still lead to stays that are not over.
  if (account.role !== 'guest')
    await enqueueEmail(db, now, account.email, language, composeClosedEmail({ ...account, language }, stayLinks))
}

/**
 * Locks all owners until the end of the transaction, so that of the last two owners only one can leave. Owners who have
 * not accepted their invitation cannot sign in, so they do not count.
 */
export const lockOwners = (db: Database) =>
  db
    .updateTable('account')
    .set({ role: 'owner' })
    .where('role', '=', 'owner')
    .where('password', 'is not', null)
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .returning('id')
    .execute()
