import { enqueueEmail } from '#mail/outbox.ts'
import { recordAudit } from '#platform/audit.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { invalid, rateLimited } from '#platform/errors.ts'
import { lockAccount, loadProfile, type OnAddressConfirmed, type ProfileRow } from './account.ts'
import { composeConfirmAddressEmail, composeEmailChangeEmail } from './emails.ts'
import { toEmailKey } from './names.ts'
import { emailResetLink } from './password-change.ts'
import { endAllSessions } from './session-store.ts'
import {
  findValidLink,
  countRecentLinks,
  findLinkError,
  createLinkToken,
  consumeLink,
  withdrawLinks,
} from './signed-link.ts'
import { replaceSearchWords } from './account-search-words.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'

const CONFIRM_TTL_HOURS = 24
const UNDO_TTL_DAYS = 7
const MAX_ADDRESS_CHANGES_PER_HOUR = 5

/** Emails a confirmation link to the new address and an undo link to the old one. The undo link outlasts the change. */
export async function requestAddressChange(
  db: Database,
  ctx: RequestContext,
  account: ProfileRow,
  email: string,
): Promise<void> {
  const { now, language, context } = ctx
  const { id: accountId } = account
  if ((await countRecentLinks(db, now, accountId, 'confirm-email')) >= MAX_ADDRESS_CHANGES_PER_HOUR)
    throw rateLimited(HOUR_MS / 1000)
  await withdrawLinks(db, now, accountId, ['confirm-email']).execute()
  const confirmationLink = {
    purpose: 'confirm-email',
    accountId,
    payload: email,
    expiresAt: now + CONFIRM_TTL_HOURS * HOUR_MS,
  } as const
  const undoLink = {
    purpose: 'undo-email',
    accountId,
    payload: account.email,
    expiresAt: now + UNDO_TTL_DAYS * DAY_MS,
    holdsEmailKey: toEmailKey(account.email),
  } as const
  await enqueueEmail(
    db,
    now,
    email,
    language,
    composeConfirmAddressEmail(
      language,
      context.publicUrl,
      await createLinkToken(db, now, confirmationLink),
      CONFIRM_TTL_HOURS,
    ),
  )
  await enqueueEmail(
    db,
    now,
    account.email,
    language,
    composeEmailChangeEmail(
      { ...account, language },
      context.publicUrl,
      email,
      await createLinkToken(db, now, undoLink),
      UNDO_TTL_DAYS,
    ),
  )
}

/**
 * Emails a new confirmation link to the current address, unless it is confirmed or has a valid link. Returns whether it
 * did.
 */
export async function renewConfirmation(
  db: Database,
  { now, language, context }: RequestContext,
  { id: accountId, email, isConfirmed }: ProfileRow,
): Promise<boolean> {
  if (isConfirmed) return false
  const validLink = await selectConfirmationLinks(db, now, accountId).where('payload', '=', email).executeTakeFirst()
  if (validLink) return false
  const expiresAt = now + CONFIRM_TTL_HOURS * HOUR_MS
  const token = await createLinkToken(db, now, { purpose: 'confirm-email', accountId, payload: email, expiresAt })
  const message = composeConfirmAddressEmail(language, context.publicUrl, token, CONFIRM_TTL_HOURS)
  await enqueueEmail(db, now, email, language, message)
  return true
}

const selectConfirmationLinks = (db: Database, now: number, accountId: number) =>
  db
    .selectFrom('signed_link')
    .select('payload')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'confirm-email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)

/** Reads the new address that is waiting for confirmation, or '' if there is none. */
export async function readPendingEmail(
  db: Database,
  now: number,
  { id, email }: Pick<ProfileRow, 'id' | 'email'>,
): Promise<string> {
  const link = await selectConfirmationLinks(db, now, id).where('payload', '<>', email).executeTakeFirst()
  return link?.payload ?? ''
}

/** Withdraws the new address that is waiting for confirmation. Returns the current address. */
export async function withdrawEmailChange(db: Database, ctx: RequestContext): Promise<string> {
  const account = await loadProfile(db, ctx.account!.id)
  await withdrawPendingAddress(db, ctx.now, account)
  return account.email
}

/** Withdraws the confirmation link of a new address. The link of the current address stays valid. */
export const withdrawPendingAddress = (db: Database, now: number, { id, email }: Pick<ProfileRow, 'id' | 'email'>) =>
  withdrawLinks(db, now, id, ['confirm-email']).where('payload', '<>', email).execute()

/** Confirms the address of a link. If the address changes, reset links sent to the old address stop working. */
export async function confirmEmail(
  db: Database,
  { now }: RequestContext,
  { token }: { token: string },
  onConfirmed: OnAddressConfirmed,
): Promise<string> {
  return spendLinkInTransaction(
    db,
    now,
    'confirm-email',
    token,
    async (transaction, { account_id, payload: email }) => {
      const account = await loadProfile(transaction, account_id)
      await setAddress(transaction, now, { accountId: account_id, email, onConfirmed })
      if (isSameAddress(email, account.email)) return email
      await withdrawLinks(transaction, now, account_id, ['reset-password']).execute()
      await recordAudit(transaction, {
        at: now,
        accountId: account_id,
        action: 'email changed',
        subject: `account ${account_id}`,
      })
      return email
    },
  )
}

/**
 * Restores the old address, whether or not the new one was confirmed. The person who changed it had a session and
 * perhaps the password, so both stop working and a reset link is emailed. Undo links created later are withdrawn; older
 * ones stay valid.
 */
export async function undoEmailChange(
  db: Database,
  ctx: RequestContext,
  { token }: { token: string },
  onConfirmed: OnAddressConfirmed,
): Promise<string> {
  const { now, language, context } = ctx
  return spendLinkInTransaction(
    db,
    now,
    'undo-email',
    token,
    async (transaction, { account_id, payload: email, created_at }) => {
      await setAddress(transaction, now, { accountId: account_id, email, onConfirmed })
      await transaction.updateTable('account').set({ password: null }).where('id', '=', account_id).execute()
      await endAllSessions(transaction, account_id)
      await withdrawLinks(transaction, now, account_id, ['reset-password', 'confirm-email']).execute()
      await withdrawLinks(transaction, now, account_id, ['undo-email']).where('created_at', '>', created_at).execute()
      const account = await loadProfile(transaction, account_id)
      await emailResetLink(transaction, now, context.publicUrl, { ...account, language })
      await recordAudit(transaction, {
        at: now,
        accountId: account_id,
        action: 'email change undone',
        subject: `account ${account_id}`,
      })
      return email
    },
  )
}

type SpentLink = NonNullable<Awaited<ReturnType<typeof consumeLink>>>

/**
 * Consumes a link and runs `work`. Locks the account first, so that a second link of the account sees the changes of
 * the first.
 */
async function spendLinkInTransaction<Result>(
  db: Database,
  now: number,
  purpose: 'confirm-email' | 'undo-email',
  token: string,
  work: (db: Database, grant: SpentLink) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    const validLink = await findValidLink(transaction, now, purpose, token)
    if (validLink) await lockAccount(transaction, validLink.account_id).execute()
    const grant = validLink && (await consumeLink(transaction, now, purpose, token))
    if (!grant) throw await findLinkError(transaction, now, purpose, token)
    return work(transaction, grant)
  }).catch((error: unknown) => {
    throw findConstraintName(error) === 'account_email' ? invalid({ token: 'error.email_taken' }) : error
  })
}

/** Sets the address and marks it as confirmed, because the user opened a link that was sent there. */
async function setAddress(
  db: Database,
  now: number,
  { accountId, email, onConfirmed }: { accountId: number; email: string; onConfirmed: OnAddressConfirmed },
): Promise<void> {
  await db
    .updateTable('account')
    .set({ email, email_key: toEmailKey(email), email_confirmed_at: now })
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .execute()
  await replaceSearchWords(db, accountId)
  await onConfirmed(db, now, accountId, email)
}

/** Compares addresses as mail systems do. `toEmailKey` matches more loosely. */
export const isSameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Returns whether the account has this address and has confirmed it. */
export const hasConfirmedAddress = (
  account: { email: string; email_confirmed_at: number | null },
  email: string,
): boolean => account.email_confirmed_at !== null && isSameAddress(account.email, email)

/** Loads an account and returns whether it has this address and has confirmed it. */
export async function isAddressConfirmed(db: Database, accountId: number, email: string): Promise<boolean> {
  const account = await db
    .selectFrom('account')
    .select(['email', 'email_confirmed_at'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account !== undefined && hasConfirmedAddress(account, email)
}
