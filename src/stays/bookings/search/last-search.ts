import { isDay, isoDay, parseDay } from '#platform/day.ts'
import { saveToStorage, getStorage } from '#platform/storage.ts'
import { searchDayFields } from '#routes/public.ts'

/** The dates and guests of a visitor's search. */
export interface Search {
  checkIn: string
  checkOut: string
  adult: number
  child: number
}

/** The names of the search fields in the query string. */
export const searchParamNames = { ...searchDayFields, adult: 'adult', child: 'child' } as const

/** Converts a search to the names of the query string and the API. */
export const toSearchQuery = ({ checkIn, checkOut, adult, child }: Search) => ({
  [searchDayFields.checkIn]: checkIn,
  [searchDayFields.checkOut]: checkOut,
  adult,
  child,
})
export const parseSearchQuery = (search: ReturnType<typeof toSearchQuery>): Search => ({
  checkIn: search[searchDayFields.checkIn],
  checkOut: search[searchDayFields.checkOut],
  adult: search.adult,
  child: search.child,
})

export const nightsParamName = 'nights'

/** The number of nights of a package in the query string. 0 if there is none, or if a check-in date is given. */
export const countRequestedNights = (query: URLSearchParams): number =>
  query.get(searchDayFields.checkIn) ? 0 : parseCount(query.get(nightsParamName), 0)

/** Parses the search in the query string. Dates stay as typed, and the server validates them. */
export function parseSearch(query: URLSearchParams): Search | null {
  if (!query.has(searchDayFields.checkIn) && !query.has(searchDayFields.checkOut)) return null
  const checkIn = query.get(searchDayFields.checkIn) ?? ''
  return {
    checkIn,
    checkOut:
      query.get(searchDayFields.checkOut) || (addDays(checkIn, parseCount(query.get(nightsParamName), NaN)) ?? ''),
    adult: parseCount(query.get('adult'), 1),
    child: parseCount(query.get('child'), 0),
  }
}

/** Reads the last search in this browser, without dates in the past. */
export function readLastSearch(today: string): Partial<Search> {
  const storage = getStorage('localStorage')
  const [checkIn, checkOut] = [storage?.getItem('checkIn'), storage?.getItem('checkOut')]
  return {
    ...(checkIn && checkOut && checkIn >= today && { checkIn, checkOut }),
    adult: parseCount(storage?.getItem('adult') ?? null, 1),
    child: parseCount(storage?.getItem('child') ?? null, 0),
  }
}

export function saveSearch({ checkIn, checkOut, adult, child }: Search): void {
  const search = { checkIn, checkOut, adult, child }
  for (const [name, value] of Object.entries(search)) saveToStorage('localStorage', name, String(value))
}

/** Adds days to a date. Returns undefined if the date is invalid or the result is out of range. */
export function addDays(iso: string, days: number): string | undefined {
  const laterDay = (parseDay(iso) ?? NaN) + days
  return isDay(laterDay) ? isoDay(laterDay) : undefined
}

function parseCount(text: string | null, fallback: number): number {
  return text && /^-?\d{1,4}$/.test(text) ? Number(text) : fallback
}
