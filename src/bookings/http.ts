import type { Clock } from '../platform/clock.ts'
import type { Asker, Handlers } from '../platform/contract.ts'
import type { Database } from '../platform/database.ts'
import { isoDay } from '../platform/day.ts'
import { notFound } from '../platform/errors.ts'
import { wordsIn } from '../words/both.ts'
import { inTheirLanguage, readCompany } from '../content/company.ts'
import { picturesOfRooms } from '../rooms/store.ts'
import { requestBooking } from './booking.ts'
import { confirmationOf, statusOf } from './confirmation.ts'
import type { bookingsContract } from './contract.ts'
import { searchHandlers } from './search-http.ts'
import { stayFile } from './stay-file.ts'
import { ownBooking, ownBookings, stayByLink } from './store.ts'

interface House {
  db: Database
  clock: Clock
  publicUrl: string
}

export function bookingsHandlers(house: House): Handlers<typeof bookingsContract> {
  const { db, clock } = house
  type Form = Parameters<typeof requestBooking>[3]
  const book = async (form: Form, asker: Asker) => ({
    message: wordsIn(asker.language).t('booking.done'),
    ...confirmationOf(await requestBooking(db, house, asker, form), asker.language, clock()),
  })
  return {
    ...searchHandlers(house),
    requestGuestBooking: book,
    requestBooking: book,

    async getStay({ token }, { language }) {
      const booking = await stayByLink(db, clock(), token)
      if (!booking) throw notFound()
      return confirmationOf(booking, language, clock())
    },

    async getStayCalendar({ id, token }, { account }) {
      const booking = token
        ? await stayByLink(db, clock(), token)
        : id && account
          ? await ownBooking(db, account.id, id)
          : undefined
      if (!booking) throw notFound()
      return stayFile(booking, await readCompany(db), house.publicUrl, clock())
    },

    async activeBookingRooms(_, { account, language }) {
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
            total: row.total_poisha / 100,
            status: statusOf(row, clock()),
          }
        }),
      }
    },

    async getBookingDetails({ id }, { account, language }) {
      const row = await ownBookings(db, language, account!.id).where('booking.code', '=', id).executeTakeFirst()
      if (!row) throw notFound()
      const company = await readCompany(db)
      const pictures = (await picturesOfRooms(db, language, [row.room_id])).get(row.room_id) ?? []
      const nights = row.check_out - row.check_in
      return {
        roomParticular: {
          id: row.code,
          name: row.name,
          email: row.email,
          room_name: row.room_name,
          bed_name: row.bed,
          checkin: isoDay(row.check_in),
          checkout: isoDay(row.check_out),
          adult: row.adults,
          child: row.children,
          total_booking_days: nights,
          roomPrice: pricePerNight(row.total_poisha, nights),
          total: row.total_poisha / 100,
          vat: row.vat_poisha / 100,
          status: statusOf(row, clock()),
          payment_status: row.payment_status,
          roomDescription: row.description,
        },
        activeRoomImg: pictures.map((picture) => ({ roomImage: picture.src, picture })),
        setting: {
          name: inTheirLanguage(company.name, language),
          address: inTheirLanguage(company.address, language),
          email: company.email,
          whatsApp: company.whatsApp,
        },
      }
    },
  }
}

const MOST_HISTORY = 200

/** Nights may differ in price: what is shown is the average, to the poisha. */
const pricePerNight = (totalPoisha: number, nights: number): number => Math.round(totalPoisha / nights) / 100
