const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const MAX_INPUT_LENGTH = 5_000

/**
 * Truncates a text to a number of code points, between graphemes. Joins its lines. Returns the fallback if the result
 * is empty.
 */
export function truncateText(maxLength: number, text: string, fallback = ''): string {
  const normalizedText = text
    .slice(0, MAX_INPUT_LENGTH)
    .toWellFormed()
    .replace(/[\p{Cc}\s\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
  if (normalizedText.length <= maxLength) return normalizedText || fallback
  let result = ''
  let length = 0
  for (const { segment } of graphemes.segment(normalizedText)) {
    length += [...segment].length
    if (length > maxLength) break
    result += segment
  }
  return result.trim() || fallback
}

/** Cleans a text of the gateway for display: removes URLs and numbers that are long enough for a card. */
export const toSafeText = (maxLength: number, text: unknown): string =>
  typeof text === 'string'
    ? truncateText(
        maxLength,
        text
          .slice(0, MAX_INPUT_LENGTH)
          .replace(/https?:\S*/gi, '…')
          .replace(/\d(?:[ -]?\d){11,}/g, '…'),
      )
    : ''
