import { asNumber, type Typed } from '#ui/office/typed-number.ts'
import type { Unit } from '../limits.ts'
import { microsOf } from '../sums.ts'
import type { RevisionTold } from './contract.ts'

export interface LineTyped {
  key: string
  item: string
  specification: string
  colour: string
  size: string
  quantity: Typed
  unit: Unit
  price: Typed
  breaks: { key: string; from: Typed; price: Typed }[]
  minimum: Typed
  hs: string
}

export const emptyLine = (): LineTyped => ({
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

type Form = RevisionTold['form']

/** A draft in the form. Number fields may contain other text, and each line has a key. */
export interface Draft extends Omit<Form, 'lines' | 'charges' | 'tolerance'> {
  version: number
  tolerance: Typed
  lines: LineTyped[]
  charges: { key: string; name: string; amount: Typed }[]
}

export const draftOf = ({ form, version }: RevisionTold): Draft => ({
  ...form,
  version,
  lines: form.lines.map((line, at) => ({
    ...line,
    key: `kept ${at}`,
    breaks: line.breaks.map((each, place) => ({ ...each, key: `kept ${place}` })),
  })),
  charges: form.charges.map((charge, at) => ({ ...charge, key: `kept ${at}` })),
})

/** Converts a draft for saving. Text that is not a number is sent as it is, so that the API returns a field error. */
export const sentOf = ({ lines, charges, tolerance, version: _, ...draft }: Draft) => ({
  ...draft,
  tolerance: asNumber(tolerance) as number | null,
  lines: lines.map(({ key: __, quantity, price, minimum, breaks, ...line }) => ({
    ...line,
    quantity: (asNumber(quantity) ?? 0) as number,
    price: (asNumber(price) ?? 0) as number,
    minimum: asNumber(minimum) as number | null,
    breaks: breaks.map((each) => ({ from: asNumber(each.from) as number, price: asNumber(each.price) as number })),
  })),
  charges: charges.map(({ name, amount }) => ({ name, amount: asNumber(amount) as number })),
})

/** Converts the typed values for the total and treats invalid numbers as zero. */
export const reckoned = ({ lines, charges }: Draft) => {
  const numberIn = (typed: Typed) => {
    const known = asNumber(typed)
    return typeof known === 'number' && known >= 0 ? known : 0
  }
  return {
    lines: lines.map((line) => ({
      ...line,
      unit: line.unit,
      minimum: null,
      quantity: Math.round(numberIn(line.quantity)),
      price_micros: microsOf(numberIn(line.price)),
      breaks: line.breaks.map((each) => ({
        from: numberIn(each.from) || Infinity,
        price_micros: microsOf(numberIn(each.price)),
      })),
    })),
    charges: charges.map(({ name, amount }) => ({ name, amount_minor: Math.round(numberIn(amount) * 100) })),
  }
}
