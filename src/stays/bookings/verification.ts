import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { readCompany, type Company } from '#content/company.ts'
import { isSameAddress } from '#people/accounts/address.ts'
import { adoptGuestStays, assignToKnownGuest } from '../guests/guest.ts'
import { scheduleExpiry } from './hold.ts'
import { getStatus, getStatusTraits } from './status.ts'
import { nextVersion, isFirstRoomOfStay, findStayKeyByLink, loadOwnBooking, lockStay, type BookedRow } from './store.ts'
import { HOUR_MS } from '#platform/durations.ts'

/**
 * Returns the expiry time of a new request. Anyone can enter any address, so an unverified request is held only for the
 * time that a guest needs to open the link in the email.
 */
export const getRequestExpiry = (isVerified: boolean, { proofHours, answerHours }: Company, now: number): number =>
  now + (isVerified ? answerHours : proofHours) * HOUR_MS

/**
 * Verifies a request after a person has opened the link in the email. The request then waits for the company. A second
 * call has no effect.
 */
export async function verifyRequest(
  db: Database,
  { now }: RequestContext,
  token: string,
): Promise<BookedRow | undefined> {
  const linkedStayKey = await findStayKeyByLink(db, now, token)
  if (!linkedStayKey) return undefined
  return inTransaction(db, async (transaction) => {
    await verifyStay(transaction, now, linkedStayKey.code)
    return loadOwnBooking(transaction, linkedStayKey.accountId, linkedStayKey.code)
  })
}

/**
 * Verifies the open requests that a member made with the address they have just confirmed, and gives them the stays
 * that they booked before as a guest.
 */
export async function onAddressConfirmed(db: Database, now: number, accountId: number, email: string): Promise<void> {
  const unverifiedRequests = await db
    .selectFrom('booking')
    .select(['code', 'email'])
    .where('booker_id', '=', accountId)
    .where('status', '=', 'pending_approval')
    .where('email_verified_at', 'is', null)
    .where(isFirstRoomOfStay)
    .execute()
  for (const booking of unverifiedRequests.filter((request) => isSameAddress(request.email, email)))
    await verifyStay(db, now, booking.code)
  await adoptGuestStays(db, accountId, email)
}

/**
 * Verifies the address of a stay, holds its request for longer, and assigns the stay to the person known by this
 * address. Has no effect if the address is already verified, or if the stay can no longer be cancelled.
 */
export async function verifyStay(db: Database, now: number, code: string): Promise<void> {
  const rooms = await lockStay(db, code)
  const [firstRoom] = rooms
  if (!firstRoom || firstRoom.email_verified_at !== null) return
  const status = getStatus(firstRoom, now)
  if (!getStatusTraits(status).mayBeCancelled) return
  const isRequest = status === 'pending_approval'
  const expires_at = isRequest ? getRequestExpiry(true, await readCompany(db), now) : firstRoom.expires_at
  await db
    .updateTable('booking')
    .set({ email_verified_at: now, expires_at, version: nextVersion })
    .where(
      'id',
      'in',
      rooms.map(({ id }) => id),
    )
    .execute()
  await assignToKnownGuest(db, rooms)
  if (isRequest) await scheduleExpiry(db, now, { ...firstRoom, expires_at })
}
