const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const MAX_READ = 5_000

/**
 * Truncates text to a number of code points, on one line and between graphemes. Returns the fallback if the result is
 * empty.
 */
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

/** Cleans a text of the gateway for display: removes URLs and numbers that are long enough for a card. */
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
