import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { toAddressSearchWord, toPhoneSearchWord } from '#platform/database/search-words.ts'
import { isoDay, isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { findPerson, loadIdsWithStayOrAccount } from '#people/staff/people.ts'
import type { Role } from '#schema/accounts.ts'
import { hasPermission } from '#schema/permissions.ts'
import { getRoomName } from '../bookings/stay-views.ts'
import { loadStays } from '../bookings/stay-with-rooms.ts'
import { isFirstRoomOfStay, type BookedRow } from '../bookings/store.ts'
import type { GuestOfStays, GuestStays, guestsContract } from './contract.ts'
import { saveGuestPreferences } from './preferences.ts'
import { mergeGuests, splitGuest, undoGuestChange } from './guest-changes.ts'

export const guestsHandlers = {
  getGuestStays: (db, ctx, { id }) => loadGuestStays(db, ctx, id),

  async mergeGuests(db, ctx, { id, into: targetId }) {
    await mergeGuests(db, ctx, { id, intoId: targetId })
    return loadGuestStays(db, ctx, targetId)
  },

  async splitGuest(db, ctx, form) {
    await splitGuest(db, ctx, form)
    return loadGuestStays(db, ctx, form.id)
  },

  async undoGuestChange(db, ctx, { id, guest }) {
    await undoGuestChange(db, ctx, { id })
    return loadGuestStays(db, ctx, guest)
  },

  async saveGuestPreferences(db, ctx, form) {
    await saveGuestPreferences(db, ctx, form)
    return {}
  },
} satisfies Handlers<typeof guestsContract>

const MAX_STAYS = 20
const MAX_MATCHES = 5
const MAX_CANDIDATES = 50

async function loadGuestStays(db: Database, ctx: RequestContext, id: number): Promise<GuestStays> {
  const person = await findPerson(db, id)
  const firstRoomsQuery = db.selectFrom('booking').selectAll().where(isFirstRoomOfStay).orderBy('id', 'desc')
  const canSeeStays = hasPermission(ctx.account, 'see bookings')
  const ownStays = canSeeStays
    ? await firstRoomsQuery
        .where('guest_id', '=', id)
        .limit(MAX_STAYS + 1)
        .execute()
    : []
  const bookedForOthers = canSeeStays
    ? await firstRoomsQuery.where('booker_id', '=', id).where('guest_id', '<>', id).limit(MAX_STAYS).execute()
    : []
  return {
    stays: await readStayViews(db, ctx, ownStays.slice(0, MAX_STAYS)),
    more_stays: ownStays.length > MAX_STAYS,
    booked: person.role === 'member' ? await readStayViews(db, ctx, bookedForOthers) : [],
    matches: await findMatches(db, person),
    changes: await listChanges(db, id),
  }
}

const readStayViews = async (db: Database, { language }: RequestContext, rows: readonly BookedRow[]) =>
  (await loadStays(db, rows)).map((stay) => ({
    code: stay.code,
    name: stay.name,
    room_name: getRoomName(stay, language),
    checkin: isoDay(stay.check_in),
    checkout: isoDay(stay.check_out),
  }))

/**
 * At most `MAX_MATCHES` other people with the same address or phone number. They may be the same person, or colleagues.
 */
async function findMatches(
  db: Database,
  { id, email, phone }: { id: number; email: string; phone: string | null },
): Promise<GuestOfStays[]> {
  const words = [email && toAddressSearchWord(email), phone && toPhoneSearchWord(phone)].filter((word) => word)
  if (words.length === 0) return []
  const rows = await db
    .selectFrom('account')
    .select(['account.id', 'account.role', 'account.name', 'account.email', 'account.phone'])
    .where('account.id', 'in', db.selectFrom('account_search_word').select('account_id').where('word', 'in', words))
    .where('account.id', '<>', id)
    .where('account.closed_at', 'is', null)
    .where('account.role', 'in', ['member', 'guest'])
    .orderBy('account.id', 'desc')
    .limit(MAX_CANDIDATES)
    .execute()
  const listedIds = await loadIdsWithStayOrAccount(db, rows)
  return rows
    .filter((row) => listedIds.has(row.id))
    .slice(0, MAX_MATCHES)
    .map(toGuestView)
}

async function listChanges(db: Database, id: number): Promise<GuestStays['changes']> {
  const rows = await db
    .selectFrom('guest_change')
    .innerJoin('account as source', 'source.id', 'from_id')
    .innerJoin('account as target', 'target.id', 'to_id')
    .innerJoin('account as author', 'author.id', 'changed_by')
    .select(['guest_change.id', 'at', 'stay_codes', 'author.name as authorName'])
    .select([
      'source.id as from_id',
      'source.role as from_role',
      'source.name as from_name',
      'source.email as from_email',
      'source.phone as from_phone',
    ])
    .select([
      'target.id as to_id',
      'target.role as to_role',
      'target.name as to_name',
      'target.email as to_email',
      'target.phone as to_phone',
    ])
    .where(({ or, eb }) => or([eb('from_id', '=', id), eb('to_id', '=', id)]))
    .where('undone_at', 'is', null)
    .where('source.closed_at', 'is', null)
    .where('target.closed_at', 'is', null)
    .orderBy('guest_change.id', 'desc')
    .limit(MAX_STAYS)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: isoInstant(row.at),
    by: row.authorName,
    from: toGuestView({
      id: row.from_id,
      role: row.from_role,
      name: row.from_name,
      email: row.from_email,
      phone: row.from_phone,
    }),
    to: toGuestView({ id: row.to_id, role: row.to_role, name: row.to_name, email: row.to_email, phone: row.to_phone }),
    stays: (JSON.parse(row.stay_codes) as string[]).length,
  }))
}

interface GuestRow extends Omit<GuestOfStays, 'phone' | 'kind'> {
  role: Role
  phone: string | null
}

const toGuestView = ({ role, phone, ...guest }: GuestRow): GuestOfStays => ({
  ...guest,
  kind: role === 'member' ? 'member' : 'guest',
  phone: phone ?? '',
})
