import type { WordKey } from '../words/words.ts'
import type { BookingsApi } from './contract.ts'
import { daysLater, type Search } from './last-search.ts'

/** A search close to one that found nothing, and how many rooms it finds. */
export interface Near {
  label: WordKey
  search: Search
  found: number
}

/** What to offer instead: the same stay on other days, a shorter one, or fewer guests; only where a room is free. */
export async function nearby(api: BookingsApi, search: Search): Promise<Near[]> {
  const tried = await Promise.all(
    variants(search).map(async ({ label, search: variant }) => ({ label, search: variant, found: await roomsFound(api, variant) })),
  )
  return tried.filter(({ found }) => found > 0)
}

function variants(search: Search): Omit<Near, 'found'>[] {
  const { adult, child, check_out } = search
  const shorter = daysLater(check_out, -1) ?? ''
  return [
    ...moved('rooms.none_earlier', search, -1),
    ...moved('rooms.none_later', search, 1),
    ...moved('rooms.none_week', search, 7),
    ...(shorter > search.check_in ? [{ label: 'rooms.none_shorter' as const, search: { ...search, check_out: shorter } }] : []),
    ...party('rooms.none_fewer', search, child > 0 ? { adult, child: child - 1 } : { adult: adult - 1, child }),
    ...party('rooms.none_split', search, { adult: Math.ceil(adult / 2), child: Math.ceil(child / 2) }),
  ]
}

function moved(label: WordKey, search: Search, days: number): Omit<Near, 'found'>[] {
  const [check_in, check_out] = [daysLater(search.check_in, days), daysLater(search.check_out, days)]
  return check_in && check_out ? [{ label, search: { ...search, check_in, check_out } }] : []
}

function party(label: WordKey, search: Search, guests: { adult: number; child: number }): Omit<Near, 'found'>[] {
  const isSmaller = guests.adult > 0 && guests.adult + guests.child < search.adult + search.child
  return isSmaller ? [{ label, search: { ...search, ...guests } }] : []
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
