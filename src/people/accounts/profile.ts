import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { assertValid, unauthenticated, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { lockAccount, loadProfile, reportTakenNames } from './account.ts'
import { requestAddressChange, isSameAddress, renewConfirmation, withdrawPendingAddress } from './address.ts'
import { findTakenNames } from './taken-names.ts'
import { toUsernameKey } from './names.ts'
import { replaceSearchWords } from './account-search-words.ts'
import { readSessionStart } from './session-store.ts'
import { confirmPassword } from './sign-in.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** Fields that are undefined stay unchanged. */
interface ProfileChange {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  company?: string | undefined
  username?: string | undefined
  /** Required for a new email address or username. */
  old_password?: string | undefined
}

/**
 * Saves the changed fields. A new email address must be confirmed first and is returned. Saving the current address
 * withdraws a pending one. If the current one is not confirmed and has no valid link, it gets a new link and is returned
 * too.
 */
export async function updateProfile(db: Database, ctx: RequestContext, change: ProfileChange): Promise<string | null> {
  assertValid((await validateProfile(db, ctx, change)).fieldErrors)
  const { name, email, phone, company, username } = change
  return reportTakenNames(() =>
    inTransaction(db, async (transaction) => {
      const accountId = ctx.account!.id
      await lockAccount(transaction, accountId)
        .set({ name, phone, company_name: company, username, username_key: username && toUsernameKey(username) })
        .execute()
      // A password change ends this session and cancels its pending changes, so the session may not start new ones.
      if ((await readSessionStart(transaction, ctx.token!)) === null) throw unauthenticated()
      await replaceSearchWords(transaction, accountId)
      if (email === undefined) return null
      const account = await loadProfile(transaction, accountId)
      if (!isSameAddress(email, account.email)) {
        await requestAddressChange(transaction, ctx, account, email)
        return email
      }
      await transaction.updateTable('account').set({ email }).where('id', '=', accountId).execute()
      await replaceSearchWords(transaction, accountId)
      await withdrawPendingAddress(transaction, ctx.now, { ...account, email })
      return (await renewConfirmation(transaction, ctx, { ...account, email })) ? email : null
    }),
  )
}

/** Rejects names of other accounts, and a new email address or username without the password. */
export async function validateProfile(
  db: Database,
  ctx: RequestContext,
  change: ProfileChange,
): Promise<ValidationResult> {
  const takenNames = await findTakenNames(db, ctx.now, change, ctx.account!.id)
  return { fieldErrors: { ...takenNames, ...(await checkPassword(db, ctx, change)) } }
}

/** A sign-in within this time replaces the password. */
const RECENT_SIGN_IN_MS = 10 * MINUTE_MS

/**
 * Requires the password or a recent sign-in for a new email address or username. Otherwise someone with a stolen
 * session could take over the account permanently.
 */
async function checkPassword(db: Database, ctx: RequestContext, change: ProfileChange): Promise<FieldMessages> {
  const { email, username, old_password } = change
  const account = await loadProfile(db, ctx.account!.id)
  const isNewEmail = email !== undefined && !isSameAddress(email, account.email)
  const isNewUsername = username !== undefined && toUsernameKey(username) !== toUsernameKey(account.username)
  if (!isNewEmail && !isNewUsername) return {}
  const sessionStartedAt = await readSessionStart(db, ctx.token!)
  if (sessionStartedAt !== null && Math.abs(ctx.now - sessionStartedAt) < RECENT_SIGN_IN_MS) return {}
  if (!old_password) return { old_password: [{ key: 'error.password_required' }] }
  const isPasswordCorrect = await confirmPassword(db, ctx, old_password)
  return isPasswordCorrect ? {} : { old_password: [{ key: 'error.password_incorrect' }] }
}

export async function countReferrals(db: Database, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('account')
    .select((row) => row.fn.countAll().as('count'))
    .where('referred_by', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
