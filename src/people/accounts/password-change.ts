import { enqueueEmail } from '#mail/outbox.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { invalid, assertValid, type FieldMessages } from '#platform/errors.ts'
import { enqueue, type JobKinds } from '#platform/background/jobs.ts'
import type { Language } from '#routes/public.ts'
import { purgeAttempts } from '#platform/http/attempts.ts'
import { lockAccount, loadProfile, type OnAddressConfirmed, type ProfileRow } from './account.ts'
import { rememberDevice } from './known-device.ts'
import { composePasswordChangedEmail, composeResetEmail } from './emails.ts'
import { toEmailKey } from './names.ts'
import { validatePasswordFields } from './password-validation.ts'
import { hashPassword } from './password.ts'
import { endAllSessions, endOtherSessions } from './session-store.ts'
import { confirmPassword, getSignInSubject } from './sign-in.ts'
import {
  findValidLink,
  countRecentLinks,
  findLinkError,
  createLinkToken,
  consumeLink,
  withdrawLinks,
} from './signed-link.ts'
import { MINUTE_MS } from '#platform/durations.ts'

export const RESET_TTL_MINUTES = 30
const MAX_EMAILS_PER_HOUR = 3

interface PasswordChange {
  old_password: string
  new_password: string
  new_password_confirmation: string
}

/** Changes the password, ends all other sessions, and cancels links that a stranger may have requested. */
export async function changePassword(db: Database, ctx: RequestContext, form: PasswordChange): Promise<void> {
  const { account, currentHash, fieldErrors } = await validatePasswordChange(db, ctx, form)
  assertValid(fieldErrors)
  const passwordHash = await hashPassword(form.new_password, {
    address: ctx.address,
    account: getSignInSubject(account.id),
  })
  await inTransaction(db, async (transaction) => {
    const isChanged = await setPassword(transaction, ctx, account, passwordHash, currentHash!)
    if (!isChanged) throw invalid({ old_password: 'error.password_wrong' }) // a concurrent change came first
    await endOtherSessions(transaction, ctx)
  })
}

/** Validates all fields together. Each check of the old password counts as an attempt. */
export async function validatePasswordChange(db: Database, ctx: RequestContext, form: Partial<PasswordChange>) {
  const { old_password: oldPassword, new_password: newPassword } = form
  const currentHash = oldPassword === undefined ? null : await confirmPassword(db, ctx, oldPassword)
  const account = await loadProfile(db, ctx.account!.id)
  const isSamePassword = currentHash !== null && newPassword?.normalize('NFC') === oldPassword!.normalize('NFC')
  const fieldErrors: FieldMessages = {
    ...(oldPassword !== undefined && currentHash === null && { old_password: [{ key: 'error.password_wrong' }] }),
    ...validatePasswordFields('new_password', form, account),
    ...(isSamePassword && { new_password: [{ key: 'error.password_same' }] }),
  }
  return { account, currentHash, fieldErrors }
}

/**
 * Sends the same response for every address. Only the job that runs after the response depends on the account. Invited
 * staff have no username yet and get no link, because they would skip the invitation.
 */
export async function requestPasswordReset(
  db: Database,
  { now, language }: RequestContext,
  { email }: { email: string },
): Promise<void> {
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('email_key', '=', toEmailKey(email))
    .where('username', 'is not', null)
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  await enqueue(db, now, 'send-reset', { accountId: account?.id ?? null, language })
}

/** Sends at most a few emails per hour, so that no mailbox fills up and the last link stays valid. */
export const createPasswordJobs = ({ clock, publicUrl }: Context): JobKinds => ({
  async 'send-reset'({ accountId, language }: { accountId: number | null; language?: Language }, db: Database) {
    if (accountId === null) return
    const now = clock()
    await inTransaction(db, async (transaction) => {
      await lockAccount(transaction, accountId).execute()
      if ((await countRecentLinks(transaction, now, accountId, 'reset-password')) >= MAX_EMAILS_PER_HOUR) return
      const account = await loadProfile(transaction, accountId)
      if (account.closed_at !== null) return
      await emailResetLink(transaction, now, publicUrl, { ...account, language: language ?? account.language })
    })
  },
})

/** Emails a reset link in `account.language`, and withdraws earlier reset links. */
export async function emailResetLink(db: Database, now: number, publicUrl: string, account: ProfileRow): Promise<void> {
  await withdrawLinks(db, now, account.id, ['reset-password']).execute()
  const expiresAt = now + RESET_TTL_MINUTES * MINUTE_MS
  const token = await createLinkToken(db, now, {
    purpose: 'reset-password',
    accountId: account.id,
    payload: '',
    expiresAt,
  })
  await enqueueEmail(
    db,
    now,
    account.email,
    account.language,
    composeResetEmail(account, publicUrl, token, RESET_TTL_MINUTES),
  )
}

/**
 * Sets a new password with an emailed link, which works once, and ends every session. The link also confirms the email
 * address. Clears the failed attempts and remembers this browser, so that attempts of others cannot block it. Returns
 * the device token.
 */
export async function resetPassword(
  db: Database,
  ctx: RequestContext,
  form: PasswordReset,
  onConfirmed: OnAddressConfirmed,
): Promise<string> {
  const { account, fieldErrors } = await validatePasswordReset(db, ctx, form)
  assertValid(fieldErrors)
  const { now, address } = ctx
  const { token } = form
  const passwordHash = await hashPassword(form.password, { address, account: getSignInSubject(account!.id) })
  const device = await inTransaction(db, async (transaction) => {
    if (!(await consumeLink(transaction, now, 'reset-password', token)))
      throw await findLinkError(transaction, now, 'reset-password', token)
    await setPassword(transaction, ctx, { ...account!, isConfirmed: true }, passwordHash)
    await transaction.updateTable('account').set({ email_confirmed_at: now }).where('id', '=', account!.id).execute()
    await onConfirmed(transaction, now, account!.id, account!.email)
    await endAllSessions(transaction, account!.id)
    return rememberDevice(transaction, now, account!.id, null)
  })
  await purgeAttempts(db, getSignInSubject(account!.id))
  return device.token
}

interface PasswordReset {
  token: string
  password: string
  password_confirmation: string
}

export async function validatePasswordReset(db: Database, { now }: RequestContext, form: Partial<PasswordReset>) {
  const { token } = form
  const link = token === undefined ? undefined : await findValidLink(db, now, 'reset-password', token)
  const account = link && (await loadProfile(db, link.account_id))
  const fieldErrors: FieldMessages = {
    ...(token !== undefined && !link && (await findLinkError(db, now, 'reset-password', token)).fields),
    ...validatePasswordFields('password', form, account ?? {}),
  }
  return { account, fieldErrors }
}

/**
 * Sets the password, withdraws reset links and the links to other addresses, and emails the account holder. With
 * `expectedHash`, the stored hash must still match. Returns whether the password was set.
 */
async function setPassword(
  db: Database,
  { now, language, context }: RequestContext,
  account: ProfileRow,
  password: string,
  expectedHash?: string,
): Promise<boolean> {
  const passwordUpdate = db
    .updateTable('account')
    .set({ password })
    .where('id', '=', account.id)
    .where('closed_at', 'is', null)
  const { numUpdatedRows } = await (
    expectedHash ? passwordUpdate.where('password', '=', expectedHash) : passwordUpdate
  ).executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await withdrawLinks(db, now, account.id, ['reset-password']).execute()
  await withdrawLinks(db, now, account.id, ['confirm-email']).where('payload', '<>', account.email).execute()
  await recordAudit(db, {
    at: now,
    accountId: account.id,
    action: 'password changed',
    subject: `account ${account.id}`,
    details: { by: expectedHash ? 'old password' : 'email' },
  })
  await enqueueEmail(
    db,
    now,
    account.email,
    language,
    composePasswordChangedEmail({ ...account, language }, context.publicUrl, new Date(now)),
  )
  return true
}
