import type { Clock } from '../platform/clock.ts'
import type { Asker, Handlers } from '../platform/contract.ts'
import type { Database } from '../platform/database.ts'
import { isoDay } from '../platform/day.ts'
import { invalid, notFound } from '../platform/errors.ts'
import { wordsIn } from '../words/both.ts'
import { inTheirLanguage, readCompany } from '../content/company.ts'
import { presentRoom } from '../rooms/http.ts'
import { picturesOfRooms } from '../rooms/store.ts'
import { freeRooms } from './availability.ts'
import { requestBooking } from './booking.ts'
import type { bookingsContract } from './contract.ts'
import { nightsOf, faultOfStay, stayOf } from './stay.ts'
import { ownBookings, type BookedRow } from './store.ts'

export function bookingsHandlers({ db, clock }: { db: Database; clock: Clock }): Handlers<typeof bookingsContract> {
  type Form = Parameters<typeof requestBooking>[3]
  const book = async (form: Form, asker: Asker) => presentBooked(await requestBooking(db, clock, asker, form), asker)
  return {
    async filterBooking({ check_in, check_out, adult, child }, { language }) {
      const stay = stayOf(check_in, check_out)
      const fault = faultOfStay(stay, await readCompany(db), clock())
      if (fault) throw invalid({ [fault.date === 'checkIn' ? 'check_in' : 'check_out']: fault.sentence })
      const found = await freeRooms(db, language, stay, { adults: adult, children: child })
      const pictures = await picturesOfRooms(db, language, found.map(({ room }) => room.id))
      return {
        data: found.map(({ room, offer }) => ({
          ...presentRoom(room, pictures.get(room.id)),
          nights: nightsOf(stay),
          total: offer.totalPoisha / 100,
        })),
      }
    },

    requestGuestBooking: book,
    requestBooking: book,

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
            status: row.status,
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
          status: row.status,
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

const presentBooked = (booking: BookedRow, { language }: Asker) => ({
  message: wordsIn(language).t('booking.done'),
  booking_id: booking.code,
  status: booking.status,
  payment_status: booking.payment_status,
  total: booking.total_poisha / 100,
})
