import { toPlainText } from '#content/excerpt.ts'

/** Wider rows have lines of one word on phones. */
const MAX_CHARACTERS = 60

/**
 * Prepares wide tables for narrow screens, where their rows are stacked: each cell names its column. The
 * roles keep the table for screen readers, because browsers drop it with its layout.
 */
export function stackTables(html: string): string {
  const [opening = '', ...parts] = html.split('<table>')
  return [opening, ...parts.map(stackTable)].join('')
}

function stackTable(part: string): string {
  const end = part.indexOf('</table>')
  const table = part.slice(0, end)
  const [head = '', body] = table.split('</thead>')
  const rows = body?.split('<tr>') ?? []
  const isWide = measureWidth([head, ...rows]) > MAX_CHARACTERS
  if (end < 0 || !isWide || table.includes('span="')) return `<table>${part}`
  const labels = listCells(head).map(toAttribute)
  return [
    '<table role="table" class="stacked">',
    markCells(head, 'columnheader', labels)
      .replace('<thead>', '<thead role="rowgroup">')
      .replaceAll('<tr>', '<tr role="row">'),
    '</thead>',
    rows
      .map((row) => markCells(row, 'rowheader', labels))
      .join('<tr role="row">')
      .replace('<tbody>', '<tbody role="rowgroup">'),
    part.slice(end),
  ].join('')
}

/** Returns the characters of the longest text in each column, added up. */
function measureWidth(rows: readonly string[]): number {
  const widths: number[] = []
  for (const row of rows)
    for (const [column, cell] of listCells(row).entries())
      widths[column] = Math.max(widths[column] ?? 0, toPlainText(cell).length)
  return widths.reduce((sum, width) => sum + width, 0)
}

const listCells = (row: string): string[] =>
  row
    .split(/<t[dh](?=[ >])/)
    .slice(1)
    .map((cell) => `<td${cell}`)

const toAttribute = (html: string): string => toPlainText(html).replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Adds the roles of the cells of a row, and the name of the column to those that are no headers. */
function markCells(row: string, headerRole: string, labels: readonly string[]): string {
  let column = 0
  return row.replace(/<(t[dh])(?=[ >])/g, (tag, name) => {
    const label = labels[column++] ?? ''
    return name === 'th' ? `${tag} role="${headerRole}"` : `${tag} role="cell" data-label="${label}"`
  })
}
