import { maxRoomsOfStay } from '../../availability/party.ts'
import { href, inSearch } from '#routes/public.ts'
import type { Search } from './last-search.ts'

/** One of several rooms that a party takes together, and who sleeps in it. */
export interface RoomOfParty {
  slug: string
  adult: number
  child: number
}

export const partyNames = ['rooms'] as const

/** The rooms that the address names. What makes no sense there is none. */
export function roomsIn(query: URLSearchParams): RoomOfParty[] | null {
  const parts = (query.get('rooms') ?? '').split('_').slice(0, maxRoomsOfStay + 1)
  const rooms = parts.flatMap((part) => {
    const [, slug, adult, child] = /^(.{1,200})\.(\d{1,2})\.(\d{1,2})$/.exec(part) ?? []
    return slug ? [{ slug, adult: Number(adult), child: Number(child) }] : []
  })
  const isWhole = rooms.length === parts.length && rooms.length > 1 && rooms.length <= maxRoomsOfStay
  return isWhole ? rooms : null
}

/** Where they are booked, for the days of the search. */
export const partyPath = (rooms: readonly RoomOfParty[], { checkIn, checkOut }: Pick<Search, 'checkIn' | 'checkOut'>) =>
  href('party', null, {
    [inSearch.checkIn]: checkIn,
    [inSearch.checkOut]: checkOut,
    rooms: rooms.map(({ slug, adult, child }) => [slug, adult, child].join('.')).join('_'),
  })

/** Everybody who sleeps in them. */
export const everybodyIn = (rooms: readonly RoomOfParty[]) => ({
  adult: rooms.reduce((sum, { adult }) => sum + adult, 0),
  child: rooms.reduce((sum, { child }) => sum + child, 0),
})
