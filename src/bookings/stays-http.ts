import type { z } from 'zod'
import type { Handlers } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import { isoDay } from '../platform/day.ts'
import { notFound } from '../platform/errors.ts'
import { bdtOf, poishaOf } from '../platform/money.ts'
import { inTheirLanguage, readCompany } from '../content/company.ts'
import { picturesOfRooms } from '../rooms/store.ts'
import type { Language } from '../urls.ts'
import { wordsIn } from '../words/both.ts'
import { cancelBooking, cancellingOf } from './cancelling.ts'
import { lifeOf, statusOf } from './status.ts'
import { whatIsNext } from './told.ts'
import type { bookingsContract, BookingDetails, HistoryItem } from './contract.ts'
import { today } from '../availability/stay.ts'
import { linkedStay, ownBookings, type BookedRow } from './store.ts'
import { pricePerNight } from '../availability/price.ts'
import type { House } from './stay-link.ts'

type Part = 'activeBookingRooms' | 'getBookingDetails' | 'getBookingSummary' | 'cancelBooking' | 'cancelStay'
type Cancelled = z.input<(typeof bookingsContract)['cancelBooking']['answer']>

/** What somebody has booked, and what can be done about it. */
export function historyHandlers(house: House & { db: Database }): Pick<Handlers<typeof bookingsContract>, Part> {
  const { db, clock } = house
  async function cancel(own: Parameters<typeof cancelBooking>[2], feeBdt: number): Promise<Cancelled> {
    const booking = await cancelBooking(db, house, own, poishaOf(feeBdt))
    return {
      message: wordsIn(own.language).t('cancel.done'),
      status: booking.status,
      payment_status: booking.payment_status,
      fee: bdtOf(booking.cancel_fee_poisha ?? 0),
    }
  }

  return {
    async activeBookingRooms(_, { account, language }) {
      const now = clock()
      const day = today(await readCompany(db), now)
      const rows = await ownBookings(db, language, account!.id)
        .orderBy('booking.check_in', 'desc')
        .orderBy('booking.id', 'desc')
        .limit(MOST_HISTORY)
        .execute()
      const pictures = await picturesOfRooms(db, language, [...new Set(rows.map((row) => row.room_id))])
      return {
        data: rows.map((row) => {
          const picture = pictures.get(row.room_id)?.[0] ?? null
          const nights = row.check_out - row.check_in
          return {
            booking_id: row.code,
            roomImage: picture?.src ?? null,
            picture,
            roomPrice: pricePerNight(row.total_poisha, nights),
            name: row.room_name,
            slug: row.slug,
            checkin: isoDay(row.check_in),
            checkout: isoDay(row.check_out),
            nights,
            total: bdtOf(row.total_poisha),
            status: statusOf(row, now),
            when: whenOf(row, day, now),
          }
        }),
      }
    },

    getBookingDetails: ({ id }, { account, language }) => detailsOf(db, account!.id, id, language, clock()),

    async getBookingSummary({ id }, { account, language }) {
      const now = clock()
      const details = await detailsOf(db, account!.id, id, language, now)
      // Fonts and what shapes Bengali take 60 MB: only where somebody asks for the file.
      const { summaryPdf } = await import('./summary-pdf.ts')
      return summaryPdf(details, language, new Date(now))
    },

    cancelBooking: ({ id, fee }, { account, language }) =>
      cancel({ accountId: account!.id, code: id, language, isGuest: account!.role === 'guest' }, fee),

    async cancelStay({ token, fee }, { language }) {
      const linked = await linkedStay(db, clock(), token)
      if (!linked) throw notFound()
      return cancel({ ...linked, language, isGuest: true }, fee)
    },
  }
}

const MOST_HISTORY = 200

async function detailsOf(
  db: Database,
  accountId: number,
  code: string,
  language: Language,
  now: number,
): Promise<BookingDetails> {
  const row = await ownBookings(db, language, accountId).where('booking.code', '=', code).executeTakeFirst()
  if (!row) throw notFound()
  const company = await readCompany(db)
  const pictures = (await picturesOfRooms(db, language, [row.room_id])).get(row.room_id) ?? []
  const prices = await db
    .selectFrom('booking_night')
    .selectAll()
    .where('booking_id', '=', row.id)
    .orderBy('night')
    .execute()
  const nights = row.check_out - row.check_in
  return {
    roomParticular: {
      id: row.code,
      name: row.name,
      email: row.email,
      room_name: row.room_name,
      slug: row.slug,
      bed_name: row.bed,
      checkin: isoDay(row.check_in),
      checkout: isoDay(row.check_out),
      check_in_from: company.checkInFrom,
      check_out_until: company.checkOutUntil,
      adult: row.adults,
      child: row.children,
      total_booking_days: nights,
      nights: prices.map(({ night, price_poisha }) => ({ night: isoDay(night), price: bdtOf(price_poisha) })),
      roomPrice: pricePerNight(row.total_poisha, nights),
      total: bdtOf(row.total_poisha),
      vat: bdtOf(row.vat_poisha),
      status: statusOf(row, now),
      payment_status: row.payment_status,
      next: whatIsNext(row, language, now),
      roomDescription: row.description,
    },
    cancelling: cancellingOf(row, company, language, now),
    activeRoomImg: pictures.map((picture) => ({ roomImage: picture.src, picture })),
    setting: {
      name: inTheirLanguage(company.name, language),
      address: inTheirLanguage(company.address, language),
      email: company.email,
      whatsApp: company.whatsApp,
    },
  }
}

/** What came to nothing is told apart, whenever it was to be. Somebody who leaves today is still here. */
function whenOf(booking: BookedRow, day: number, now: number): HistoryItem['when'] {
  const { shownAs } = lifeOf(statusOf(booking, now))
  if (shownAs) return shownAs
  if (booking.check_out < day) return 'past'
  return booking.check_in > day ? 'upcoming' : 'current'
}
