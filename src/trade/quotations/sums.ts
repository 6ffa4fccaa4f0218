import type { Currency, Unit } from './limits.ts'

/*
 * What a quotation comes to, in whole numbers: prices in millionths of the currency, sums in its hundredths. The same on
 * the server, in the browser and on paper.
 */

export interface Line {
  item: string
  specification: string
  colour: string
  size: string
  quantity: number
  unit: Unit
  /** For one unit, in millionths. */
  price_micros: number
  /** From a quantity on it costs less, or more. */
  breaks: { from: number; price_micros: number }[]
  /** Fewer are not made. */
  minimum: number | null
  hs: string
}

export interface Charge {
  name: string
  amount_minor: number
}

export interface Offered {
  currency: Currency
  lines: readonly Line[]
  charges: readonly Charge[]
}

const MICROS_OF_MINOR = 10_000n

/** The price of a unit for so many: of the highest quantity from which one holds. */
export function priceFor({
  quantity,
  price_micros,
  breaks,
}: Pick<Line, 'quantity' | 'price_micros' | 'breaks'>): number {
  const held = breaks.filter(({ from }) => from <= quantity).toSorted((one, other) => other.from - one.from)
  return held[0]?.price_micros ?? price_micros
}

/** Rounded once, half of a hundredth up. */
export function totalOfLine(line: Pick<Line, 'quantity' | 'price_micros' | 'breaks'>): number {
  const micros = BigInt(line.quantity) * BigInt(priceFor(line))
  return Number((micros + MICROS_OF_MINOR / 2n) / MICROS_OF_MINOR)
}

/** The sum of what its lines say, so that whoever adds them up comes to the same. */
export const totalOf = ({ lines, charges }: Pick<Offered, 'lines' | 'charges'>): number =>
  lines.reduce((sum, line) => sum + totalOfLine(line), 0) +
  charges.reduce((sum, { amount_minor }) => sum + amount_minor, 0)

const MICROS = 1_000_000

export const microsOf = (price: number): number => Math.round(price * MICROS)
export const priceOf = (micros: number): number => micros / MICROS
