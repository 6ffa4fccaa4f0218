import { post } from '../messages/outbox.ts'
import type { Clock } from '../platform/clock.ts'
import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database.ts'
import { invalid, invalidFields } from '../platform/errors.ts'
import { enqueue, type JobKinds } from '../platform/jobs.ts'
import type { Tries } from '../platform/tries.ts'
import { holdAccount } from './account.ts'
import { passwordChangedLetter, resetLetter } from './letters.ts'
import { emailKey, usernameKey } from './names.ts'
import { faultOfPassword } from './password-fault.ts'
import { hashPassword } from './password.ts'
import { profileOf, type ProfileRow } from './profile.ts'
import { endAllSessions, endOtherSessions } from './session-store.ts'
import { confirmPassword, triesAt } from './sign-in.ts'
import { grantOf, linksSince, refusedLink, signLink, spendLink, withdrawLinks } from './signed-link.ts'

interface House {
  db: Database
  clock: Clock
  tries: Tries
  publicUrl: string
}

export const RESET_LASTS_MINUTES = 30
const MOST_LETTERS_AN_HOUR = 3
const HOUR_MS = 3_600_000

/** Every other session ends, and so does whatever a stranger may have asked for in the account's name. */
export async function changePassword({ db, clock, tries, publicUrl }: House, asker: Asker, oldPassword: string, newPassword: string): Promise<void> {
  const kept = await confirmPassword(db, tries, asker, oldPassword, { old_password: 'error.password_wrong' })
  const account = await profileOf(db, asker.account!.id)
  const fault = faultOfPassword(newPassword, account)
  if (fault) throw invalidFields({ new_password: fault })
  const password = await hashPassword(newPassword)
  await inTransaction(db, async (transaction) => {
    const changed = await setPassword(transaction, clock(), publicUrl, account, password, kept)
    if (!changed) throw invalid({ old_password: 'error.password_wrong' }) // somebody was faster
    await endOtherSessions(transaction, account.id, asker.token!)
  })
}

/** The same for every address: whose it is only matters to the job that comes after the answer. */
export async function askForReset({ db, clock }: Pick<House, 'db' | 'clock'>, email: string): Promise<void> {
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  await enqueue(db, clock(), 'send-reset', { accountId: account?.id ?? null })
}

/** Beyond so many letters an hour nothing is sent, so that nobody's mailbox is filled, and the last link stays good. */
export const passwordJobs = ({ clock, publicUrl }: Pick<House, 'clock' | 'publicUrl'>): JobKinds => ({
  async 'send-reset'({ accountId }: { accountId: number | null }, db: Database) {
    if (accountId === null) return
    const now = clock()
    await inTransaction(db, async (transaction) => {
      await holdAccount(transaction, accountId).execute()
      if ((await linksSince(transaction, now - HOUR_MS, accountId, 'reset-password')) >= MOST_LETTERS_AN_HOUR) return
      const account = await profileOf(transaction, accountId)
      if (account.closed_at !== null) return
      await withdrawLinks(transaction, now, accountId, ['reset-password'])
      const expiresAt = now + RESET_LASTS_MINUTES * 60_000
      const token = await signLink(transaction, now, { purpose: 'reset-password', accountId, payload: '', expiresAt })
      await post(transaction, now, account.email, account.language, resetLetter(account, publicUrl, token, RESET_LASTS_MINUTES))
    })
  },
})

/** A new password by the link of a letter: once, and every session ends. */
export async function resetPassword({ db, clock, tries, publicUrl }: House, token: string, newPassword: string, address: string | null): Promise<void> {
  const grant = await grantOf(db, clock(), 'reset-password', token)
  if (!grant) throw await refusedLink(db, clock(), 'reset-password', token)
  const account = await profileOf(db, grant.account_id)
  const fault = faultOfPassword(newPassword, account)
  if (fault) throw invalidFields({ password: fault })
  const password = await hashPassword(newPassword)
  await inTransaction(db, async (transaction) => {
    const now = clock()
    if (!(await spendLink(transaction, now, 'reset-password', token))) throw await refusedLink(transaction, now, 'reset-password', token)
    await setPassword(transaction, now, publicUrl, account, password)
    await endAllSessions(transaction, account.id)
  })
  for (const name of [emailKey(account.email), usernameKey(account.username)]) await tries.forget(triesAt(name), address)
}

/** Whether it was set: `instead` names the hash that must still be there. The owner of the account is told. */
async function setPassword(db: Database, now: number, publicUrl: string, account: ProfileRow, password: string, instead?: string): Promise<boolean> {
  const set = db.updateTable('account').set({ password }).where('id', '=', account.id).where('closed_at', 'is', null)
  const { numUpdatedRows } = await (instead ? set.where('password', '=', instead) : set).executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await withdrawLinks(db, now, account.id, ['reset-password', 'confirm-email'])
  await post(db, now, account.email, account.language, passwordChangedLetter(account, publicUrl, new Date(now)))
  return true
}
