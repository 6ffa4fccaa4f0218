/** A mark by which the programs that open such files for people know their letters. */
export const CSV_BEGINS = '\ufeff'

/** A line of a table, for programs and for those that people open it with. What begins like a formula is no formula there. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(cell ?? ''))).join(',') + '\r\n'

function quoted(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The cells of a line that a program has written. None goes on in the next line; a mark that nobody closes ends with its line. */
export function cellsOf(line: string): string[] {
  const cells: string[] = []
  for (let at = 0; at <= line.length;) {
    let cell = ''
    if (line[at] === '"') {
      for (at++; at < line.length; at++) {
        if (line[at] === '"' && line[++at] !== '"') break
        cell += line[at]
      }
    }
    const end = line.indexOf(',', at)
    const next = end < 0 ? line.length : end
    cells.push(cell + line.slice(at, next))
    at = next + 1
  }
  return cells
}
