import type { Unit } from './limits.ts'

/*
 * The sums of a quotation in integers: prices in millionths and sums in hundredths of the currency. The server, the
 * browser and the PDF use the same functions.
 */

export interface Line {
  item: string
  specification: string
  colour: string
  size: string
  quantity: number
  unit: Unit
  /** For one unit, in millionths of the currency. */
  price_micros: number
  /** Other unit prices, each with its minimum quantity. They may be lower or higher. */
  breaks: { from: number; price_micros: number }[]
  minimum: number | null
  hs: string
}

export interface Charge {
  name: string
  amount_minor: number
}

const MICROS_PER_MINOR = 10_000n

/** Returns the unit price for a quantity: the price of the highest matching break, or else the base price. */
export function getUnitPriceFor({
  quantity,
  price_micros,
  breaks,
}: Pick<Line, 'quantity' | 'price_micros' | 'breaks'>): number {
  const matchingBreaks = breaks.filter(({ from }) => from <= quantity).toSorted((left, right) => right.from - left.from)
  return matchingBreaks[0]?.price_micros ?? price_micros
}

/** Returns the total of a line, rounded once, half a hundredth up. */
export function computeLineTotal(line: Pick<Line, 'quantity' | 'price_micros' | 'breaks'>): number {
  const micros = BigInt(line.quantity) * BigInt(getUnitPriceFor(line))
  return Number((micros + MICROS_PER_MINOR / 2n) / MICROS_PER_MINOR)
}

/** Adds the rounded lines and the charges, so that adding up the printed amounts gives the same total. */
export const computeTotal = ({
  lines,
  charges,
}: {
  lines: readonly Pick<Line, 'quantity' | 'price_micros' | 'breaks'>[]
  charges: readonly Charge[]
}): number =>
  lines.reduce((sum, line) => sum + computeLineTotal(line), 0) +
  charges.reduce((sum, { amount_minor }) => sum + amount_minor, 0)

const MICROS_PER_UNIT = 1_000_000

export const toMicros = (price: number): number => Math.round(price * MICROS_PER_UNIT)
export const fromMicros = (micros: number): number => micros / MICROS_PER_UNIT
