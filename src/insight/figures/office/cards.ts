import type { SheetName } from '../sheet-names.ts'

/** The cards of the figures page, each with the sheets of its details. The visits have a page of their own. */
export const cardSheets = {
  occupancy: ['rooms'],
  revenue: ['sources', 'countries'],
  bookings: ['lengths', 'leads'],
  ended: ['ended'],
  sales: ['enquiries', 'messages', 'offers'],
} as const satisfies Record<string, readonly SheetName[]>

export type CardName = keyof typeof cardSheets
export const cardNames = Object.keys(cardSheets) as CardName[]

/** Reads the open card from the URL. */
export function readCard(query: URLSearchParams): CardName | 'all' {
  const name = query.get('card')
  return name === 'all' ? name : (cardNames.find((card) => card === name) ?? 'occupancy')
}
