const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const MAX_READ = 5_000

/** So many code points of a text, in one line, and no letter of any script cut in two; something else where nothing is left. */
export function within(most: number, text: string, otherwise = ''): string {
  const line = text
    .slice(0, MAX_READ)
    .toWellFormed()
    .replace(/[\p{Cc}\s\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
  if (line.length <= most) return line || otherwise
  let kept = ''
  let length = 0
  for (const { segment } of letters.segment(line)) {
    length += [...segment].length
    if (length > most) break
    kept += segment
  }
  return kept.trim() || otherwise
}

/** What the gateway says in its own words, for people: without any address, or number as long as a card's. */
export const told = (most: number, text: unknown): string =>
  typeof text === 'string'
    ? within(
        most,
        text
          .slice(0, MAX_READ)
          .replace(/https?:\S*/gi, '…')
          .replace(/\d(?:[ -]?\d){11,}/g, '…'),
      )
    : ''
