import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { invalid, notFound, assertValid, renameFields, type FieldMessages } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import { loadCompany, type Company } from '#content/company.ts'
import { loadPolicies } from '../policies/policy-lookup.ts'
import { getArrivalTime, combineTerms, createTerms, type Terms } from '../policies/terms.ts'
import { describeFreeCancellation, describeTerms } from '../policies/describe-terms.ts'
import { applyPackagePrice, findPackage, validatePackage } from '../packages/package.ts'
import { toRoomView } from '../rooms/http.ts'
import { queryActiveRooms, loadRoomPictures, type ActiveRoom } from '../rooms/store.ts'
import type { FindCheapestStays } from './cheapest-stays.ts'
import { findFreeRooms, findOffers, queryRoomsFor, type OfferedRoom, type PageCursor } from './free-rooms.ts'
import { areFree } from './inventory.ts'
import { loadCalendar, MAX_ROOMS, type CalendarDay } from './nights.ts'
import type { availabilityContract, Search } from './contract.ts'
import { findAlternatives } from './alternatives.ts'
import { validateParty, type Party } from './party.ts'
import { noNearStays, readNearStays, readUnavailableRooms } from './near-stay-views.ts'
import { isRuleViolation, getPricePerNight, calculateIncludedVat, type Offer } from './price.ts'
import { validateStay, parseStay, computeToday, type Stay } from './stay.ts'
import { searchDayFields } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { loadTaxRates } from './vat.ts'

/**
 * The endpoints used before a booking. `releaseExpired` releases expired holds first, before any availability query.
 */
export const createAvailabilityHandlers = (releaseExpired: ReleaseExpired, findCheapestStays: FindCheapestStays) => {
  const releaseAndLoadCompany = async (db: Database, ctx: RequestContext): Promise<Company> =>
    (await Promise.all([loadCompany(db, ctx), releaseExpired(db, ctx)]))[0]

  /** Loads the requested room, stay and package, and the errors of the package. */
  async function loadRequest(db: Database, ctx: RequestContext, form: Search & { slug: string; package?: string }) {
    const company = await releaseAndLoadCompany(db, ctx)
    const room = await queryActiveRooms(db, ctx.language).where('room.slug', '=', form.slug).executeTakeFirst()
    if (!room) throw notFound()
    const { stay, party } = parseSearch(form)
    const stayPackage = form.package ? await findPackage(db, ctx.now, form.package) : undefined
    const packageErrors = form.package ? validatePackage(stayPackage, { roomId: room.id, stay }) : {}
    return { company, room, stay, party, stayPackage, packageSlug: form.package, packageErrors }
  }

  return {
    async filterBooking(db, ctx, form) {
      const { min_price, max_price, sleeps, facilities, after } = form
      const company = await releaseAndLoadCompany(db, ctx)
      const { stay, party } = parseSearch(form)
      assertValidStay(stay, company, ctx)
      const { offeredRooms: activeRooms, more } = await findFreeRooms(db, ctx, {
        stay,
        party,
        minPoisha: min_price && bdtToPoisha(min_price),
        maxPoisha: max_price && bdtToPoisha(max_price),
        sleeps,
        facilities,
        limit: ROOMS_PER_PAGE,
        after: parseCursor(after),
      })
      const rooms = await readRoomViews(db, ctx, findCheapestStays, activeRooms)
      const terms = await loadTerms(db, company, ctx, activeRooms)
      const translator = translatorFor(ctx.language)
      return {
        data: rooms.map((room, index) => ({
          ...room,
          free_cancellation: describeFreeCancellation(terms[index]!, translator, ctx.now),
        })),
        more: more && `${more.pricePoisha}-${more.id}`,
      }
    },

    async nearBooking(db, ctx, form) {
      const company = await releaseAndLoadCompany(db, ctx)
      const parsedSearch = parseSearch(form)
      assertValidStay(parsedSearch.stay, company, ctx)
      const {
        near: alternatives,
        isForOneRoom,
        together,
      } = await findAlternatives(db, ctx, { ...parsedSearch, rules: company })
      return {
        data: alternatives.map(({ kind, found, ...search }) => ({
          kind,
          [searchDayFields.checkIn]: isoDay(search.stay.checkIn),
          [searchDayFields.checkOut]: isoDay(search.stay.checkOut),
          adult: search.party.adults,
          child: search.party.children,
          found,
        })),
        one_room: isForOneRoom,
        together: together && {
          rooms: await readPartyRoomViews(
            db,
            ctx,
            findCheapestStays,
            together.map(({ choice, party }) => ({ ...choice, party })),
          ),
          total: poishaToBdt(sumTotals(together.map(({ choice }) => choice))),
        },
      }
    },

    async priceParty(db, ctx, { check_in, check_out, rooms: requestedRooms }) {
      const company = await releaseAndLoadCompany(db, ctx)
      const stay = parseStay(check_in, check_out)
      const rooms = await findRequestedRooms(db, ctx, requestedRooms)
      const fieldErrors = rooms.map(({ room, party }) => validateParty(party, room))
      assertValidStay(stay, company, ctx, Object.assign({}, ...fieldErrors) as FieldMessages)
      const offers = await loadOffers(
        db,
        rooms.map(({ room }) => room),
        stay,
      )
      const pricedRooms = rooms.map((partyRoom) => ({ ...partyRoom, offer: offers.get(partyRoom.room.id)! }))
      const ids = pricedRooms.map(({ room }) => room.id)
      const total = sumTotals(pricedRooms.map(({ offer }) => offer))
      return {
        free: await areFree(db, ids, stay),
        rooms: await readPartyRoomViews(db, ctx, findCheapestStays, pricedRooms),
        total: poishaToBdt(total),
        vat: await calculateVat(db, total, company, ctx),
        cancelling: await describeCancellation(db, company, ctx, pricedRooms),
      }
    },

    async getStayPrice(db, ctx, form) {
      const { company, packageErrors, ...request } = await loadRequest(db, ctx, form)
      const { room, stay, party, stayPackage } = request
      assertValidStay(stay, company, ctx, { ...validateParty(party, room), ...packageErrors })
      const offer = applyPackagePrice((await loadOffers(db, [room], stay)).get(room.id)!, stayPackage)
      const near = (await areFree(db, [room.id], stay)) ? noNearStays : await readNearStays(db, ctx, company, request)
      // A unit may have become available since the first check.
      const isFree = near.title === ''
      return {
        free: isFree,
        near: isFree ? null : near,
        nights: offer.nights.map(({ night, pricePoisha }) => ({
          night: isoDay(night),
          price: poishaToBdt(pricePoisha),
        })),
        total: poishaToBdt(offer.totalPoisha),
        vat: await calculateVat(db, offer.totalPoisha, company, ctx),
        cancelling: await describeCancellation(db, company, ctx, [{ room, offer }]),
      }
    },

    async getNearStays(db, ctx, form) {
      const { company, packageErrors, ...request } = await loadRequest(db, ctx, form)
      if (Object.keys(packageErrors).length > 0) return noNearStays
      return readNearStays(db, ctx, company, request)
    },

    async getUnavailableRooms(db, ctx, form) {
      const company = await releaseAndLoadCompany(db, ctx)
      const parsedSearch = parseSearch(form)
      assertValidStay(parsedSearch.stay, company, ctx)
      return readUnavailableRooms(db, ctx, company, parsedSearch)
    },

    async getRoomNights(db, ctx, { slug, from, nights, adult = 1, child = 0 }) {
      const { language } = ctx
      const company = await releaseAndLoadCompany(db, ctx)
      const roomsQuery =
        slug === undefined
          ? queryRoomsFor(db, language, { adults: adult, children: child })
          : queryActiveRooms(db, language).where('room.slug', '=', slug)
      const rooms = await roomsQuery
        .orderBy('room.price_poisha')
        .orderBy('room.id')
        .limit(MAX_ROOMS + 1)
        .execute()
      if (slug !== undefined && rooms.length === 0) throw notFound()
      const days = await loadCalendar(db, ctx, { rooms, from: parseDay(from)!, days: nights, rules: company })
      return { data: days.map(toDayView), max_nights: company.maxNights }
    },
  } satisfies Handlers<typeof availabilityContract>
}

type ReleaseExpired = (db: Database, ctx: RequestContext) => Promise<unknown>

/** Converts the API field names of a search to the internal names. */
const parseSearch = ({ check_in, check_out, adult, child }: Search): { stay: Stay; party: Party } => ({
  stay: parseStay(check_in, check_out),
  party: { adults: adult, children: child },
})

const searchFields = { ...searchDayFields, adults: 'adult', children: 'child' } as const

const ROOMS_PER_PAGE = 20

function assertValidStay(stay: Stay, company: Company, { now }: RequestContext, otherErrors: FieldMessages = {}): void {
  const stayError = validateStay(stay, company, now)
  assertValid(
    renameFields(searchFields, { ...otherErrors, ...(stayError && { [stayError.date]: [stayError.message] }) }),
  )
}

async function findRequestedRooms(
  db: Database,
  { language }: RequestContext,
  requestedRooms: readonly { slug: string; adult: number; child: number }[],
) {
  const slugs = new Set(requestedRooms.map(({ slug }) => slug))
  const activeRooms = await queryActiveRooms(db, language)
    .where('room.slug', 'in', [...slugs])
    .execute()
  if (activeRooms.length < slugs.size) throw notFound()
  return requestedRooms.map(({ slug, adult, child }) => ({
    room: activeRooms.find((room) => room.slug === slug)!,
    party: { adults: adult, children: child },
  }))
}

async function loadOffers(db: Database, rooms: readonly ActiveRoom[], stay: Stay): Promise<Map<number, Offer>> {
  const offers = await findOffers(db, rooms, stay)
  if (isRuleViolation(offers)) throw invalid({ [searchDayFields[offers.date]]: offers.message })
  return offers
}

const calculateVat = async (db: Database, poisha: number, company: Company, { now }: RequestContext) =>
  poishaToBdt(calculateIncludedVat(poisha, (await loadTaxRates(db, computeToday(company, now))).vat_basis_points))

/** The cancellation terms if all rooms were booked now. */
async function describeCancellation(
  db: Database,
  company: Company,
  ctx: RequestContext,
  rooms: readonly OfferedRoom[],
) {
  const terms = await loadTerms(db, company, ctx, rooms)
  const stage = company.offlineNeedsApproval ? 'waits' : 'asked'
  const offeredTerms = terms.map((roomTerms, index) => ({
    terms: roomTerms,
    totalPoisha: rooms[index]!.offer.totalPoisha,
  }))
  return describeTerms(combineTerms(offeredTerms), translatorFor(ctx.language), { now: ctx.now, stage })
}

/** The terms of each room if it were booked now. */
async function loadTerms(
  db: Database,
  company: Company,
  { now }: RequestContext,
  rooms: readonly OfferedRoom[],
): Promise<Terms[]> {
  const [arrival] = rooms[0]?.offer.nights ?? []
  if (!arrival) return []
  const policies = await loadPolicies(
    db,
    rooms.map(({ room }) => room.id),
    arrival.night,
  )
  const times = { arrivalAt: getArrivalTime(arrival.night, company), now }
  return rooms.map(({ room, offer }) =>
    createTerms(
      policies.get(room.id)!.rules,
      offer.nights.map(({ pricePoisha }) => pricePoisha),
      times,
    ),
  )
}

function parseCursor(after: string | undefined): PageCursor | undefined {
  const [pricePoisha, id] = after?.split('-').map(Number) ?? []
  return pricePoisha === undefined ? undefined : { pricePoisha, id: id! }
}

async function readRoomViews(
  db: Database,
  ctx: RequestContext,
  findCheapestStays: FindCheapestStays,
  offeredRooms: readonly OfferedRoom[],
) {
  const ids = offeredRooms.map(({ room }) => room.id)
  const pictures = await loadRoomPictures(db, ctx.language, ids)
  const cheapestStays = await findCheapestStays(db, ctx, ids)
  return offeredRooms.map(({ room, offer }) => ({
    ...toRoomView(room, pictures.get(room.id), cheapestStays.get(room.id)),
    ...toOfferView(offer),
  }))
}

/** The rooms of a party, with the guests of each room. */
async function readPartyRoomViews(
  db: Database,
  ctx: RequestContext,
  findCheapestStays: FindCheapestStays,
  rooms: readonly (OfferedRoom & { party: Party })[],
) {
  const freeRooms = await readRoomViews(db, ctx, findCheapestStays, rooms)
  return freeRooms.map((room, index) => ({
    ...room,
    adult: rooms[index]!.party.adults,
    child: rooms[index]!.party.children,
  }))
}

const sumTotals = (rooms: readonly { totalPoisha: number }[]) => rooms.reduce((sum, room) => sum + room.totalPoisha, 0)

const toOfferView = ({ nights, totalPoisha }: Offer) => ({
  nights: nights.length,
  per_night: getPricePerNight(totalPoisha, nights.length),
  varies: new Set(nights.map(({ pricePoisha }) => pricePoisha)).size > 1,
  total: poishaToBdt(totalPoisha),
})

const toDayView = ({ day, state, pricePoisha, arrival, departure, minNights, maxNights }: CalendarDay) => ({
  date: isoDay(day),
  state,
  price: pricePoisha && poishaToBdt(pricePoisha),
  arrival,
  departure,
  min_nights: minNights,
  max_nights: maxNights,
})
