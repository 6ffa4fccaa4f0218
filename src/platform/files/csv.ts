/** A mark by which the programs that open such files for people know their letters. */
export const CSV_BEGINS = '\ufeff'

/** A line of a table, for programs and for those that people open it with. What begins like a formula is no formula there. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(cell ?? ''))).join(',') + '\r\n'

function quoted(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
