import { majorToMinor } from '#platform/money.ts'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import type { Unit } from '../limits.ts'
import { computeTotal, toMicros } from '../sums.ts'
import type { RevisionView } from './contract.ts'

export interface DraftLine {
  key: string
  item: string
  specification: string
  colour: string
  size: string
  quantity: InputValue
  unit: Unit
  price: InputValue
  breaks: { key: string; from: InputValue; price: InputValue }[]
  minimum: InputValue
  hs: string
}

export const createEmptyLine = (): DraftLine => ({
  key: crypto.randomUUID(),
  item: '',
  specification: '',
  colour: '',
  size: '',
  quantity: null,
  unit: 'piece',
  price: null,
  breaks: [],
  minimum: null,
  hs: '',
})

type Form = RevisionView['form']

/** A draft in the form. Number fields may contain other text, and each line has a key. */
export interface Draft extends Omit<Form, 'lines' | 'charges' | 'tolerance'> {
  version: number
  tolerance: InputValue
  lines: DraftLine[]
  charges: { key: string; name: string; amount: InputValue }[]
}

export const toDraft = ({ form, version }: RevisionView): Draft => ({
  ...form,
  version,
  lines: form.lines.map((line, index) => ({
    ...line,
    key: `kept ${index}`,
    breaks: line.breaks.map((priceBreak, breakIndex) => ({ ...priceBreak, key: `kept ${breakIndex}` })),
  })),
  charges: form.charges.map((charge, index) => ({ ...charge, key: `kept ${index}` })),
})

/** Converts a draft for saving. Text that is not a number is sent as it is, so that the API returns a field error. */
export const toRequest = ({ lines, charges, tolerance, version: _, ...draft }: Draft) => ({
  ...draft,
  tolerance: toNumberOrText(tolerance) as number | null,
  lines: lines.map(({ key: __, quantity, price, minimum, breaks, ...line }) => ({
    ...line,
    quantity: (toNumberOrText(quantity) ?? 0) as number,
    price: (toNumberOrText(price) ?? 0) as number,
    minimum: toNumberOrText(minimum) as number | null,
    breaks: breaks.map((priceBreak) => ({
      from: toNumberOrText(priceBreak.from) as number,
      price: toNumberOrText(priceBreak.price) as number,
    })),
  })),
  charges: charges.map(({ name, amount }) => ({ name, amount: toNumberOrText(amount) as number })),
})

const toNumberOrZero = (typedNumber: InputValue): number => {
  const value = toNumberOrText(typedNumber)
  return typeof value === 'number' && value >= 0 ? value : 0
}

/** Converts the typed values of a line for its amount and treats invalid numbers as zero. */
export const toCalculatedLine = ({ quantity, price, breaks }: DraftLine) => ({
  quantity: Math.round(toNumberOrZero(quantity)),
  price_micros: toMicros(toNumberOrZero(price)),
  breaks: breaks.map((priceBreak) => ({
    from: toNumberOrZero(priceBreak.from) || Infinity,
    price_micros: toMicros(toNumberOrZero(priceBreak.price)),
  })),
})

/** Computes the total of the typed values. */
export const computeDraftTotal = ({ lines, charges }: Draft): number =>
  computeTotal({
    lines: lines.map(toCalculatedLine),
    charges: charges.map(({ name, amount }) => ({ name, amount_minor: majorToMinor(toNumberOrZero(amount)) })),
  })
