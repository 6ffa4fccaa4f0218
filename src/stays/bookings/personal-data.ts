import { sql, type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely'
import { subtractMonths } from '#platform/clock.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import { readCompany, loadCompany } from '#content/company.ts'
import { bookingRetention } from './retention.ts'
import { isOpen, readNetworksOfRequests } from './open-requests.ts'
import { MAX_OVERDUE_DAYS } from './office/desk-status.ts'
import { listStatusesWith, getStatusTraits, getStatus } from './status.ts'
import { computeToday } from '../availability/stay.ts'
import type { StayLink } from '#people/accounts/emails.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay, isoInstant } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import { purgeGuestChanges } from '../guests/guest-changes.ts'
import { parseTerms } from '../policies/terms.ts'
import { purgeEmailsTo } from '#mail/outbox.ts'
import { purgeEventsAbout } from '#platform/events.ts'
import type { Tables } from '#schema/tables.ts'
import { translatorFor } from '#locales/both.ts'
import { guestFieldNames, mapNames, pickFields } from './guest-fields.ts'
import { getRoomName } from './stay-views.ts'
import { purgeWords, searchedColumns } from './search-words.ts'
import { getBookingReference, isFirstRoomOfStay, type BookedRow } from './store.ts'
import { loadStays } from './stay-with-rooms.ts'
import { createStayLink } from './stay-link.ts'
import { DAY_MS } from '#platform/durations.ts'

/** The columns with personal data: the guest's input and the company's answer. */
export const personalColumns = [...guestFieldNames, 'answer'] as const

export const bookingsPersonalData = {
  exportData,
  purgeClosedAccounts: purgeClosedGuestData,
  stayLinks: createStayLinks,
}

/**
 * SQL: the stays with personal data of this account: its own, and those that a member booked for others. A visitor's
 * browser can book for several people, who do not see each other's data.
 */
export const isAboutAccount = (accountId: number) => (row: ExpressionBuilder<Pick<Tables, 'booking'>, 'booking'>) =>
  row.or([
    row('booking.guest_id', '=', accountId),
    row('booking.booker_id', '=', sql<number>`(select id from account where id = ${accountId} and role <> 'guest')`),
  ])

async function exportData(db: Database, accountId: number) {
  const rows = await db.selectFrom('booking').selectAll().where(isAboutAccount(accountId)).orderBy('id').execute()
  const networks = await readNetworksOfRequests(db, accountId)
  const [charges, payments] = [await loadCharges(db, accountId), await loadPayments(db, accountId)]
  return rows.map((row) => ({
    booking_id: row.code,
    room_name: row.room_name_en,
    checkin: isoDay(row.check_in),
    checkout: isoDay(row.check_out),
    adult: row.adults,
    child: row.children,
    status: row.status,
    payment_status: row.payment_status,
    total: poishaToBdt(row.total_poisha),
    vat: poishaToBdt(row.vat_poisha),
    agreed: toAgreedTermsInBdt(row),
    ...pickFields(personalColumns, row),
    created_at: isoInstant(row.created_at),
    asked_from: networks.get(row.id) ?? [],
    charges: (charges.get(row.id) ?? []).map(({ name, quantity, total_poisha, ...line }) => ({
      ...toCommonFields(line),
      name,
      quantity,
      total: poishaToBdt(total_poisha),
    })),
    payments: (payments.get(row.id) ?? []).map(({ amount_poisha, method, reference, means, issuer, ...line }) => ({
      ...toCommonFields(line),
      amount: poishaToBdt(amount_poisha),
      method,
      reference,
      ...(means && { means, issuer }),
    })),
  }))
}

/** The agreed terms for cancellation, no-show and deposit, with amounts in BDT. */
function toAgreedTermsInBdt({ terms }: Pick<BookedRow, 'terms'>) {
  const { steps, noShowPoisha, depositPoisha } = parseTerms(terms)
  return {
    cancelling: steps.map(({ at, poisha }) => ({ from: isoInstant(at), fee: poishaToBdt(poisha) })),
    no_show: poishaToBdt(noShowPoisha),
    deposit: poishaToBdt(depositPoisha),
  }
}

const loadCharges = async (db: Database, accountId: number) =>
  Map.groupBy(
    await db
      .selectFrom('charge')
      .innerJoin('booking', 'booking.id', 'charge.booking_id')
      .selectAll('charge')
      .where(isAboutAccount(accountId))
      .orderBy('charge.id')
      .execute(),
    ({ booking_id }) => booking_id,
  )

const loadPayments = async (db: Database, accountId: number) =>
  Map.groupBy(
    await db
      .selectFrom('payment')
      .innerJoin('booking', 'booking.id', 'payment.booking_id')
      .leftJoin('payment_receipt', 'payment_receipt.payment_id', 'payment.id')
      .selectAll('payment')
      .select(['means', 'issuer'])
      .where(isAboutAccount(accountId))
      .orderBy('payment.id')
      .execute(),
    ({ booking_id }) => booking_id,
  )

const toCommonFields = ({ at, reason }: { at: number; reason: string }) => ({ at: isoInstant(at), reason })

/**
 * Purges the personal data in past stays of closed accounts, and the emails to the guest. Until the last room of a stay
 * is over, the company must know who arrives and how to reach them.
 */
async function purgeClosedGuestData(db: Database, now: number): Promise<void> {
  const rows = await db
    .selectFrom('booking')
    .selectAll()
    .where(({ or, eb, selectFrom }) => {
      const closedAccounts = selectFrom('account').select('id').where('closed_at', 'is not', null)
      return or([
        eb('guest_id', 'in', closedAccounts),
        eb('booker_id', 'in', closedAccounts.where('role', '<>', sql.lit('guest'))),
      ])
    })
    .where('name', '<>', '')
    .execute()
  const currentDay = computeToday(await readCompany(db), now)
  const endedRooms = [...Map.groupBy(rows, getBookingReference).values()]
    .filter((rooms) => rooms.every((room) => isOver(room, currentDay, now)))
    .flat()
  if (endedRooms.length === 0) return
  const ids = endedRooms.map(({ id }) => id)
  await inTransaction(db, (transaction) => purgePersonalData(transaction, (row) => row('id', 'in', ids)))
  await purgeEmailsTo(
    db,
    endedRooms.map(({ email }) => email),
  )
}

/** Returns whether a stay is over. Guests who leave today, and those who have stayed on, are still here. */
const isOver = (row: BookedRow, day: number, now: number) =>
  row.check_out < (row.status === 'checked_in' ? day - MAX_OVERDUE_DAYS : day) ||
  getStatusTraits(getStatus(row, now)).isOver

/** The links to all stays that are not over, the next one first. */
async function createStayLinks(db: Database, ctx: RequestContext, accountId: number): Promise<StayLink[]> {
  const { language, now } = ctx
  const currentDay = computeToday(await loadCompany(db, ctx), now)
  const rows = await db
    .selectFrom('booking')
    .selectAll()
    .where(isAboutAccount(accountId))
    .where(isFirstRoomOfStay)
    .orderBy('check_in')
    .orderBy('id')
    .execute()
  const { t } = translatorFor(language)
  const links: StayLink[] = []
  for (const stay of (await loadStays(db, rows)).filter((loadedStay) => !isOver(loadedStay, currentDay, now))) {
    const values = {
      code: stay.code,
      room: getRoomName(stay, language),
      from: isoDay(stay.check_in),
      to: isoDay(stay.check_out),
    }
    links.push({ label: t('mail.closed_link', values), url: await createStayLink(db, ctx, stay) })
  }
  return links
}

/**
 * Purges guests, who have no account to close: guests without a stay after a few days, all others months after their
 * last stay.
 */
export async function purgeGuests(db: Database, now: number): Promise<void> {
  const cutoffAt = subtractMonths(now, bookingRetention.stayMonths)
  const cutoffDay = computeToday(await readCompany(db), cutoffAt)
  await runInBatches((limit) => purgeStays(db, cutoffAt, cutoffDay, limit))
  await runInBatches((limit) => purgeAccounts(db, now, cutoffAt, limit))
  await purgeGuestChanges(db, now)
  await runInBatches((limit) =>
    deleteGuestsWithoutStay(db, now - bookingRetention.guestWithoutStayDays * DAY_MS, limit),
  )
}

/** Purges stays that ended long ago. Nights, dates and amounts remain for the accounts. */
async function purgeStays(db: Database, cutoffAt: number, cutoffDay: number, limit: number): Promise<bigint> {
  const endedStays = db
    .selectFrom('booking')
    .innerJoin('account', 'account.id', 'booking.guest_id')
    .select('booking.id')
    .where('role', '=', sql.lit('guest'))
    .where('closed_at', 'is', null)
    .where('account.created_at', '<', cutoffAt)
    .where('booking.name', '<>', '')
    .where((row) =>
      row.or([
        row('check_out', '<', cutoffDay),
        row('cancelled_at', '<', cutoffAt),
        // Declined and expired stays have no end time, so the request time is used.
        row.and([
          row('status', 'in', listStatusesWith('releasedNights')),
          row('cancelled_at', 'is', null),
          row('booking.created_at', '<', cutoffAt),
        ]),
      ]),
    )
    .limit(limit)
  return inTransaction(db, (transaction) => purgePersonalData(transaction, (row) => row('id', 'in', endedStays)))
}

/** Purges personal data and free texts from the bookings, bills, notes and search words. Returns the number of bookings. */
async function purgePersonalData(db: Database, condition: ExpressionFactory): Promise<bigint> {
  const purgedRows = await db
    .updateTable('booking')
    .set(mapNames(personalColumns, () => ''))
    .where(condition)
    .returning(searchedColumns)
    .execute()
  await purgeWords(db, purgedRows)
  const ids = purgedRows.map(({ id }) => id)
  for (const table of ['charge', 'payment'] as const) {
    if (ids.length > 0)
      await db.updateTable(table).set({ reason: '' }).where('booking_id', 'in', ids).where('reason', '<>', '').execute()
  }
  if (ids.length > 0) await db.deleteFrom('desk_note').where('booking_id', 'in', ids).execute()
  const codes = [...new Set(purgedRows.map(getBookingReference))]
  if (codes.length > 0) await db.deleteFrom('stay_buyer').where('stay_code', 'in', codes).execute()
  if (codes.length > 0)
    await db
      .updateTable('refund')
      .set({ reason: '' })
      .where('stay_code', 'in', codes)
      .where('reason', '<>', '')
      .execute()
  await purgeEventsAbout(
    db,
    codes.map((code) => `booking ${code}`),
  )
  return BigInt(purgedRows.length)
}
type ExpressionFactory = (row: ExpressionBuilder<Tables, 'booking'>) => ExpressionWrapper<Tables, 'booking', SqlBool>

/** Purges the account data. The row remains, because stays refer to it. */
async function purgeAccounts(db: Database, now: number, cutoffAt: number, limit: number): Promise<bigint> {
  const purgeableAccounts = selectGuestsBefore(db, cutoffAt)
    .where(({ or, exists }) => or([exists(selectStaysBy(db, 'booker_id')), exists(selectStaysBy(db, 'guest_id'))]))
    .where(({ and, not, exists }) =>
      and([
        not(exists(selectStaysBy(db, 'booker_id').where('name', '<>', ''))),
        not(exists(selectStaysBy(db, 'guest_id').where('name', '<>', ''))),
      ]),
    )
    .limit(limit)
  const purgedAccounts = await db
    .updateTable('account')
    .set({ name: '', email: '', phone: null, preferences: '', closed_at: now })
    .where('id', 'in', purgeableAccounts)
    .returning('id')
    .execute()
  const ids = purgedAccounts.map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('account_search_word').where('account_id', 'in', ids).execute()
  return BigInt(ids.length)
}

async function deleteGuestsWithoutStay(db: Database, cutoffAt: number, limit: number): Promise<bigint> {
  const guestsWithoutStay = selectGuestsBefore(db, cutoffAt)
    .where(({ and, not, exists }) =>
      and([not(exists(selectStaysBy(db, 'booker_id'))), not(exists(selectStaysBy(db, 'guest_id')))]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('guest_change')
            .select('id')
            .where(({ or, eb, ref }) =>
              or([eb('from_id', '=', ref('account.id')), eb('to_id', '=', ref('account.id'))]),
            ),
        ),
      ),
    )
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom('account').where('id', 'in', guestsWithoutStay).executeTakeFirst()
  return numDeletedRows
}

/** SQL: the stays of the account in the outer query, as their booker or as their guest. */
const selectStaysBy = (db: Database, column: 'booker_id' | 'guest_id') =>
  db.selectFrom('booking').select('booking.id').whereRef(column, '=', sql.ref('account.id'))

const selectGuestsBefore = (db: Database, cutoffAt: number) =>
  db
    .selectFrom('account')
    .select('account.id')
    .where('role', '=', sql.lit('guest'))
    .where('closed_at', 'is', null)
    .where('created_at', '<', cutoffAt)

/** Deletes the mailbox hashes and networks of requests that are no longer open or are too old. */
export async function purgeRequestSenders(db: Database, now: number): Promise<void> {
  const currentDay = computeToday(await readCompany(db), now)
  await runInBatches(async (limit) => {
    const finishedRequests = db
      .selectFrom('open_request')
      .innerJoin('booking', 'booking.id', 'open_request.booking_id')
      .select('booking.id')
      .where((row) =>
        row.or([
          row('open_request.created_at', '<', now - bookingRetention.requestSenderDays * DAY_MS),
          row.not(isOpen(row, now, currentDay)),
        ]),
      )
      .limit(limit)
    return (await db.deleteFrom('open_request').where('booking_id', 'in', finishedRequests).executeTakeFirst())
      .numDeletedRows
  })
}
