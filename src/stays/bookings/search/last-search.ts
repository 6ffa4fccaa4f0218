import { isDay, isoDay, parseDay } from '#platform/day.ts'
import { keep, storage } from '#platform/storage.ts'
import { inSearch } from '#routes/public.ts'

/** What a visitor looks for. */
export interface Search {
  checkIn: string
  checkOut: string
  adult: number
  child: number
}

/** What that is called in the address bar. */
export const searchNames = { ...inSearch, adult: 'adult', child: 'child' } as const

/** As the address bar and the API have it. */
export const onWire = ({ checkIn, checkOut, adult, child }: Search) => ({
  [inSearch.checkIn]: checkIn,
  [inSearch.checkOut]: checkOut,
  adult,
  child,
})
export const fromWire = (search: ReturnType<typeof onWire>): Search => ({
  checkIn: search[inSearch.checkIn],
  checkOut: search[inSearch.checkOut],
  adult: search.adult,
  child: search.child,
})

export const lengthName = 'nights'

/** A package asks for so many nights, and its guest for the day they begin; 0 where none are asked for, or dates are. */
export const lengthAsked = (query: URLSearchParams): number =>
  query.get(inSearch.checkIn) ? 0 : wholeNumber(query.get(lengthName), 0)

/** The search that the address asks for. Dates stand as they were typed: the server says what is wrong with them. */
export function searchIn(query: URLSearchParams): Search | null {
  if (!query.has(inSearch.checkIn) && !query.has(inSearch.checkOut)) return null
  const checkIn = query.get(inSearch.checkIn) ?? ''
  return {
    checkIn,
    checkOut: query.get(inSearch.checkOut) || (daysLater(checkIn, wholeNumber(query.get(lengthName), NaN)) ?? ''),
    adult: wholeNumber(query.get('adult'), 1),
    child: wholeNumber(query.get('child'), 0),
  }
}

/** The last search of this browser. Days that have passed are not worth repeating. */
export function lastSearch(today: string): Partial<Search> {
  const kept = storage('localStorage')
  const [checkIn, checkOut] = [kept?.getItem('checkIn'), kept?.getItem('checkOut')]
  return {
    ...(checkIn && checkOut && checkIn >= today && { checkIn, checkOut }),
    adult: wholeNumber(kept?.getItem('adult') ?? null, 1),
    child: wholeNumber(kept?.getItem('child') ?? null, 0),
  }
}

export function keepSearch({ checkIn, checkOut, adult, child }: Search): void {
  const kept = { checkIn, checkOut, adult, child }
  for (const [name, value] of Object.entries(kept)) keep('localStorage', name, String(value))
}

/** Undefined if that is no day, or comes after the last one that can be written. */
export function daysLater(iso: string, days: number): string | undefined {
  const later = (parseDay(iso) ?? NaN) + days
  return isDay(later) ? isoDay(later) : undefined
}

function wholeNumber(text: string | null, otherwise: number): number {
  return text && /^-?\d{1,4}$/.test(text) ? Number(text) : otherwise
}
