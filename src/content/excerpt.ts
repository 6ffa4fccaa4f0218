/**
 * Returns the first characters of HTML or plain text as plain text. Counts graphemes, so a letter with its signs is one
 * character. Graphemes depend on the ICU version of the machine. Call this while a page loads, on one machine, and
 * never while rendering.
 */
export function createExcerpt(htmlOrText: string, maxCharacters: number): string {
  const text = toPlainText(htmlOrText)
  const end = findEnd(text, maxCharacters)
  return end === text.length ? text : trimEnd(text.slice(0, end)) + '…'
}

/**
 * Returns the first words of an article, up to the given number of characters. Headings, tables and figures are left
 * out, because they would run into the sentences. A single word that is longer is cut.
 */
export function excerptSentences(html: string, maxCharacters: number): string {
  const text = toPlainText(html.replace(headingsAndFiguresPattern, ' '))
  const end = findEnd(text, maxCharacters)
  if (end === text.length) return text
  const leadingText = text.slice(0, end)
  return trimEnd(text[end] === ' ' ? leadingText : leadingText.replace(lastPartialWordPattern, '')) + '…'
}

/** An unclosed element extends to the end of the text, so that the search stays linear. */
const headingsAndFiguresPattern = /<(h[1-6]|table|figure)\b[^]*?(<\/\1>|$)/gi

const lastPartialWordPattern = / [^ ]*$/

/** Returns the index after this number of characters, or the length of a shorter text. */
function findEnd(text: string, maxCharacters: number): number {
  if (text.length <= maxCharacters) return text.length
  let graphemeCount = 0
  for (const { index } of new Intl.Segmenter('bn', { granularity: 'grapheme' }).segment(text))
    if (graphemeCount++ === maxCharacters) return index
  return text.length
}

const trimEnd = (text: string) => textUntilLastWordPattern.exec(text)?.[0] ?? ''

/** Matches a text without trailing spaces and punctuation. */
const textUntilLastWordPattern = /^.*[^\s.,:;!?।॥…·–—-]/s

export const toPlainText = (html: string): string =>
  html
    .replace(/<(script|style)\b[^]*?(<\/\1\s*>|$)|<!--[^]*?(-->|$)/gi, ' ')
    .replace(/<\/?([a-z][a-z0-9]*)(?:\s(?:"[^"]*"|'[^']*'|[^'"<>])*)?\/?>/gi, (_, name: string) =>
      inlineTagPattern.test(name) ? '' : ' ',
    )
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (entity, decimal: string, hex: string, name: string) =>
      name
        ? (namedEntities[name.toLowerCase()] ?? entity)
        : decodeCharacter(decimal ? Number(decimal) : parseInt(hex, 16)),
    )
    .replace(/\s+/g, ' ')
    .trim()

const inlineTagPattern = /^(?:a|abbr|b|bdi|bdo|cite|code|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|u|wbr)$/i

const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

const decodeCharacter = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')
