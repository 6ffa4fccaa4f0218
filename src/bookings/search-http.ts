import type { Clock } from '../platform/clock.ts'
import type { Handlers } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import { isoDay, parseDay } from '../platform/day.ts'
import { invalid, invalidFields, notFound } from '../platform/errors.ts'
import type { Picture } from '../platform/pictures.ts'
import { bdtOf, poishaOf } from '../platform/money.ts'
import { readCompany, type Company } from '../content/company.ts'
import { presentRoom } from '../rooms/http.ts'
import { letRooms, picturesOfRooms } from '../rooms/store.ts'
import type { Language } from '../urls.ts'
import { freeRooms, isFree, offerOf, roomsFor, type FreeRoom, type Bookmark } from '../availability/free-rooms.ts'
import { calendarOf, MOST_ROOMS, type CalendarDay } from '../availability/nights.ts'
import type { bookingsContract } from './contract.ts'
import { endHolds } from './hold.ts'
import { whatIsNear } from '../availability/near.ts'
import { faultsOfParty } from '../availability/party.ts'
import { isRefused, pricePerNight, vatWithin } from '../availability/price.ts'
import { faultOfStay, nightsOf, stayOf, today, type Stay } from '../availability/stay.ts'
import { vatBasisPoints } from './store.ts'

type Contract = Pick<typeof bookingsContract, 'filterBooking' | 'nearBooking' | 'getStayPrice' | 'getRoomNights'>

/** Everything that is asked before a room is taken. */
export function searchHandlers({ db, clock }: { db: Database; clock: Clock }): Handlers<Contract> {
  /** Whatever is asked of the counters is asked after the holds that are over have ended. */
  async function begin(): Promise<{ company: Company; now: number }> {
    const now = clock()
    const [company] = await Promise.all([readCompany(db), endHolds(db, now)])
    return { company, now }
  }
  const presented = async (language: Language, found: readonly FreeRoom[], stay: Stay) => {
    const pictures = await picturesOfRooms(
      db,
      language,
      found.map(({ room }) => room.id),
    )
    return found.map((free) => presentFree(free, pictures.get(free.room.id), stay))
  }

  return {
    async filterBooking(
      { check_in, check_out, adult, child, min_price, max_price, sleeps, facilities, after },
      { language },
    ) {
      const { company, now } = await begin()
      const stay = stayOf(check_in, check_out)
      refuseStay(stay, company, now)
      const wish = {
        party: { adults: adult, children: child },
        leastPoisha: min_price && poishaOf(min_price),
        mostPoisha: max_price && poishaOf(max_price),
        sleeps,
        facilities,
      }
      const { found, more } = await freeRooms(db, language, stay, wish, {
        most: ROOMS_OF_PAGE,
        after: bookmarkIn(after),
      })
      return { data: await presented(language, found, stay), more: more && `${more.pricePoisha}-${more.id}` }
    },

    async nearBooking({ check_in, check_out, adult, child }, { language }) {
      const { company, now } = await begin()
      const stay = stayOf(check_in, check_out)
      refuseStay(stay, company, now)
      const { near, isForOneRoom, together } = await whatIsNear(
        db,
        language,
        { stay, party: { adults: adult, children: child } },
        company,
        now,
      )
      const rooms =
        together &&
        (await presented(
          language,
          together.map(({ choice }) => choice),
          stay,
        ))
      return {
        data: near.map(({ kind, found, ...other }) => ({
          kind,
          check_in: isoDay(other.stay.checkIn),
          check_out: isoDay(other.stay.checkOut),
          adult: other.party.adults,
          child: other.party.children,
          found,
        })),
        one_room: isForOneRoom,
        together: rooms && {
          rooms: rooms.map((room, at) => ({
            ...room,
            adult: together[at]!.party.adults,
            child: together[at]!.party.children,
          })),
          total: bdtOf(together.reduce((sum, { choice }) => sum + choice.totalPoisha, 0)),
        },
      }
    },

    async getStayPrice({ slug, check_in, check_out, adult, child }, { language }) {
      const { company, now } = await begin()
      const room = await letRooms(db, language).where('room.slug', '=', slug).executeTakeFirst()
      if (!room) throw notFound()
      const stay = stayOf(check_in, check_out)
      refuseStay(stay, company, now)
      const tooMany = faultsOfParty({ adults: adult, children: child }, room)
      if (Object.keys(tooMany).length > 0) throw invalidFields(tooMany)
      const offer = await offerOf(db, room, stay)
      if (isRefused(offer)) throw invalid({ [fields[offer.date]]: offer.sentence })
      const vat = await vatBasisPoints(db, today(company, now))
      return {
        free: await isFree(db, room.id, stay),
        nights: offer.nights.map(({ night, pricePoisha }) => ({ night: isoDay(night), price: bdtOf(pricePoisha) })),
        total: bdtOf(offer.totalPoisha),
        vat: bdtOf(vatWithin(offer.totalPoisha, vat)),
      }
    },

    async getRoomNights({ slug, from, nights, adult = 1, child = 0 }, { language }) {
      const { company, now } = await begin()
      const asked =
        slug === undefined
          ? roomsFor(db, language, { adults: adult, children: child })
          : letRooms(db, language).where('room.slug', '=', slug)
      const rooms = await asked
        .orderBy('room.price_poisha')
        .orderBy('room.id')
        .limit(MOST_ROOMS + 1)
        .execute()
      if (slug !== undefined && rooms.length === 0) throw notFound()
      const days = await calendarOf(db, rooms, parseDay(from)!, nights, company, now)
      return { data: days.map(presentDay), max_nights: company.maxNights }
    },
  }
}

const ROOMS_OF_PAGE = 20

const fields = { checkIn: 'check_in', checkOut: 'check_out' } as const

function refuseStay(stay: Stay, company: Company, now: number): void {
  const fault = faultOfStay(stay, company, now)
  if (fault) throw invalid({ [fields[fault.date]]: fault.sentence })
}

function bookmarkIn(after: string | undefined): Bookmark | undefined {
  const [pricePoisha, id] = after?.split('-').map(Number) ?? []
  return pricePoisha === undefined ? undefined : { pricePoisha, id: id! }
}

const presentFree = ({ room, offer }: FreeRoom, pictures: readonly Picture[] | undefined, stay: Stay) => ({
  ...presentRoom(room, pictures),
  nights: nightsOf(stay),
  per_night: pricePerNight(offer.totalPoisha, nightsOf(stay)),
  varies: new Set(offer.nights.map(({ pricePoisha }) => pricePoisha)).size > 1,
  total: bdtOf(offer.totalPoisha),
})

const presentDay = ({ day, state, pricePoisha, arrival, departure, minNights, maxNights }: CalendarDay) => ({
  date: isoDay(day),
  state,
  price: pricePoisha && bdtOf(pricePoisha),
  arrival,
  departure,
  min_nights: minNights,
  max_nights: maxNights,
})
