/** An extra of the catalogue that a stay package includes. */
export interface StayExtra {
  id: number
  quantity: number
}

/** Reads the stored extras of a post. */
export const parseStayExtras = (json: string | null): StayExtra[] =>
  json === null ? [] : (JSON.parse(json) as StayExtra[])

/** Converts extras to JSON. The same extras always give the same text, so that versions of a post can be compared. */
export const serializeStayExtras = (extras: readonly StayExtra[]): string | null =>
  extras.length === 0
    ? null
    : JSON.stringify(extras.toSorted((a, b) => a.id - b.id).map(({ id, quantity }) => ({ id, quantity })))
