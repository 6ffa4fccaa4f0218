import type { Drawing } from './drawing.ts'
import { chains, drawButton, drawChain } from './fasteners.tsx'
import { drawBag, drawHanger, drawLabel, drawTag } from './pieces.tsx'
import { drawBands, drawFlute, drawThread, flutes } from './strips.tsx'

/** Draws a size by its English name, such as "#5", "24L" or "10–50 mm". Null if the name gives no measurement. */
export function drawSize(slug: string, size: string): Drawing | null {
  const find = (pattern: RegExp) => pattern.exec(size)?.slice(1).map(Number) as [number, number] | undefined
  const chain = chains[size]
  if (chain) return drawChain(chain)
  const ligne = find(/^(\d+)L$/)
  if (ligne) return drawButton(ligne[0] * LIGNE_MM)
  const tex = find(/^Tex (\d+)$/)
  if (tex) return drawThread(tex[0])
  const count = find(/^(\d+)\/(\d)$/)
  if (count) return drawThread((590.5 / count[0]) * count[1])
  const flute = flutes[size]
  if (flute) return drawFlute(flute)
  const area = find(/(\d{1,4}) × (\d{1,4}) mm/)
  if (area) return slug === 'poly-bag' ? drawBag(...area) : drawTag(...area)
  const centimetres = find(/(\d{1,4})–(\d{1,4}) cm/)
  if (centimetres) return drawHanger(centimetres[1] * 10)
  const range = find(/(\d{1,4})–(\d{1,4}) mm/)
  if (range) return drawBands(slug, listWidths(...range), true)
  const width = find(/(\d{1,4}) mm/)
  if (width) return slug === 'label' ? drawLabel(width[0]) : drawBands(slug, [width[0]], false)
  return null
}

/** One ligne in millimetres: forty make one inch. */
const LIGNE_MM = 0.635

/** The smallest width of a range, and a larger one that still fits on a phone. */
function listWidths(from: number, to: number): number[] {
  const largerWidth = [40, 30, 25, 20, 15, 12].find((width) => width > from && width <= to)
  return largerWidth ? [from, largerWidth] : [from]
}
