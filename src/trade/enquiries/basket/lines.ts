import { saveBasket, readBasket, type Line } from './basket.ts'
import { MAX_LINES } from './max-lines.ts'

/**
 * Adds a product, based on the stored basket, which another tab may have changed. Returns false if the basket is full.
 */
export function addLine({ slug, name }: { slug: string; name: string }): boolean {
  const lines = readBasket()
  if (lines.some((line) => line.slug === slug)) return true
  if (lines.length >= MAX_LINES) return false
  saveBasket([...lines, { slug, name, quantity: '', notes: '' }])
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
