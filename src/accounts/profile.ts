import { post } from '../messages/outbox.ts'
import { constraintOf } from '../platform/constraint.ts'
import { inTransaction, type Database } from '../platform/database.ts'
import { invalid, refuseFaults, tooMany } from '../platform/errors.ts'
import type { Language } from '../urls.ts'
import { holdAccount, refusingTaken } from './account.ts'
import { confirmLetter, emailChangeLetter } from './letters.ts'
import { namesTaken } from './names-taken.ts'
import { emailKey, usernameKey } from './names.ts'
import { linksSince, refusedLink, signLink, spendLink, withdrawLinks } from './signed-link.ts'

export type ProfileRow = Awaited<ReturnType<typeof profileOf>>

/** What a member is known by. Guests have none. */
export async function profileOf(db: Database, accountId: number) {
  const row = await db
    .selectFrom('account')
    .select(['id', 'role', 'name', 'email', 'phone', 'company_name', 'username', 'language', 'referral_code', 'created_at', 'closed_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { ...row, username: row.username ?? '', language: row.language as Language }
}

/** Undefined: as before. */
interface Changed {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  company?: string | undefined
  username?: string | undefined
}

/**
 * Saves what has changed, but for a new e-mail address, which is asked first whether it is theirs. Returns it if so. The
 * present one takes back what was asked before.
 */
export async function updateProfile(db: Database, now: number, publicUrl: string, accountId: number, changed: Changed): Promise<string | null> {
  const { name, email, phone, company, username } = changed
  refuseFaults(await namesTaken(db, changed, accountId))
  return refusingTaken(() =>
    inTransaction(db, async (transaction) => {
      await holdAccount(transaction, accountId)
        .set({ name, phone, company_name: company, username, username_key: username && usernameKey(username) })
        .execute()
      if (email === undefined) return null
      const account = await profileOf(transaction, accountId)
      if (email.toLowerCase() === account.email.toLowerCase()) {
        await transaction.updateTable('account').set({ email }).where('id', '=', accountId).execute()
        await withdrawLinks(transaction, now, accountId, ['confirm-email'])
        return null
      }
      await askNewAddress(transaction, now, publicUrl, account, email)
      return email
    }),
  )
}

/** Takes back the new address that waits to be confirmed. Returns the one that counts. */
export async function keepEmail(db: Database, now: number, accountId: number): Promise<string> {
  await withdrawLinks(db, now, accountId, ['confirm-email'])
  return (await profileOf(db, accountId)).email
}

const CONFIRM_LASTS_HOURS = 24
const MOST_NEW_ADDRESSES_AN_HOUR = 5
const HOUR_MS = 3_600_000

async function askNewAddress(db: Database, now: number, publicUrl: string, account: ProfileRow, email: string): Promise<void> {
  if ((await linksSince(db, now - HOUR_MS, account.id, 'confirm-email')) >= MOST_NEW_ADDRESSES_AN_HOUR) throw tooMany(HOUR_MS / 1000)
  await withdrawLinks(db, now, account.id, ['confirm-email'])
  const expiresAt = now + CONFIRM_LASTS_HOURS * HOUR_MS
  const token = await signLink(db, now, { purpose: 'confirm-email', accountId: account.id, payload: email, expiresAt })
  await post(db, now, email, account.language, confirmLetter(account, publicUrl, token, CONFIRM_LASTS_HOURS))
  await post(db, now, account.email, account.language, emailChangeLetter(account, publicUrl, email))
}

/** The address that waits to be confirmed: the one that the link still out leads to. */
export async function pendingEmail(db: Database, now: number, accountId: number): Promise<string> {
  const link = await db
    .selectFrom('signed_link')
    .select('payload')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'confirm-email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return link?.payload ?? ''
}

/** Makes the address that a link leads to the account's own. Letters sent to the old one open nothing any more. */
export async function confirmEmail(db: Database, now: number, token: string): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const grant = await spendLink(transaction, now, 'confirm-email', token)
    if (!grant) throw await refusedLink(transaction, now, 'confirm-email', token)
    const { account_id, payload: email } = grant
    await transaction
      .updateTable('account')
      .set({ email, email_key: emailKey(email) })
      .where('id', '=', account_id)
      .where('closed_at', 'is', null)
      .execute()
    await withdrawLinks(transaction, now, account_id, ['reset-password'])
    return email
  }).catch((error: unknown) => {
    throw constraintOf(error) === 'account_email' ? invalid({ token: 'error.email_taken' }) : error
  })
}

export async function referralsOf(db: Database, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('account')
    .select((row) => row.fn.countAll().as('count'))
    .where('referred_by', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
