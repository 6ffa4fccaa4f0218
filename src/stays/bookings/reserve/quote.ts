import { getPricePerNight } from '../../availability/price.ts'
import type { AvailabilityApi, NearStays } from '../../availability/contract.ts'
import { getFieldErrors, type FieldErrors } from '#platform/errors.ts'
import { bdtToPoisha } from '#platform/money.ts'
import type { TermsView } from '../../policies/contract.ts'
import type { StayCost } from '../../rooms/room-price.tsx'
import { toSearchQuery, type Search } from '../search/last-search.ts'

/** The stay in the booking form. */
export interface RequestedStay extends Search {
  /** The slug of the chosen package. */
  package?: string | undefined
}

/** The price of a stay in one room, or the reason why it is not available or not known. */
export type Quote =
  | FreeQuote
  | TakenQuote
  | RejectedQuote
  | { kind: 'unknown'; isLoading?: boolean; retry?: () => void; near?: undefined }

interface TakenQuote {
  kind: 'taken'
  search: RequestedStay
  near: NearStays
}

interface RejectedQuote {
  kind: 'refused'
  /** The field and the message of the first error. */
  field: string
  message: string
  /** All errors, and the search they belong to. */
  fieldErrors: FieldErrors
  search: RequestedStay
  /** Its title is empty if the room is not the cause. Null if it could not be loaded. */
  near: NearStays | null
}

export interface FreeQuote {
  kind: 'free'
  nights: { night: string; price: number }[]
  total: number
  vat: number
  cancelling: TermsView
  near?: undefined
}

/** Loads the quote for a search. Null while the dates are incomplete. */
export async function loadQuote(api: AvailabilityApi, slug: string, search: RequestedStay): Promise<Quote | null> {
  if (!search.checkIn || !search.checkOut) return null
  const input = { slug, package: search.package, ...toSearchQuery(search) }
  try {
    const { near, ...price } = await api.getStayPrice(input)
    return near ? { kind: 'taken', search, near } : { kind: 'free', ...price }
  } catch (error) {
    const fieldErrors = getFieldErrors(error) ?? {}
    const [field, [message] = []] = Object.entries(fieldErrors)[0] ?? []
    if (field && message)
      return {
        kind: 'refused',
        field,
        message,
        fieldErrors,
        search,
        near: await api.getNearStays(input).catch(() => null),
      }
    console.error('Error fetching data', error)
    return { kind: 'unknown' }
  }
}

/** Returns the cost of a stay, or null if there is no price or the room is not available. */
export const getStayCost = (quote: Quote | null): StayCost | null =>
  quote?.kind === 'free'
    ? {
        nights: quote.nights.length,
        total: quote.total,
        per_night: getPricePerNight(bdtToPoisha(quote.total), quote.nights.length),
        varies: quote.nights.some(({ price }) => price !== quote.nights[0]!.price),
      }
    : null
