/**
 * The first characters of a text, as a reader counts them: a letter with its signs is one. Takes HTML or plain text and
 * gives plain text, tables said row by row. Where a character ends is for the ICU of the machine to say, so this is asked
 * while a page loads, on one machine, and never while it is drawn.
 */
export function excerpt(htmlOrText: string, maxCharacters: number): string {
  const text = inSentences(htmlOrText)
  if (text.length <= maxCharacters) return text
  let count = 0
  for (const { index } of new Intl.Segmenter('bn', { granularity: 'grapheme' }).segment(text))
    if (count++ === maxCharacters) return (endsInWord.exec(text.slice(0, index))?.[0] ?? '') + '…'
  return text
}

/** Without the spaces and signs at its end. */
const endsInWord = /^.*[^\s.,:;!?।॥…·–—-]/s

function inSentences(html: string): string {
  const parts: string[] = []
  let end = 0
  for (const { 0: table, index } of html.matchAll(tables)) {
    parts.push(plainText(html.slice(end, index)), tableInWords(table))
    end = index + table.length
  }
  return [...parts, plainText(html.slice(end))].filter(Boolean).join(' ')
}

/** What is begun and never ended goes up to the end: so nothing is looked for twice. */
const tables = /<table\b[^]*?(<\/table>|$)/gi

/** `18L: 11.5 mm · Shirt fronts; 20L: …`, without the row that names the columns: it says nothing by itself. */
function tableInWords(table: string): string {
  const rows = table.split(/(?=<tr\b)/i, FAR).filter((row) => /<td\b/i.test(row))
  const said = rows.flatMap((row) => {
    const [first, ...others] = row
      .split(/(?=<t[dh]\b)/i, FAR)
      .map(plainText)
      .filter(Boolean)
    return first ? [others.length > 0 ? `${first}: ${others.join(' · ')}` : first] : []
  })
  if (said.length === 0) return ''
  return said.join('; ') + (/[\u0980-\u09ff]/.test(table) ? '।' : '.')
}

/** Rows of a table and cells of a row beyond this are further than any excerpt goes. */
const FAR = 200

export const plainText = (html: string): string =>
  html
    .replace(/<(script|style)\b[^]*?(<\/\1\s*>|$)|<!--[^]*?(-->|$)/gi, ' ')
    .replace(/<\/?([a-z][a-z0-9]*)(?:\s(?:"[^"]*"|'[^']*'|[^'"<>])*)?\/?>/gi, (_, name: string) =>
      insideWords.test(name) ? '' : ' ',
    )
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal: string, hex: string, name: string) =>
      name ? (named[name.toLowerCase()] ?? whole) : character(decimal ? Number(decimal) : parseInt(hex, 16)),
    )
    .replace(/\s+/g, ' ')
    .trim()

const insideWords = /^(?:a|abbr|b|bdi|bdo|cite|code|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|u|wbr)$/i

const named: Record<string, string> = {
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

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')
