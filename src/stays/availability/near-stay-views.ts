import type { Company } from '#content/company.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import { href, searchDayFields } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatDateList } from '#locales/dates.ts'
import { formatMessageRef, type ServerTranslator } from '#locales/translator.ts'
import { applyPackagePrice, type StayPackage } from '../packages/package.ts'
import type { ActiveRoom } from '../rooms/store.ts'
import type { NearOffer, NearStays, UnavailableRooms } from './contract.ts'
import { findFreeRooms, queryRoomsFor, type OfferedRoom } from './free-rooms.ts'
import { loadOutlooks, type OfferedStay, type RoomOutlook } from './near-stays.ts'
import { validateParty, type Party } from './party.ts'
import type { Offer } from './price.ts'
import { countNights, validateStay, type Stay } from './stay.ts'

interface RequestedStay {
  stay: Stay
  party: Party
}

interface RequestedRoom extends RequestedStay {
  room: ActiveRoom
  stayPackage: StayPackage | undefined
  packageSlug: string | undefined
}

const MAX_OTHER_ROOMS = 2
/** The other rooms are chosen from this many free rooms. */
const MAX_COMPARED_ROOMS = 20
/** A search does not list the unavailable rooms of a larger property. */
const MAX_LISTED_ROOMS = 24

export const noNearStays: NearStays = { title: '', lists: [], action: null }

/** Why a room cannot be booked, its nearest free dates, and the free rooms whose price is closest to it. */
export async function readNearStays(
  db: Database,
  ctx: RequestContext,
  company: Company,
  { room, stay, party, stayPackage, packageSlug }: RequestedRoom,
): Promise<NearStays> {
  const translator = translatorFor(ctx.language)
  const { t, count } = translator
  const isTooSmall = Object.keys(validateParty(party, room)).length > 0
  const guests = count('rooms.guests', party.adults + party.children)
  const changeLink = {
    label: t('rooms.change_stay'),
    to: `${buildRoomPath(room, { stay, party, package: packageSlug })}#booking`,
  }
  if (validateStay(stay, company, ctx.now))
    return isTooSmall ? { title: t('rooms.near_too_small', { guests }), lists: [], action: changeLink } : noNearStays
  const outlook = (await loadOutlooks(db, ctx, { rooms: [room], stay, rules: company })).get(room.id)!
  if (!isTooSmall && !outlook.obstacle) return noNearStays
  // Other dates do not help a party that is too large.
  const nearStays = isTooSmall ? [] : outlook.nearStays
  const { offeredRooms } = await findFreeRooms(db, ctx, { stay, party, limit: MAX_COMPARED_ROOMS })
  const nearOffers = nearStays.map(({ stay: dates, offer }) =>
    toOfferView(room, {
      stay: dates,
      party,
      offer: applyPackagePrice(offer, stayPackage),
      text: formatStayDates(translator, dates),
      package: packageSlug,
    }),
  )
  const otherOffers = chooseClosest(offeredRooms, room).map(({ room: otherRoom, offer }) =>
    toOfferView(otherRoom, { stay, party, offer, text: otherRoom.name }),
  )
  const lists = [
    { title: count('rooms.near_dates', countNights(stay)), data: nearOffers },
    { title: t('rooms.near_rooms'), data: otherOffers },
  ]
  const [nearest] = nearStays
  const thisYear = isoDay(dayIn(company.timeZone, ctx.now)).slice(0, 4)
  return {
    title: isTooSmall
      ? t('rooms.near_too_small', { guests })
      : describeObstacle(outlook, translator, t('rooms.near_taken', { dates: formatStayDates(translator, stay) })),
    lists: lists.filter(({ data }) => data.length > 0),
    action: nearest
      ? {
          label: t('rooms.near_choose', { dates: formatStayDates(translator, nearest.stay, thisYear) }),
          to: nearOffers[0]!.path,
          stay: { nights: countNights(stay), total: nearOffers[0]!.total },
        }
      : changeLink,
  }
}

/** The rooms that are large enough but cannot be booked for a stay, with the reason and the nearest free dates. */
export async function readUnavailableRooms(
  db: Database,
  ctx: RequestContext,
  company: Company,
  { stay, party }: RequestedStay,
): Promise<UnavailableRooms> {
  const translator = translatorFor(ctx.language)
  const rooms = await queryRoomsFor(db, ctx.language, party)
    .orderBy('room.price_poisha')
    .orderBy('room.id')
    .limit(MAX_LISTED_ROOMS + 1)
    .execute()
  if (rooms.length > MAX_LISTED_ROOMS) return { data: [] }
  const outlooks = await loadOutlooks(db, ctx, { rooms, stay, rules: company })
  return {
    data: rooms.flatMap((room) => {
      const outlook = outlooks.get(room.id)!
      if (!outlook.obstacle) return []
      const [nearest] = outlook.nearStays
      return [
        {
          slug: room.slug,
          name: room.name,
          reason: describeObstacle(outlook, translator, translator.t('rooms.near_booked')),
          near: nearest ? toNearestDates(room, nearest) : null,
        },
      ]
    }),
  }

  function toNearestDates(room: ActiveRoom, { stay: dates, offer }: OfferedStay): NearOffer {
    const text = translator.t('rooms.near_free', { dates: formatStayDates(translator, dates) })
    return toOfferView(room, { stay: dates, party, offer, text })
  }
}

interface SearchedStay extends RequestedStay {
  package?: string | undefined
}

const toQuery = ({ stay, party, package: packageSlug }: SearchedStay) => ({
  [searchDayFields.checkIn]: isoDay(stay.checkIn),
  [searchDayFields.checkOut]: isoDay(stay.checkOut),
  adult: party.adults,
  child: party.children,
  package: packageSlug,
})

const buildRoomPath = ({ slug }: ActiveRoom, search: SearchedStay): string => href('room', { slug }, toQuery(search))

const toOfferView = (room: ActiveRoom, offered: SearchedStay & { offer: Offer; text: string }): NearOffer => ({
  slug: room.slug,
  text: offered.text,
  total: poishaToBdt(offered.offer.totalPoisha),
  ...toQuery(offered),
  path: buildRoomPath(room, offered),
})

const describeObstacle = ({ obstacle }: RoomOutlook, translator: ServerTranslator, takenText: string): string =>
  obstacle === 'taken' ? takenText : formatMessageRef(translator, obstacle!.message)

/** Formats the days of a stay. Leaves out a year if it is given. */
function formatStayDates(translator: ServerTranslator, { checkIn, checkOut }: Stay, omittedYear?: string): string {
  const dates = formatDateList(translator, isoDay(checkIn), isoDay(checkOut))
  return omittedYear ? dates.replace(`\u00a0${translator.digits(omittedYear)}`, '') : dates
}

/** Chooses the rooms whose own price is closest to that of a room. */
const chooseClosest = (offeredRooms: readonly OfferedRoom[], { price_poisha: poisha }: ActiveRoom): OfferedRoom[] =>
  offeredRooms
    .toSorted((a, b) => Math.abs(a.room.price_poisha - poisha) - Math.abs(b.room.price_poisha - poisha))
    .slice(0, MAX_OTHER_ROOMS)
