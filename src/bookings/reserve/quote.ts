import { refusedFields } from '../../platform/errors.ts'
import type { AvailabilityApi } from '../../availability/contract.ts'
import { onWire, type Search } from '../search/last-search.ts'

/** What a stay in one room would cost, or why it cannot be had. */
export type Quote = FreeQuote | { kind: 'taken' } | { kind: 'refused'; field: string; sentence: string }

export interface FreeQuote {
  kind: 'free'
  nights: { night: string; price: number }[]
  total: number
  vat: number
}

/** Null while there is nothing to ask, and where there is no answer. */
export async function quoteFor(api: AvailabilityApi, slug: string, search: Search): Promise<Quote | null> {
  if (!search.checkIn || !search.checkOut) return null
  try {
    const { free, ...price } = await api.getStayPrice({ slug, ...onWire(search) })
    return free ? { kind: 'free', ...price } : { kind: 'taken' }
  } catch (error) {
    const [field, [sentence] = []] = Object.entries(refusedFields(error) ?? {})[0] ?? []
    if (field && sentence) return { kind: 'refused', field, sentence }
    console.error('Error fetching data', error)
    return null
  }
}
