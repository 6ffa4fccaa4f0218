import { maxRoomsPerStay } from '../../availability/party.ts'
import { href, searchDayFields } from '#routes/public.ts'
import type { Search } from './last-search.ts'

export interface RoomOfParty {
  slug: string
  adult: number
  child: number
}

export const partyParamNames = ['rooms'] as const

/** Parses the rooms in the query string. Null unless there are two to `maxRoomsPerStay` valid rooms. */
export function parsePartyRooms(query: URLSearchParams): RoomOfParty[] | null {
  const roomTexts = (query.get('rooms') ?? '').split('_').slice(0, maxRoomsPerStay + 1)
  const rooms = roomTexts.flatMap((roomText) => {
    const [, slug, adult, child] = /^(.{1,200})\.(\d{1,2})\.(\d{1,2})$/.exec(roomText) ?? []
    return slug ? [{ slug, adult: Number(adult), child: Number(child) }] : []
  })
  const isValid = rooms.length === roomTexts.length && rooms.length > 1 && rooms.length <= maxRoomsPerStay
  return isValid ? rooms : null
}

/** The path of the page where these rooms are booked for the dates of the search. */
export const buildPartyPath = (
  rooms: readonly RoomOfParty[],
  { checkIn, checkOut }: Pick<Search, 'checkIn' | 'checkOut'>,
) =>
  href('party', null, {
    [searchDayFields.checkIn]: checkIn,
    [searchDayFields.checkOut]: checkOut,
    rooms: rooms.map(({ slug, adult, child }) => [slug, adult, child].join('.')).join('_'),
  })

/** Returns the total number of guests in these rooms. */
export const countGuests = (rooms: readonly RoomOfParty[]) => ({
  adult: rooms.reduce((sum, { adult }) => sum + adult, 0),
  child: rooms.reduce((sum, { child }) => sum + child, 0),
})
