import type { Drawing } from './drawing.ts'
import { drawBag, drawButton, drawHanger, drawLabel, drawTag } from './pieces.tsx'
import { drawBands, drawFlute, drawThread, flutes } from './strips.tsx'
import { chains, drawZipper } from './zipper.tsx'

/** Draws a size by its English name, such as "#5", "24L" or "10–50 mm". Null if the name gives no measurement. */
export function drawSize(slug: string, size: string): Drawing | null {
  const matchNumbers = (pattern: RegExp) => pattern.exec(size)?.slice(1).map(Number) as [number, number] | undefined
  const chain = chains[size]
  if (chain) return drawZipper(chain)
  const ligneMatch = matchNumbers(/^(\d+)L$/)
  if (ligneMatch) return drawButton(ligneMatch[0] * LIGNE_MM)
  const texMatch = matchNumbers(/^Tex (\d+)$/)
  if (texMatch) return drawThread(texMatch[0])
  const yarnCountMatch = matchNumbers(/^(\d+)\/(\d)$/)
  if (yarnCountMatch) return drawThread((590.5 / yarnCountMatch[0]) * yarnCountMatch[1])
  const flute = flutes[size]
  if (flute) return drawFlute(flute)
  const dimensions = matchNumbers(/(\d{1,4}) × (\d{1,4}) mm/)
  if (dimensions) return slug === 'poly-bag' ? drawBag(...dimensions) : drawTag(...dimensions)
  const centimetres = matchNumbers(/(\d{1,4})–(\d{1,4}) cm/)
  if (centimetres) return drawHanger(centimetres[1] * 10)
  const range = matchNumbers(/(\d{1,4})–(\d{1,4}) mm/)
  if (range) return drawBands(slug, listWidths(...range), true)
  const widthMatch = matchNumbers(/(\d{1,4}) mm/)
  if (widthMatch) return slug === 'label' ? drawLabel(widthMatch[0]) : drawBands(slug, [widthMatch[0]], false)
  return null
}

/** One ligne in millimetres: forty make one inch. */
const LIGNE_MM = 0.635

/** The smallest width of a range, and a larger one that still fits on a phone. */
function listWidths(from: number, to: number): number[] {
  const largerWidth = [40, 30, 25, 20, 15, 12].find((width) => width > from && width <= to)
  return largerWidth ? [from, largerWidth] : [from]
}
