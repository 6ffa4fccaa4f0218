/**
 * Returns the first characters of HTML or plain text as plain text, with tables row by row. Counts graphemes, so a
 * letter with its signs is one character. Graphemes depend on the ICU version of the machine. Call this while a page
 * loads, on one machine, and never while rendering.
 */
export function excerpt(htmlOrText: string, maxCharacters: number): string {
  const text = toPlainSentences(htmlOrText)
  if (text.length <= maxCharacters) return text
  let count = 0
  for (const { index } of new Intl.Segmenter('bn', { granularity: 'grapheme' }).segment(text))
    if (count++ === maxCharacters) return (textUntilLastWord.exec(text.slice(0, index))?.[0] ?? '') + '…'
  return text
}

/** Matches a text without trailing spaces and punctuation. */
const textUntilLastWord = /^.*[^\s.,:;!?।॥…·–—-]/s

function toPlainSentences(html: string): string {
  const parts: string[] = []
  let end = 0
  for (const { 0: table, index } of html.matchAll(tables)) {
    parts.push(plainText(html.slice(end, index)), convertTableToText(table))
    end = index + table.length
  }
  return [...parts, plainText(html.slice(end))].filter(Boolean).join(' ')
}

/** An unclosed table extends to the end of the text, so that the search stays linear. */
const tables = /<table\b[^]*?(<\/table>|$)/gi

/** Renders `18L: 11.5 mm · Shirt fronts; 20L: …` and omits the header row, which is meaningless alone. */
function convertTableToText(table: string): string {
  const rows = table.split(/(?=<tr\b)/i, MAX_CELLS).filter((row) => /<td\b/i.test(row))
  const rowTexts = rows.flatMap((row) => {
    const [first, ...others] = row
      .split(/(?=<t[dh]\b)/i, MAX_CELLS)
      .map(plainText)
      .filter(Boolean)
    return first ? [others.length > 0 ? `${first}: ${others.join(' · ')}` : first] : []
  })
  if (rowTexts.length === 0) return ''
  return rowTexts.join('; ') + (/[\u0980-\u09ff]/.test(table) ? '।' : '.')
}

/** A limit for rows of a table and for cells of a row. No excerpt is that long. */
const MAX_CELLS = 200

export const plainText = (html: string): string =>
  html
    .replace(/<(script|style)\b[^]*?(<\/\1\s*>|$)|<!--[^]*?(-->|$)/gi, ' ')
    .replace(/<\/?([a-z][a-z0-9]*)(?:\s(?:"[^"]*"|'[^']*'|[^'"<>])*)?\/?>/gi, (_, name: string) =>
      inlineTags.test(name) ? '' : ' ',
    )
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (entity, decimal: string, hex: string, name: string) =>
      name
        ? (namedEntities[name.toLowerCase()] ?? entity)
        : decodeCharacter(decimal ? Number(decimal) : parseInt(hex, 16)),
    )
    .replace(/\s+/g, ' ')
    .trim()

const inlineTags = /^(?:a|abbr|b|bdi|bdo|cite|code|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|u|wbr)$/i

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
