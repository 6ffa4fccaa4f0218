import { forgetLettersTo, mailLater } from '../messages/outbox.ts'
import { recordAudit } from '../platform/work/audit.ts'
import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { conflict, invalid, unauthenticated } from '../platform/errors.ts'
import { lockAccount, profileOf } from './account.ts'
import { closedLetter, type StayLink } from './letters.ts'
import { endAllSessions } from './session-store.ts'
import { confirmPassword } from './sign-in.ts'

/** A slice that keeps something of people: it can tell them what, and forgets whose accounts are closed. */
export interface PersonalData {
  exportData(db: Database, accountId: number): Promise<Record<string, unknown>[]>
  forgetClosed(db: Database, now: number): Promise<void>
  /** The links by which somebody without an account comes back to what is not over. */
  stayLinks?(db: Database, asker: Asker): Promise<StayLink[]>
}

/**
 * Closes an account for whoever knows its password. The row stays, because stays refer to it, but nothing on it says
 * whose it was; e-mail address and username are free for a new account at once.
 */
export async function closeAccount(
  db: Database,
  asker: Asker,
  { password }: { password: string },
  slices: readonly PersonalData[],
): Promise<void> {
  const { now, language } = asker
  const kept = await confirmPassword(db, asker, password)
  if (!kept) throw invalid({ password: 'error.password_incorrect' })
  await inTransaction(db, async (transaction) => {
    // Of several at once, one closes it, and for the others nobody is signed in any more.
    const held = await lockAccount(transaction, asker.account!.id)
      .where('password', '=', kept)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    if (held.numUpdatedRows === 0n) throw unauthenticated()
    const account = await profileOf(transaction, asker.account!.id)
    if (account.role === 'owner' && (await lockOwners(transaction)).length < 2) throw conflict('error.last_owner')
    await transaction
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
        password: null,
        referral_code: null,
        closed_at: now,
      })
      .where('id', '=', account.id)
      .execute()
    await endAllSessions(transaction, account.id)
    const links = await transaction
      .deleteFrom('signed_link')
      .where('account_id', '=', account.id)
      .where('purpose', 'in', ['reset-password', 'confirm-email', 'undo-email'])
      .returning(['purpose', 'payload'])
      .execute()
    const newAddresses = links.filter(({ purpose }) => purpose !== 'reset-password').map(({ payload }) => payload)
    await forgetLettersTo(transaction, [account.email, ...newAddresses])
    const stayLinks: StayLink[] = []
    for (const slice of slices) {
      await slice.forgetClosed(transaction, now)
      stayLinks.push(...((await slice.stayLinks?.(transaction, asker)) ?? []))
    }
    await recordAudit(transaction, {
      at: now,
      accountId: account.id,
      action: 'account closed',
      subject: `account ${account.id}`,
    })
    await mailLater(transaction, now, account.email, language, closedLetter({ ...account, language }, stayLinks))
  })
}

/** Held until the end of the transaction, so that of two last owners who leave at once only one can. */
const lockOwners = (db: Database) =>
  db
    .updateTable('account')
    .set({ role: 'owner' })
    .where('role', '=', 'owner')
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .returning('id')
    .execute()
