import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { invalid, notFound, assertValid, spelled, type FieldMessages } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { PictureData } from '#platform/pictures.ts'
import { bdtOf, poishaOf } from '#platform/money.ts'
import { companyOf, type Company } from '#content/company.ts'
import { policiesFor } from '../policies/choosing.ts'
import { arrivalAt, termsFor, together as asOne } from '../policies/terms.ts'
import { tellTerms } from '../policies/describe-terms.ts'
import { presentRoom } from '../rooms/http.ts'
import { letRooms, picturesOfRooms, type LetRoom } from '../rooms/store.ts'
import { freeRooms, offersOf, roomsFor, type OfferedRoom, type Bookmark } from './free-rooms.ts'
import { areFree } from './inventory.ts'
import { calendarOf, MAX_ROOMS, type CalendarDay } from './nights.ts'
import type { availabilityContract, Search } from './contract.ts'
import { whatIsNear } from './near.ts'
import { errorsOfParty, type Party } from './party.ts'
import { isRefused, pricePerNight, vatWithin, type Offer } from './price.ts'
import { errorOfStay, nightsOf, stayOf, today, type Stay } from './stay.ts'
import { inSearch } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { ratesWithin } from './vat.ts'

/**
 * The endpoints used before a booking. `freeWhatIsOver` releases expired holds first, before any availability query.
 */
export const availabilityHandlers = (freeWhatIsOver: FreeWhatIsOver) => {
  const begin = async (db: Database, ctx: RequestContext): Promise<Company> =>
    (await Promise.all([companyOf(db, ctx), freeWhatIsOver(db, ctx)]))[0]

  return {
    async filterBooking(db, ctx, form) {
      const { min_price, max_price, sleeps, facilities, after } = form
      const company = await begin(db, ctx)
      const { stay, party } = askedIn(form)
      refuseStay(stay, company, ctx)
      const { found, more } = await freeRooms(db, ctx, {
        stay,
        party,
        leastPoisha: min_price && poishaOf(min_price),
        mostPoisha: max_price && poishaOf(max_price),
        sleeps,
        facilities,
        most: ROOMS_OF_PAGE,
        after: bookmarkIn(after),
      })
      return { data: await presented(db, ctx, found, stay), more: more && `${more.pricePoisha}-${more.id}` }
    },

    async nearBooking(db, ctx, form) {
      const company = await begin(db, ctx)
      const asked = askedIn(form)
      refuseStay(asked.stay, company, ctx)
      const { near, isForOneRoom, together } = await whatIsNear(db, ctx, { ...asked, rules: company })
      return {
        data: near.map(({ kind, found, ...search }) => ({
          kind,
          [inSearch.checkIn]: isoDay(search.stay.checkIn),
          [inSearch.checkOut]: isoDay(search.stay.checkOut),
          adult: search.party.adults,
          child: other.party.children,
          found,
        })),
        one_room: isForOneRoom,
        together: together && {
          rooms: await presentedFor(
            db,
            ctx,
            together.map(({ choice, party }) => ({ ...choice, party })),
            asked.stay,
          ),
          total: bdtOf(totalOf(together.map(({ choice }) => choice))),
        },
      }
    },

    async priceTogether(db, ctx, { check_in, check_out, rooms: asked }) {
      const company = await begin(db, ctx)
      const stay = stayOf(check_in, check_out)
      const rooms = await roomsAsked(db, ctx, asked)
      const fieldErrors = rooms.map(({ room, party }) => errorsOfParty(party, room))
      refuseStay(stay, company, ctx, Object.assign({}, ...fieldErrors) as FieldMessages)
      const offers = await offersFor(
        db,
        rooms.map(({ room }) => room),
        stay,
      )
      const taken = rooms.map((partyRoom) => ({ ...partyRoom, offer: offers.get(partyRoom.room.id)! }))
      const ids = taken.map(({ room }) => room.id)
      const total = totalOf(taken.map(({ offer }) => offer))
      return {
        free: await areFree(db, ids, stay),
        rooms: await presentedFor(db, ctx, taken, stay),
        total: bdtOf(total),
        vat: await vatIn(db, total, company, ctx),
        cancelling: await cancellingOf(db, company, ctx, taken),
      }
    },

    async getStayPrice(db, ctx, form) {
      const company = await begin(db, ctx)
      const room = await letRooms(db, ctx.language).where('room.slug', '=', form.slug).executeTakeFirst()
      if (!room) throw notFound()
      const { stay, party } = askedIn(form)
      refuseStay(stay, company, ctx, errorsOfParty(party, room))
      const offer = (await offersFor(db, [room], stay)).get(room.id)!
      return {
        free: await areFree(db, [room.id], stay),
        nights: offer.nights.map(({ night, pricePoisha }) => ({ night: isoDay(night), price: bdtOf(pricePoisha) })),
        total: bdtOf(offer.totalPoisha),
        vat: await vatIn(db, offer.totalPoisha, company, ctx),
        cancelling: await cancellingOf(db, company, ctx, [{ room, offer }]),
      }
    },

    async getRoomNights(db, ctx, { slug, from, nights, adult = 1, child = 0 }) {
      const { language } = ctx
      const company = await begin(db, ctx)
      const asked =
        slug === undefined
          ? roomsFor(db, language, { adults: adult, children: child })
          : letRooms(db, language).where('room.slug', '=', slug)
      const rooms = await asked
        .orderBy('room.price_poisha')
        .orderBy('room.id')
        .limit(MAX_ROOMS + 1)
        .execute()
      if (slug !== undefined && rooms.length === 0) throw notFound()
      const days = await calendarOf(db, ctx, { rooms, from: parseDay(from)!, days: nights, rules: company })
      return { data: days.map(presentDay), max_nights: company.maxNights }
    },
  } satisfies Handlers<typeof availabilityContract>
}

type FreeWhatIsOver = (db: Database, ctx: RequestContext) => Promise<unknown>

/** Converts the API field names of a search to the internal names. */
const askedIn = ({ check_in, check_out, adult, child }: Search): { stay: Stay; party: Party } => ({
  stay: stayOf(check_in, check_out),
  party: { adults: adult, children: child },
})

const searchFields = { ...inSearch, adults: 'adult', children: 'child' } as const

const ROOMS_OF_PAGE = 20

function refuseStay(stay: Stay, company: Company, { now }: RequestContext, others: FieldMessages = {}): void {
  const fault = errorOfStay(stay, company, now)
  assertValid(spelled(searchFields, { ...(fault && { [fault.date]: [fault.sentence] }), ...others }))
}

async function roomsAsked(
  db: Database,
  { language }: RequestContext,
  asked: readonly { slug: string; adult: number; child: number }[],
) {
  const slugs = new Set(asked.map(({ slug }) => slug))
  const found = await letRooms(db, language)
    .where('room.slug', 'in', [...slugs])
    .execute()
  if (found.length < slugs.size) throw notFound()
  return asked.map(({ slug, adult, child }) => ({
    room: found.find((room) => room.slug === slug)!,
    party: { adults: adult, children: child },
  }))
}

async function offersFor(db: Database, rooms: readonly LetRoom[], stay: Stay): Promise<Map<number, Offer>> {
  const offers = await offersOf(db, rooms, stay)
  if (isRefused(offers)) throw invalid({ [inSearch[offers.date]]: offers.sentence })
  return offers
}

const vatIn = async (db: Database, poisha: number, company: Company, { now }: RequestContext) =>
  bdtOf(vatWithin(poisha, (await ratesWithin(db, today(company, now))).vat_basis_points))

/** The cancellation terms if all rooms were booked now. */
async function cancellingOf(
  db: Database,
  company: Company,
  { now, language }: RequestContext,
  rooms: readonly OfferedRoom[],
) {
  const [first] = rooms[0]!.offer.nights as [Offer['nights'][number]]
  const policies = await policiesFor(
    db,
    rooms.map(({ room }) => room.id),
    first.night,
  )
  const moments = { arrivalAt: arrivalAt(first.night, company), now }
  const terms = rooms.map(({ room, offer }) =>
    termsFor(
      policies.get(room.id)!.rules,
      offer.nights.map(({ pricePoisha }) => pricePoisha),
      moments,
    ),
  )
  const stage = company.offlineNeedsApproval ? 'waits' : 'asked'
  return tellTerms(asOne(terms), translatorFor(language), { now, stage })
}

function bookmarkIn(after: string | undefined): Bookmark | undefined {
  const [pricePoisha, id] = after?.split('-').map(Number) ?? []
  return pricePoisha === undefined ? undefined : { pricePoisha, id: id! }
}

async function presented(db: Database, { language }: RequestContext, found: readonly OfferedRoom[], stay: Stay) {
  const pictures = await picturesOfRooms(
    db,
    language,
    found.map(({ room }) => room.id),
  )
  return found.map((free) => presentFree(free, pictures.get(free.room.id), stay))
}

/** The rooms of a party, with the guests of each room. */
async function presentedFor(
  db: Database,
  ctx: RequestContext,
  rooms: readonly (OfferedRoom & { party: Party })[],
  stay: Stay,
) {
  const free = await presented(db, ctx, rooms, stay)
  return free.map((room, at) => ({ ...room, adult: rooms[at]!.party.adults, child: rooms[at]!.party.children }))
}

const totalOf = (rooms: readonly { totalPoisha: number }[]) => rooms.reduce((sum, room) => sum + room.totalPoisha, 0)

const presentFree = ({ room, offer }: OfferedRoom, pictures: readonly PictureData[] | undefined, stay: Stay) => ({
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
