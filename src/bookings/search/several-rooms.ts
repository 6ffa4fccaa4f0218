import { href } from '../../urls.ts'
import { onWire, type Search } from './last-search.ts'

/** One of several rooms that a party takes together, and who sleeps in it. */
export interface RoomOfSeveral {
  slug: string
  adult: number
  child: number
}

/** Rooms that are booked one after the other: which they are, and how many of them are booked. */
export interface Several {
  rooms: readonly RoomOfSeveral[]
  booked: number
}

export const severalNames = ['rooms', 'booked'] as const

/** The several rooms that the address names. What makes no sense there is none. */
export function severalIn(query: URLSearchParams): Several | null {
  const parts = (query.get('rooms') ?? '').split('_').slice(0, MOST_ROOMS)
  const rooms = parts.flatMap((part) => {
    const [, slug, adult, child] = /^(.{1,200})\.(\d{1,2})\.(\d{1,2})$/.exec(part) ?? []
    return slug ? [{ slug, adult: Number(adult), child: Number(child) }] : []
  })
  const booked = Number(query.get('booked') ?? 0)
  return rooms.length > 1 && rooms.length === parts.length && booked in rooms ? { rooms, booked } : null
}

const MOST_ROOMS = 100

/** Where the next of them is booked, for the days of the search. */
export function nextRoom({ rooms, booked }: Several, { checkIn, checkOut }: Omit<Search, 'adult' | 'child'>): string {
  const { slug, adult, child } = rooms[booked]!
  return href('room', { slug }, { ...onWire({ checkIn, checkOut, adult, child }), ...inAddress({ rooms, booked }) })
}

export const inAddress = ({ rooms, booked }: Several) => ({
  rooms: rooms.map(({ slug, adult, child }) => [slug, adult, child].join('.')).join('_'),
  ...(booked > 0 && { booked }),
})

/** Everybody who sleeps in them. */
export const partyOf = ({ rooms }: Several) => ({
  adult: rooms.reduce((sum, { adult }) => sum + adult, 0),
  child: rooms.reduce((sum, { child }) => sum + child, 0),
})
