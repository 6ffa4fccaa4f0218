import { saveBasket, readBasket, type Line } from './basket.ts'
import { MAX_LINES } from './max-lines.ts'

/**
 * Adds a product with its chosen options and quantity to the stored basket, which another tab may have changed. A product that is
 * already in the basket stays unchanged. Returns false if the basket is full.
 */
export function addLine(line: Omit<Line, 'quantity' | 'notes'> & Partial<Line>): boolean {
  const lines = readBasket()
  if (lines.some(({ slug }) => slug === line.slug)) return true
  if (lines.length >= MAX_LINES) return false
  saveBasket([...lines, { quantity: '', notes: '', ...line }])
  return true
}

export function changeLine(slug: string, changes: Partial<Omit<Line, 'slug' | 'name'>>): void {
  saveBasket(readBasket().map((line) => (line.slug === slug ? { ...line, ...changes } : line)))
}

export function removeLine(slug: string): void {
  saveBasket(readBasket().filter((line) => line.slug !== slug))
}

export function restoreLine(line: Line, index: number): void {
  saveBasket(
    readBasket()
      .filter(({ slug }) => slug !== line.slug)
      .toSpliced(index, 0, line),
  )
}
