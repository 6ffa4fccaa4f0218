import { insertAccount } from '#people/accounts/account.ts'
import { hasConfirmedAddress, isSameAddress } from '#people/accounts/address.ts'
import { toEmailKey } from '#people/accounts/names.ts'
import type { CallerAccount } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { toAddressSearchWord, getNameKey } from '#platform/database/search-words.ts'
import { getBookingReference, nextVersion, type BookedRow } from '../bookings/store.ts'

/** The person who stays, as entered in the booking form. */
interface NewGuest {
  name: string
  email: string
  phone: string
  /** Whether the caller books for another person, even if the name and the address are the caller's. */
  isForOther?: boolean
}

interface KnownGuest {
  /** Undefined: the person is not known yet. */
  guestId: number | undefined
  /** Whether the caller is a member who has confirmed the address of the booking. */
  isConfirmedMember: boolean
}

/**
 * Finds the guest of a new booking: the caller, or the guest of an earlier booking by the caller with the same name and
 * address. A typed address alone never matches the record of another person, because anyone can type it.
 */
export async function findGuest(
  db: Database,
  account: CallerAccount,
  { name, email, isForOther }: NewGuest,
): Promise<KnownGuest> {
  const booker = await db
    .selectFrom('account')
    .select(['id', 'role', 'name', 'email', 'email_confirmed_at'])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  const isOwnAddress = isSameAddress(booker.email, email)
  const isConfirmedMember = booker.role !== 'guest' && hasConfirmedAddress(booker, email)
  if (!isForOther && isOwnAddress && (booker.role === 'member' || isSameName(booker.name, name)))
    return { guestId: booker.id, isConfirmedMember }
  const earlierBooking = await db
    .selectFrom('booking')
    .innerJoin('account', 'account.id', 'booking.guest_id')
    .select('guest_id')
    .where('booker_id', '=', booker.id)
    .where('guest_id', '<>', booker.id)
    .where('booking.name', '=', name)
    .where('booking.email', '=', email)
    .where('closed_at', 'is', null)
    .orderBy('booking.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { guestId: earlierBooking?.guest_id, isConfirmedMember }
}

/** Creates a guest who has no session and cannot sign in. */
export const createGuest = async (
  db: Database,
  { name, email, phone, language, now }: Omit<NewGuest, 'isForOther'> & { now: number; language: string },
): Promise<number> => (await insertAccount(db, { name, email, phone, language, role: 'guest', created_at: now })).id

/** Compares names without case, accents, spaces and punctuation. */
const isSameName = (a: string, b: string): boolean => getNameKey(a) === getNameKey(b)

/**
 * Assigns a stay whose address was just verified to the person who is already known by this address and name: a member,
 * or the guest of an earlier stay with a verified address. Colleagues who share an address remain different guests.
 */
export async function assignToKnownGuest(db: Database, rooms: readonly BookedRow[]): Promise<void> {
  const [firstRoom] = rooms
  const guest = await db
    .selectFrom('account')
    .select(['id', 'role'])
    .where('id', '=', firstRoom!.guest_id)
    .executeTakeFirstOrThrow()
  if (guest.role !== 'guest') return
  const existingGuestId = (await findMember(db, firstRoom!)) ?? (await findVerifiedGuest(db, firstRoom!))
  if (existingGuestId !== undefined) await assignGuest(db, [getBookingReference(firstRoom!)], existingGuestId)
}

async function findMember(db: Database, { name, email }: BookedRow): Promise<number | undefined> {
  const member = await db
    .selectFrom('account')
    .select(['id', 'name', 'email'])
    .where('email_key', '=', toEmailKey(email))
    .where('email_confirmed_at', 'is not', null)
    .where('role', '=', 'member')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return member && isSameAddress(member.email, email) && isSameName(member.name, name) ? member.id : undefined
}

const findVerifiedGuest = async (db: Database, { guest_id, name, email }: BookedRow): Promise<number | undefined> =>
  (await listVerifiedStays(db, email)).find((stay) => stay.guest_id !== guest_id && isSameName(stay.name, name))
    ?.guest_id

const MAX_STAYS_OF_ADDRESS = 200

/** The stays with this verified address, oldest first, without erased guests. The guests may be different people. */
async function listVerifiedStays(db: Database, email: string) {
  const rows = await db
    .selectFrom('booking_search_word')
    .innerJoin('booking', 'booking.id', 'booking_search_word.booking_id')
    .innerJoin('account', 'account.id', 'booking.guest_id')
    .select(['booking.code', 'booking.stay_code', 'booking.guest_id', 'booking.name', 'booking.email'])
    .where('word', '=', toAddressSearchWord(email))
    .where('email_verified_at', 'is not', null)
    .where('closed_at', 'is', null)
    .orderBy('booking.id')
    .limit(MAX_STAYS_OF_ADDRESS)
    .execute()
  return rows.filter((row) => isSameAddress(row.email, email))
}

/** Assigns the stays that a person booked as a guest to the member account that has just confirmed the address. */
export async function adoptGuestStays(db: Database, accountId: number, email: string): Promise<void> {
  const member = await db.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirstOrThrow()
  const stays = (await listVerifiedStays(db, email)).filter((stay) => isSameName(stay.name, member.name))
  const guestIds = [...new Set(stays.map(({ guest_id }) => guest_id))]
  if (guestIds.length === 0) return
  const guests = await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', guestIds)
    .where('role', '=', 'guest')
    .execute()
  const ids = guests.map(({ id }) => id)
  const codes = stays.filter(({ guest_id }) => ids.includes(guest_id)).map(getBookingReference)
  await assignGuest(db, codes, accountId)
}

/**
 * Sets the guest of all rooms of these stays. A guest is never newer than their first stay, because the age of guests
 * decides which stays `purgeGuests` checks.
 */
export async function assignGuest(db: Database, codes: readonly string[], guestId: number): Promise<void> {
  if (codes.length === 0) return
  await db
    .updateTable('booking')
    .set({ guest_id: guestId, version: nextVersion })
    .where(({ or, eb }) => or([eb('code', 'in', codes), eb('stay_code', 'in', codes)]))
    .execute()
  const { firstBookedAt } = await db
    .selectFrom('booking')
    .select(({ fn }) => fn.min('created_at').as('firstBookedAt'))
    .where('guest_id', '=', guestId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('account')
    .set({ created_at: firstBookedAt })
    .where('id', '=', guestId)
    .where('role', '=', 'guest')
    .where('created_at', '>', firstBookedAt)
    .execute()
}
