import { refusedFields, type FieldErrors } from '../../platform/errors.ts'
import type { BookingsApi } from '../contract.ts'
import { onWire, type Search } from '../search/last-search.ts'

/** What a stay in one room would cost, or why it cannot be had. */
export type Quote = FreeQuote | { kind: 'taken' } | Refused

interface Refused {
  kind: 'refused'
  /** What is wrong first. */
  field: string
  sentence: string
  /** All that is wrong, and with which stay. */
  faults: FieldErrors
  search: Search
}

export interface FreeQuote {
  kind: 'free'
  nights: { night: string; price: number }[]
  total: number
  vat: number
}

/** Null while there is nothing to ask, and where there is no answer. */
export async function quoteFor(api: BookingsApi, slug: string, search: Search): Promise<Quote | null> {
  if (!search.checkIn || !search.checkOut) return null
  try {
    const { free, ...price } = await api.getStayPrice({ slug, ...onWire(search) })
    return free ? { kind: 'free', ...price } : { kind: 'taken' }
  } catch (error) {
    const faults = refusedFields(error) ?? {}
    const [field, [sentence] = []] = Object.entries(faults)[0] ?? []
    if (field && sentence) return { kind: 'refused', field, sentence, faults, search }
    console.error('Error fetching data', error)
    return null
  }
}
