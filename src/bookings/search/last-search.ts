import { isDay, isoDay, parseDay } from '../../platform/day.ts'
import { keep, storage } from '../../platform/storage.ts'

/** What a visitor looks for, named as in the address bar. */
export interface Search {
  check_in: string
  check_out: string
  adult: number
  child: number
}

export const searchNames = ['check_in', 'check_out', 'adult', 'child'] as const

/** The search that the address asks for. Dates stand as they were typed: the server says what is wrong with them. */
export function searchIn(query: URLSearchParams): Search | null {
  if (!query.has('check_in') && !query.has('check_out')) return null
  return {
    check_in: query.get('check_in') ?? '',
    check_out: query.get('check_out') ?? '',
    adult: wholeNumber(query.get('adult'), 1),
    child: wholeNumber(query.get('child'), 0),
  }
}

/** The last search of this browser. Days that have passed are not worth repeating. */
export function lastSearch(today: string): Partial<Search> {
  const kept = storage('localStorage')
  const [checkIn, checkOut] = [kept?.getItem('checkIn'), kept?.getItem('checkOut')]
  return {
    ...(checkIn && checkOut && checkIn >= today && { check_in: checkIn, check_out: checkOut }),
    adult: wholeNumber(kept?.getItem('adult') ?? null, 1),
    child: wholeNumber(kept?.getItem('child') ?? null, 0),
  }
}

export function keepSearch({ check_in, check_out, adult, child }: Search): void {
  const kept = { checkIn: check_in, checkOut: check_out, adult, child }
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
