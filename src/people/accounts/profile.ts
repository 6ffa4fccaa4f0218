import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { assertValid, unauthenticated, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { lockAccount, profileOf, refusingTaken } from './account.ts'
import { askNewAddress, isSameAddress, withdrawNewAddress } from './address.ts'
import { namesTaken } from './names-taken.ts'
import { usernameKey } from './names.ts'
import { renewPersonWords } from './person-words.ts'
import { sessionBeganAt } from './session-store.ts'
import { confirmPassword } from './sign-in.ts'

/** Fields that are undefined stay unchanged. */
interface Changed {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  company?: string | undefined
  username?: string | undefined
  /** Needed for a new email address or username. */
  old_password?: string | undefined
}

/**
 * Saves the changed fields. A new email address must be confirmed first and is returned. The current address withdraws
 * a pending one.
 */
export async function updateProfile(db: Database, ctx: RequestContext, changed: Changed): Promise<string | null> {
  assertValid((await validateProfile(db, ctx, changed)).fieldErrors)
  const { name, email, phone, company, username } = changed
  return refusingTaken(() =>
    inTransaction(db, async (transaction) => {
      const accountId = ctx.account!.id
      await lockAccount(transaction, accountId)
        .set({ name, phone, company_name: company, username, username_key: username && usernameKey(username) })
        .execute()
      // A password change ends this session and cancels its pending changes, so the session may not start new ones.
      if ((await sessionBeganAt(transaction, ctx.token!)) === null) throw unauthenticated()
      await renewPersonWords(transaction, accountId)
      if (email === undefined) return null
      const account = await profileOf(transaction, accountId)
      if (!isSameAddress(email, account.email)) {
        await askNewAddress(transaction, ctx, account, email)
        return email
      }
      await transaction.updateTable('account').set({ email }).where('id', '=', accountId).execute()
      await renewPersonWords(transaction, accountId)
      await withdrawNewAddress(transaction, ctx.now, { ...account, email })
      return null
    }),
  )
}

/** Rejects names of other accounts, and a new email address or username without the password. */
export async function validateProfile(db: Database, ctx: RequestContext, changed: Changed): Promise<ValidationResult> {
  const taken = await namesTaken(db, ctx.now, changed, ctx.account!.id)
  return { fieldErrors: { ...taken, ...(await errorsOfPerson(db, ctx, changed)) } }
}

/** A sign-in within this time replaces the password. */
const FRESH_MS = 10 * 60_000

/** Someone with a stolen session must not change the sign-in names, or the account would be theirs for good. */
async function errorsOfPerson(db: Database, ctx: RequestContext, changed: Changed): Promise<FieldMessages> {
  const { email, username, old_password } = changed
  const account = await profileOf(db, ctx.account!.id)
  const isNewEmail = email !== undefined && !isSameAddress(email, account.email)
  const isNewUsername = username !== undefined && usernameKey(username) !== usernameKey(account.username)
  if (!isNewEmail && !isNewUsername) return {}
  const beganAt = await sessionBeganAt(db, ctx.token!)
  if (beganAt !== null && Math.abs(ctx.now - beganAt) < FRESH_MS) return {}
  if (!old_password) return { old_password: [{ key: 'error.password_needed' }] }
  const isRight = await confirmPassword(db, ctx, old_password)
  return isRight ? {} : { old_password: [{ key: 'error.password_incorrect' }] }
}

export async function referralsOf(db: Database, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('account')
    .select((row) => row.fn.countAll().as('count'))
    .where('referred_by', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
