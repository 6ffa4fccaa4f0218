/** The byte order mark, which makes spreadsheet programs read the file as UTF-8. */
export const CSV_BOM = '\ufeff'

/**
 * Formats one line of a CSV file. Text that starts like a formula is escaped, so that spreadsheet programs do not run
 * it.
 */
export const formatCsvLine = (cells: readonly (string | number | null)[]): string =>
  cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoteCell(cell ?? ''))).join(',') + '\r\n'

function quoteCell(text: string): string {
  const safeText = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText
}

/** Splits a line written by a program. Cells do not span lines; an unclosed quote ends with its line. */
export function parseCsvLine(line: string): string[] {
  const cells: string[] = []
  for (let position = 0; position <= line.length;) {
    let cell = ''
    if (line[position] === '"') {
      for (position++; position < line.length; position++) {
        if (line[position] === '"' && line[++position] !== '"') break
        cell += line[position]
      }
    }
    const commaIndex = line.indexOf(',', position)
    const cellEnd = commaIndex < 0 ? line.length : commaIndex
    cells.push(cell + line.slice(position, cellEnd))
    position = cellEnd + 1
  }
  return cells
}
