import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { readCompany, type Company } from '../content/company.ts'
import { addressIsConfirmed, isSameAddress } from '../accounts/address.ts'
import { endLater } from './hold.ts'
import { linkedStay, ownBooking, type BookedRow } from './store.ts'

const HOUR_MS = 3_600_000

/** Whether whoever asks is known to read the address they give: members who have confirmed it. */
export const readsAddress = async (db: Database, { account }: Asker, email: string): Promise<boolean> =>
  account!.role !== 'guest' && (await addressIsConfirmed(db, account!.id, email))

/**
 * How long a request is kept that has no answer yet. Anybody may ask, under any address, and so it is kept for long only
 * once it is known to be theirs: until then for as long as it takes to open the link in our letter.
 */
export const keptUntil = (isProven: boolean, { proofHours, answerHours }: Company, now: number): number =>
  now + (isProven ? answerHours : proofHours) * HOUR_MS

/** The link in our letter was opened by a person: from now on their request waits for the house. Again, nothing happens. */
export async function proveRequest(db: Database, { now }: Asker, token: string): Promise<BookedRow | undefined> {
  const linked = await linkedStay(db, now, token)
  if (!linked) return undefined
  return inTransaction(db, async (transaction) => {
    await prove(transaction, now, linked.accountId, (booking) => booking.code === linked.code)
    return ownBooking(transaction, linked.accountId, linked.code)
  })
}

/** A member has shown that an address is theirs: so are the requests that they made with it. */
export const proveRequestsOf = (db: Database, now: number, accountId: number, email: string): Promise<void> =>
  prove(db, now, accountId, (booking) => isSameAddress(booking.email, email))

async function prove(
  db: Database,
  now: number,
  accountId: number,
  isMeant: (booking: Pick<BookedRow, 'code' | 'email'>) => boolean,
): Promise<void> {
  const waiting = await db
    .selectFrom('booking')
    .select(['id', 'code', 'email'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'pending_approval')
    .where('proven_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  const expires_at = keptUntil(true, await readCompany(db), now)
  for (const { id } of waiting.filter(isMeant)) {
    const proven = await db
      .updateTable('booking')
      .set({ proven_at: now, expires_at })
      .where('id', '=', id)
      .where('status', '=', 'pending_approval')
      .where('proven_at', 'is', null)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst()
    if (proven) await endLater(db, now, proven)
  }
}
