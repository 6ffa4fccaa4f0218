import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext, StreamedFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { localized } from '#platform/database/localized.ts'
import { isoDay, isoInstant, parseDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt } from '#platform/money.ts'
import { countFreeUnits } from '../../availability/inventory.ts'
import { computeToday } from '../../availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import { listEmailsAbout } from '#mail/emails-about.ts'
import type { Language } from '#routes/public.ts'
import type { Action } from '#schema/actions.ts'
import { translatorFor } from '#locales/both.ts'
import { confirmRequest, declineRequest, emailGuest } from '../answering.ts'
import { findCompanyCancellation } from '../cancelling/cancelling.ts'
import { guestFieldNames, pickFields } from '../guest-fields.ts'
import { getStatus, getStatusTraits } from '../status.ts'
import { findFirstRoom, getPayment, loadNightPrices, type BookedRow } from '../store.ts'
import { toAgreedTermsView, getRoomName } from '../stay-views.ts'
import { isAddressVerified } from '../stay-link.ts'
import { loadStay, loadStays, type StayWithRooms } from '../stay-with-rooms.ts'
import { toStayPreferencesView } from '../preferences/preference-views.ts'
import { readCompletedSteps } from './completed-steps.ts'
import type { BookingRecord, BookingLine, bookingsOfficeContract, WaitingRequest } from './contract.ts'
import { listStays, listAllStays, type ListQuery } from './listing.ts'
import { loadOtherStays } from './other-stays.ts'
import { getDeskStatus, type View } from './desk-status.ts'
import { toCsv } from './csv-export.ts'
import { listPendingRequests } from './waiting.ts'

export const bookingsOfficeHandlers = {
  async getWaitingRequests(db, ctx, { after, most: limit }) {
    const { rows, more, waiting } = await listPendingRequests(db, ctx, limit, after)
    const stays = await loadStays(db, rows)
    const completedSteps = waiting === 0 ? await readCompletedSteps(db) : null
    return { data: stays.map((stay) => toWaitingRequest(stay, ctx)), more, waiting, begun: completedSteps }
  },

  async getBookingRecord(db, ctx, { code }) {
    const firstRoom = await findFirstRoom(db, code)
    return toBookingRecord(db, ctx, await loadStay(db, firstRoom))
  },

  async getBookings(db, ctx, { after, ...query }) {
    const roomTypes = await listRoomTypes(db, ctx.language)
    const { rows, more } = await listStays(db, ctx, toListQuery(roomTypes, query), { limit: MAX_PER_PAGE, after })
    const stays = await loadStays(db, rows)
    const toLine = await createLineView(db, ctx, stays)
    return { data: stays.map(toLine), more, rooms: roomTypes.map(({ slug, name }) => ({ slug, name })) }
  },

  async getBookingsFile(db, ctx, query): Promise<StreamedFile> {
    const fileName = `bookings-${isoDay(computeToday(await loadCompany(db, ctx), ctx.now))}.csv`
    const roomTypes = await listRoomTypes(db, ctx.language)
    const csvParts = toCsv(db, ctx, listAllStays(db, ctx, toListQuery(roomTypes, query)))
    return { name: fileName, type: 'text/csv; charset=utf-8', bytes: null, parts: csvParts }
  },

  confirmRequest: async (db, ctx, answer) => toBookingRecord(db, ctx, await confirmRequest(db, ctx, answer)),
  declineRequest: async (db, ctx, answer) => toBookingRecord(db, ctx, await declineRequest(db, ctx, answer)),
  emailGuest: async (db, ctx, message) => toBookingRecord(db, ctx, await emailGuest(db, ctx, message)),
} satisfies Handlers<typeof bookingsOfficeContract>

const MAX_PER_PAGE = 50

/** Converts the API query to a list query. An unknown room has no stays. */
function toListQuery(
  roomTypes: readonly { id: number; slug: string }[],
  { view, search, room, from, until }: { view: View; search?: string; room?: string; from?: string; until?: string },
): ListQuery {
  return {
    view,
    search,
    ...(room && { roomId: roomTypes.find(({ slug }) => slug === room)?.id ?? 0 }),
    ...(from && { from: parseDay(from) }),
    ...(until && { until: parseDay(until) }),
  }
}

async function createLineView(
  db: Database,
  ctx: RequestContext,
  stays: readonly StayWithRooms[],
): Promise<(row: StayWithRooms) => BookingLine> {
  const { language, now } = ctx
  const currentDay = computeToday(await loadCompany(db, ctx), now)
  const unitNames = await loadUnitNames(db, stays)
  return (row) => ({
    code: row.code,
    status: getStatus(row, now),
    desk_status: getDeskStatus(row, now, currentDay),
    name: row.name,
    room_name: getRoomName(row, language),
    checkin: isoDay(row.check_in),
    checkout: isoDay(row.check_out),
    nights: row.check_out - row.check_in,
    adult: row.adults,
    child: row.children,
    total: toAmountView(ctx, row.total_poisha),
    payment: toPaymentStatusView(ctx, row),
    units: [...new Set(row.rooms.flatMap(({ id }) => unitNames.get(id) ?? []))],
    asked_at: isoInstant(row.created_at),
  })
}

/** The names of the units assigned to each room of these stays, in the order of the nights. */
async function loadUnitNames(db: Database, stays: readonly StayWithRooms[]): Promise<Map<number, string[]>> {
  const ids = stays.flatMap(({ rooms }) => rooms.map(({ id }) => id))
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('unit_night')
    .innerJoin('unit', 'unit.id', 'unit_night.unit_id')
    .select(['unit_night.booking_id', 'unit.name'])
    .where('unit_night.booking_id', 'in', ids)
    .groupBy(['unit_night.booking_id', 'unit.name'])
    .orderBy(({ fn }) => fn.min('unit_night.night'))
    .execute()
  const rowsById = Map.groupBy(rows, ({ booking_id }) => booking_id!)
  return new Map(Array.from(rowsById, ([id, unitRows]) => [id, unitRows.map(({ name }) => name)]))
}

/** Nothing is to be paid for a request, or for a stay that does not take place. */
function toPaymentStatusView(
  { account }: RequestContext,
  { status, payment_status }: StayWithRooms,
): BookingLine['payment'] {
  const { awaitsAnswer, releasedNights } = getStatusTraits(status)
  const isNothingDue = awaitsAnswer || (releasedNights && payment_status === 'unpaid')
  return isNothingDue || !hasPermission(account, 'see money') ? null : payment_status
}

const toAmountView = ({ account }: RequestContext, poisha: number | null): number | null =>
  poisha === null || !hasPermission(account, 'see money') ? null : poishaToBdt(poisha)

async function listRoomTypes(db: Database, language: Language) {
  const roomsQuery = db.selectFrom('room').select(['id', 'slug', localized(language, 'name').as('name')])
  return roomsQuery.orderBy('position').orderBy('id').execute()
}

const toWaitingRequest = (row: BookedRow, ctx: RequestContext): WaitingRequest => ({
  code: row.code,
  name: row.name,
  room_name: getRoomName(row, ctx.language),
  checkin: isoDay(row.check_in),
  checkout: isoDay(row.check_out),
  nights: row.check_out - row.check_in,
  adult: row.adults,
  child: row.children,
  total: toAmountView(ctx, row.total_poisha),
  asked_at: isoInstant(row.created_at),
  held_until: row.expires_at === null ? null : isoInstant(row.expires_at),
})

/** All data of a stay, for its page in the office. */
export async function toBookingRecord(db: Database, ctx: RequestContext, row: StayWithRooms): Promise<BookingRecord> {
  const { language, now } = ctx
  const company = await loadCompany(db, ctx)
  const status = getStatus(row, now)
  const subject = `booking ${row.code}`
  const emailLanguage = row.language as Language
  const guestTranslator = translatorFor(emailLanguage)
  const currentDay = computeToday(company, now)
  const cancellation = findCompanyCancellation(row, company, now)
  const canSeeMoney = hasPermission(ctx.account, 'see money')
  return {
    code: row.code,
    status,
    desk_status: getDeskStatus(row, now, currentDay),
    can_be_answered: status === 'pending_approval',
    is_email_confirmed: await isAddressVerified(db, row),
    free: status === 'pending_approval' ? await listFreeUnits(db, row, language) : null,
    can_be_cancelled: cancellation !== null,
    cancel_fee: toAmountView(ctx, cancellation && cancellation.agreedPoisha),
    cancelling: canSeeMoney && cancellation ? toAgreedTermsView(cancellation.stay, ctx) : null,
    payment: getPayment(row),
    payment_status: row.payment_status,
    ...pickFields(guestFieldNames, row),
    ...toStayPreferencesView(row, language),
    language: emailLanguage,
    guest_id: row.guest_id,
    has_account: (await readAccountRole(db, row.guest_id)) !== 'guest',
    room_name: getRoomName(row, language),
    bed_name: (language === 'bn' && row.bed_bn) || row.bed_en,
    checkin: isoDay(row.check_in),
    checkout: isoDay(row.check_out),
    check_in_from: company.checkInFrom,
    check_out_until: company.checkOutUntil,
    nights: (await loadNightPrices(db, row)).map(({ night, price }) => ({ night, price: canSeeMoney ? price : null })),
    total: toAmountView(ctx, row.total_poisha),
    vat: toAmountView(ctx, row.vat_poisha),
    cancel_cost: toAmountView(ctx, row.cancel_fee_poisha),
    adult: row.adults,
    child: row.children,
    asked_at: isoInstant(row.created_at),
    is_of_desk: row.source !== 'website',
    held_until: status !== 'pending_approval' || row.expires_at === null ? null : isoInstant(row.expires_at),
    answer: row.answer,
    reply_subject: `Re: ${guestTranslator.t('mail.booking_subject', { code: row.code })}`,
    history: await loadHistory(db, row),
    emails: (await listEmailsAbout(db, subject)).map(({ at, text, ...message }) => ({
      ...message,
      at: isoInstant(at),
      text: canSeeMoney ? text : null,
    })),
    email_subject: guestTranslator.t('mail.about_subject', { code: row.code }),
    others: (await loadStays(db, await loadOtherStays(db, row))).map((otherStay) => ({
      code: otherStay.code,
      status: getStatus(otherStay, now),
      desk_status: getDeskStatus(otherStay, now, currentDay),
      room_name: getRoomName(otherStay, language),
      checkin: isoDay(otherStay.check_in),
      checkout: isoDay(otherStay.check_out),
    })),
  }
}

/**
 * Returns how many units of each requested room type are still free on all nights of a request. The requested units
 * count as occupied.
 */
async function listFreeUnits(db: Database, { rooms, ...stay }: StayWithRooms, language: Language) {
  const roomNames = new Map(rooms.map((room) => [room.room_id, getRoomName(room, language)]))
  const freeUnitCounts = await countFreeUnits(db, [...roomNames.keys()], {
    checkIn: stay.check_in,
    checkOut: stay.check_out,
  })
  return [...roomNames].map(([id, name]) => ({ room_name: name, units: Math.max(0, freeUnitCounts.get(id) ?? 0) }))
}

/** Returns the log of a stay. It begins with the request, unless staff booked the stay. */
async function loadHistory(db: Database, row: BookedRow): Promise<BookingRecord['history']> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.account_id')
    .select(['at', 'action', 'account.name'])
    .where('subject', '=', `booking ${row.code}`)
    .orderBy('audit.id')
    .execute()
  const logEntries = rows.map(({ at, action, name }) => ({ at: isoInstant(at), what: action as Action, who: name }))
  const requestEntry = { at: isoInstant(row.created_at), what: 'asked', who: row.name } as const
  return logEntries.some(({ what }) => what === 'stay booked by staff') ? logEntries : [requestEntry, ...logEntries]
}

const readAccountRole = async (db: Database, accountId: number) =>
  (await db.selectFrom('account').select('role').where('id', '=', accountId).executeTakeFirst())?.role
