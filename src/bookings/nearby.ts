import type { RoomsApi } from '../rooms/contract.ts'
import type { PageWordKey } from '../words/words.ts'
import type { BookingsApi } from './contract.ts'
import { daysLater, type Search } from './last-search.ts'

/** A search close to one that found nothing, and how many rooms it finds. */
export interface Near {
  label: PageWordKey
  search: Search
  found: number
}

/** What to offer instead: the same stay on other days, a shorter one, or the most guests that fit; where a room is free. */
export async function nearby(api: RoomsApi & BookingsApi, search: Search): Promise<Near[]> {
  const [otherDays, fewerGuests] = await Promise.all([
    tried(api, daysNear(search)),
    api.activeRooms({}).then(({ data }) => tried(api, partiesThatFit(search, data))),
  ])
  return [...otherDays, ...fewerGuests.slice(0, 1)]
}

type Idea = Omit<Near, 'found'>

function daysNear(search: Search): Idea[] {
  const shorter = daysLater(search.check_out, -1)
  return [
    ...moved('rooms.none_earlier', search, -1),
    ...moved('rooms.none_later', search, 1),
    ...moved('rooms.none_week', search, 7),
    ...(shorter && shorter > search.check_in
      ? [{ label: 'rooms.none_shorter' as const, search: { ...search, check_out: shorter } }]
      : []),
  ]
}

function moved(label: PageWordKey, search: Search, days: number): Idea[] {
  const [check_in, check_out] = [daysLater(search.check_in, days), daysLater(search.check_out, days)]
  return check_in && check_out ? [{ label, search: { ...search, check_in, check_out } }] : []
}

interface Sleeps {
  max_adults: number
  max_children: number
  max_guests: number
}

/** As many of the guests as each room takes, adults first, and one guest fewer; the largest party first. */
export function partiesThatFit(search: Search, rooms: readonly Sleeps[]): Idea[] {
  const inRooms = rooms.map(({ max_adults, max_children, max_guests }) => {
    const adult = Math.min(search.adult, max_adults, max_guests)
    return { adult, child: Math.min(search.child, max_children, max_guests - adult) }
  })
  const oneFewer =
    search.child > 0 ? { adult: search.adult, child: search.child - 1 } : { adult: search.adult - 1, child: 0 }
  const sizes = new Map([oneFewer, ...inRooms].map((party) => [`${party.adult}+${party.child}`, party]))
  return [...sizes.values()]
    .filter(({ adult, child }) => adult > 0 && adult + child < search.adult + search.child)
    .toSorted((one, other) => other.adult + other.child - one.adult - one.child)
    .map((party) => ({ label: 'rooms.none_fewer', search: { ...search, ...party } }))
}

/** Those ideas that find a room. */
async function tried(api: BookingsApi, ideas: readonly Idea[]): Promise<Near[]> {
  const found = await Promise.all(ideas.map(async (idea) => ({ ...idea, found: await roomsFound(api, idea.search) })))
  return found.filter((near) => near.found > 0)
}

/** A stay that cannot be searched for, in the past or too far ahead, finds none. */
async function roomsFound(api: BookingsApi, search: Search): Promise<number> {
  try {
    return (await api.filterBooking({ ...search })).data.length
  } catch (error) {
    if ((error as { status?: number }).status === 422) return 0
    throw error
  }
}
