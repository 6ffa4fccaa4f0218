import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { readCompany, type Company } from '#content/company.ts'
import { addressIsConfirmed, isSameAddress } from '#people/accounts/address.ts'
import { endLater } from './hold.ts'
import { statusOf } from './status.ts'
import { nextVersion, isFirst, linkedStay, ownBooking, takeStay, type BookedRow } from './store.ts'

const HOUR_MS = 3_600_000

/** Whether whoever asks is known to read the address they give: members who have confirmed it. */
export const readsAddress = async (db: Database, { account }: RequestContext, email: string): Promise<boolean> =>
  account!.role !== 'guest' && (await addressIsConfirmed(db, account!.id, email))

/**
 * How long a request is kept that has no answer yet. Anybody may ask, under any address, and so it is kept for long only
 * once it is known to be theirs: until then for as long as it takes to open the link in our letter.
 */
export const keptUntil = (isProven: boolean, { proofHours, answerHours }: Company, now: number): number =>
  now + (isProven ? answerHours : proofHours) * HOUR_MS

/** The link in our letter was opened by a person: from now on their request waits for the house. Again, nothing happens. */
export async function proveRequest(
  db: Database,
  { now }: RequestContext,
  token: string,
): Promise<BookedRow | undefined> {
  const linked = await linkedStay(db, now, token)
  if (!linked) return undefined
  return inTransaction(db, async (transaction) => {
    await prove(transaction, now, linked.code)
    return ownBooking(transaction, linked.accountId, linked.code)
  })
}

/** A member has shown that an address is theirs: so are the requests that they made with it. */
export async function proveRequestsOf(db: Database, now: number, accountId: number, email: string): Promise<void> {
  const waiting = await db
    .selectFrom('booking')
    .select(['code', 'email'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'pending_approval')
    .where('proven_at', 'is', null)
    .where(isFirst)
    .execute()
  for (const booking of waiting.filter((each) => isSameAddress(each.email, email))) await prove(db, now, booking.code)
}

async function prove(db: Database, now: number, code: string): Promise<void> {
  const rooms = await takeStay(db, code)
  const [first] = rooms
  if (!first || first.proven_at !== null || statusOf(first, now) !== 'pending_approval') return
  const expires_at = keptUntil(true, await readCompany(db), now)
  await db
    .updateTable('booking')
    .set({ proven_at: now, expires_at, version: nextVersion })
    .where(
      'id',
      'in',
      rooms.map(({ id }) => id),
    )
    .execute()
  await endLater(db, now, { ...first, expires_at })
}
