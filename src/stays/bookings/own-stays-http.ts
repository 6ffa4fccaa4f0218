import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { localized } from '#platform/database/localized.ts'
import { isoDay } from '#platform/day.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import { loadCompany, pickTranslation } from '#content/company.ts'
import { loadRoomPictures } from '../rooms/store.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { cancelBooking, toCancellationView, toChangeView } from './cancelling/cancelling.ts'
import { toBalanceView, loadBalance } from './balance.ts'
import { getStatusTraits, getStatus } from './status.ts'
import { getRoomName, describeNextStep } from './stay-views.ts'
import { sumService, loadStay, loadStays } from './stay-with-rooms.ts'
import type { bookingsContract, BookingDetails, HistoryItem } from './contract.ts'
import { computeToday } from '../availability/stay.ts'
import {
  getBookingReference,
  findStayKeyByLink,
  selectOwnBookings,
  loadNightPrices,
  requireStay,
  type BookedRow,
} from './store.ts'
import { toStayPreferencesView } from './preferences/preference-views.ts'
import { getPricePerNight } from '../availability/price.ts'

type StayEndpoint = 'activeBookingRooms' | 'getBookingDetails' | 'getBookingSummary' | 'cancelBooking' | 'cancelStay'

/** The endpoints for a guest's own stays. */
export const staysHandlers = {
  async activeBookingRooms(db, ctx) {
    const { account, language, now } = ctx
    const currentDay = computeToday(await loadCompany(db, ctx), now)
    const firstRooms = await selectOwnBookings(db, account!.id)
      .orderBy('booking.check_in', 'desc')
      .orderBy('booking.id', 'desc')
      .limit(MAX_HISTORY_STAYS)
      .execute()
    const rows = await loadStays(db, firstRooms)
    const roomIds = [...new Set(rows.map((row) => row.room_id))]
    const [pictures, rooms] = [
      await loadRoomPictures(db, language, roomIds),
      await loadRoomTexts(db, language, roomIds),
    ]
    return {
      data: rows.map((row) => {
        const picture = pictures.get(row.room_id)?.[0] ?? null
        const nightCount = row.check_out - row.check_in
        return {
          booking_id: row.code,
          roomImage: picture?.src ?? null,
          picture,
          roomPrice: getPricePerNight(row.total_poisha, nightCount),
          name: getRoomName(row, language),
          slug: rooms.get(row.room_id)!.slug,
          checkin: isoDay(row.check_in),
          checkout: isoDay(row.check_out),
          nights: nightCount,
          total: poishaToBdt(row.total_poisha),
          status: getStatus(row, now),
          when: getHistorySection(row, currentDay, now),
        }
      }),
    }
  },

  getBookingDetails: (db, ctx, { id }) => loadDetails(db, ctx, { accountId: ctx.account!.id, code: id }),

  async getBookingSummary(db, ctx, { language = ctx.language, ...reference }) {
    const { code, booker_id: accountId, email_verified_at } = await requireStay(db, ctx, reference)
    const details = await loadDetails(db, { ...ctx, language }, { accountId, code })
    // Until the address is verified, a visitor with the link may not be the guest.
    if (reference.token && email_verified_at === null) details.roomParticular.name = ''
    // Fonts and text shaping for Bengali take 60 MB, so they are loaded on demand.
    const { renderSummaryPdf } = await import('./summary-pdf.ts')
    return renderSummaryPdf(details, language, new Date(ctx.now))
  },

  async cancelBooking(db, ctx, { id, fee }) {
    const cancellation = { accountId: ctx.account!.id, code: id, isByLink: false }
    return toCancellationResponse(
      await cancelBooking(db, ctx, { ...cancellation, shownFeePoisha: bdtToPoisha(fee) }),
      ctx,
    )
  },

  async cancelStay(db, ctx, { token, fee }) {
    const linkedStay = await findStayKeyByLink(db, ctx.now, token)
    if (!linkedStay) throw notFound()
    const cancellation = { ...linkedStay, isByLink: true }
    return toCancellationResponse(
      await cancelBooking(db, ctx, { ...cancellation, shownFeePoisha: bdtToPoisha(fee) }),
      ctx,
    )
  },
} satisfies Handlers<Pick<typeof bookingsContract, StayEndpoint>>

const toCancellationResponse = (booking: BookedRow, { language }: RequestContext) => ({
  message: translatorFor(language).t('cancel.done'),
  status: booking.status,
  payment_status: booking.payment_status,
  fee: poishaToBdt(booking.cancel_fee_poisha ?? 0),
})

const MAX_HISTORY_STAYS = 200

async function loadDetails(
  db: Database,
  ctx: RequestContext,
  { accountId, code }: { accountId: number; code: string },
): Promise<BookingDetails> {
  const { language, now } = ctx
  const firstRoom = await selectOwnBookings(db, accountId).where('booking.code', '=', code).executeTakeFirst()
  if (!firstRoom) throw notFound()
  const row = await loadStay(db, firstRoom)
  const [company, balance] = [await loadCompany(db, ctx), await loadBalance(db, getBookingReference(row))]
  const pictures = (await loadRoomPictures(db, language, [row.room_id])).get(row.room_id) ?? []
  const { slug, description } = (await loadRoomTexts(db, language, [row.room_id])).get(row.room_id)!
  const nightCount = row.check_out - row.check_in
  return {
    roomParticular: {
      id: row.code,
      name: row.name,
      email: row.email,
      room_name: getRoomName(row, language),
      slug,
      bed_name: (language === 'bn' && row.bed_bn) || row.bed_en,
      checkin: isoDay(row.check_in),
      checkout: isoDay(row.check_out),
      check_in_from: company.checkInFrom,
      check_out_until: company.checkOutUntil,
      adult: row.adults,
      child: row.children,
      total_booking_days: nightCount,
      nights: await loadNightPrices(db, row),
      roomPrice: getPricePerNight(row.total_poisha, nightCount),
      total: poishaToBdt(row.total_poisha),
      vat: poishaToBdt(row.vat_poisha),
      service: poishaToBdt(sumService(row.rooms)),
      status: getStatus(row, now),
      next: describeNextStep(row, ctx),
      ...toStayPreferencesView(row, language),
      ...toBalanceView(balance, row, company, ctx),
      roomDescription: description,
    },
    cancelling: toCancellationView(row, balance, company, ctx),
    change: toChangeView(row, company, ctx),
    activeRoomImg: pictures.map((picture) => ({ roomImage: picture.src, picture })),
    setting: {
      name: pickTranslation(company.name, language),
      address: pickTranslation(company.address, language),
      email: company.email,
      whatsApp: company.whatsApp,
    },
  }
}

/** The addresses and the descriptions of room types. */
async function loadRoomTexts(db: Database, language: Language, roomIds: readonly number[]) {
  const rows = await db
    .selectFrom('room')
    .select(['id', 'slug', localized(language, 'room.description').as('description')])
    .where('id', 'in', roomIds.length > 0 ? roomIds : [0])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Returns the section of a stay in the list. The status decides for stays that were checked out, cancelled or never
 * took place, and the dates for all others. A stay that ends today is current.
 */
function getHistorySection(booking: BookedRow, day: number, now: number): HistoryItem['when'] {
  const { historyGroup } = getStatusTraits(getStatus(booking, now))
  if (historyGroup) return historyGroup
  if (booking.check_out < day) return 'past'
  return booking.check_in > day ? 'upcoming' : 'current'
}
