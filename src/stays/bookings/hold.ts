import { recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { enqueue, type JobKinds } from '#platform/background/jobs.ts'
import { takeNights } from '../availability/inventory.ts'
import { readCompany, type Company } from '#content/company.ts'
import { mailGuestAndCompany } from '#mail/outbox.ts'
import type { Language } from '#routes/public.ts'
import { composeCompanyExpiredEmail } from './emails/company-emails.ts'
import { composeExpiredEmail } from './emails/guest-emails.ts'
import { deleteRequestSenders } from './open-requests.ts'
import { listStatusesWith } from './status.ts'
import { isFirstRoomOfStay, nextVersion, type BookedRow } from './store.ts'
import { emitStayEvent } from './stay-views.ts'
import { mergeRooms, releaseRooms, type StayWithRooms } from './stay-with-rooms.ts'

/**
 * Expires holds. A booking that waits for a payment or an answer holds its nights until `expires_at`. Only the
 * inventory counters decide which nights are free. So callers expire due holds before they read the counters, and again
 * if the counters reject a booking. A job created with the booking does the same if no request arrives. The guest and
 * the company get an email.
 */
export async function expireHolds(db: Database, now: number, context: UrlContext): Promise<number> {
  const expiredBookings = await db
    .selectFrom('booking')
    .select('id')
    .where('expires_at', '<=', now)
    .where(isFirstRoomOfStay)
    .execute()
  const results = await Promise.all(expiredBookings.map(({ id }) => expireHold(db, now, context, id)))
  return results.filter(Boolean).length
}

type UrlContext = Pick<Context, 'publicUrl'>

/**
 * Expires one hold in its own transaction, so that no transaction holds the nights of two stays and waits for a third.
 */
const expireHold = (db: Database, now: number, { publicUrl }: UrlContext, bookingId: number): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    const expireDue = () =>
      transaction
        .updateTable('booking')
        .set({ status: 'expired', expires_at: null, version: nextVersion })
        .where('status', 'in', listStatusesWith('awaitsAnswer'))
        .where('expires_at', '<=', now)
        .returningAll()
    const firstRoom = await expireDue().where('id', '=', bookingId).executeTakeFirst()
    if (!firstRoom) return false
    const otherRooms =
      firstRoom.stay_code === null ? [] : await expireDue().where('stay_code', '=', firstRoom.stay_code).execute()
    const expiredStay = mergeRooms([firstRoom, ...otherRooms])
    const company = await readCompany(transaction)
    const language = expiredStay.language as Language
    const emails = {
      guestEmail: composeExpiredEmail(expiredStay, language, publicUrl),
      companyEmail: composeCompanyExpiredEmail(expiredStay, company, publicUrl),
    }
    await mailGuestAndCompany(transaction, now, company, { ...expiredStay, language }, emails)
    await recordExpiry(transaction, { now, company }, expiredStay)
    return true
  })

/** Releases the nights of an expired stay, logs the expiry and publishes its event. */
async function recordExpiry(
  db: Transaction,
  { now, company }: { now: number; company: Company },
  stay: StayWithRooms,
): Promise<void> {
  await recordAudit(db, { at: now, accountId: null, action: 'booking expired', subject: `booking ${stay.code}` })
  await emitStayEvent(db, { now, company }, 'stay.expired', stay.code, () => stay)
  await releaseRooms(db, stay)
}

/**
 * Expires a hold whose nights are over although a payment for it arrives now. The rooms must be locked. Sends no email,
 * because the email about the payment states that it came too late.
 */
export async function expireEndedHold(
  db: Transaction,
  { now, company }: { now: number; company: Company },
  rooms: readonly BookedRow[],
): Promise<void> {
  const expiredRooms = await db
    .updateTable('booking')
    .set({ status: 'expired', expires_at: null, version: nextVersion })
    .where('id', 'in', listIds(rooms))
    .where('status', 'in', listStatusesWith('awaitsAnswer'))
    .returningAll()
    .execute()
  if (expiredRooms.length > 0)
    await recordExpiry(db, { now, company }, mergeRooms(expiredRooms.toSorted((a, b) => a.id - b.id)))
}

/** Schedules the expiry of a new booking, or of one whose hold was extended. */
export async function scheduleExpiry(db: Database, now: number, { id, expires_at }: BookedRow): Promise<void> {
  if (expires_at !== null) await enqueue(db, now, 'end-hold', { bookingId: id }, expires_at)
}

export const createHoldJobs = (context: UrlContext & Pick<Context, 'clock'>): JobKinds => ({
  async 'end-hold'({ bookingId }: { bookingId: number }, db: Database) {
    await expireHold(db, context.clock(), context, bookingId)
  },
})

/** Extends the hold while the guest pays, at least until the given time. */
export async function extendHold(db: Database, now: number, rooms: readonly BookedRow[], until: number): Promise<void> {
  const pendingRooms = rooms.filter(
    ({ status, expires_at }) => status === 'pending_payment' && (expires_at ?? until) < until,
  )
  if (pendingRooms.length === 0) return
  await db
    .updateTable('booking')
    .set({ expires_at: until, version: nextVersion })
    .where('id', 'in', listIds(pendingRooms))
    .execute()
  await scheduleExpiry(db, now, { ...pendingRooms[0]!, expires_at: until })
}

/**
 * Confirms all rooms of a stay after its payment, and deletes the sender data of its request. The rooms must be locked
 * and still have their nights.
 */
export async function confirmPaid(db: Database, rooms: readonly BookedRow[]): Promise<void> {
  await confirmRooms(db, { ids: listIds(rooms) })
  for (const { id } of rooms) await deleteRequestSenders(db, id)
}

const confirmRooms = statement((db, { ids }: { ids: readonly number[] }) =>
  db
    .updateTable('booking')
    .set({ status: 'confirmed', expires_at: null, version: nextVersion })
    .where('id', 'in', ids)
    .compile(),
)

/**
 * Reserves the nights that a stay had released, in the order of rooms and nights. Returns false if one of the nights is
 * sold; the caller must then roll back.
 */
export async function reserveNightsAgain(db: Database, rooms: readonly BookedRow[]): Promise<boolean> {
  const nights = await db
    .selectFrom('booking_night')
    .select(['room_id', 'night'])
    .where('booking_id', 'in', listIds(rooms))
    .orderBy('room_id')
    .orderBy('night')
    .execute()
  for (const { room_id, night } of nights)
    if (!(await takeNights(db, room_id, { checkIn: night, checkOut: night + 1 }))) return false
  return true
}

const listIds = (rooms: readonly BookedRow[]) => rooms.map(({ id }) => id)
