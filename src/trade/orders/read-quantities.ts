import { toNumberOrText, parseTypedNumber } from '#ui/form/number-input.ts'
import type { Quantities } from './quantities.ts'

/**
 * Reads the quantities of a form. An empty field counts as 0. Text that is not a number is sent as it is, and the
 * server rejects it.
 */
export function readQuantities(form: FormData | URLSearchParams): Quantities {
  const quantityTexts = []
  for (let index = 0; form.has(`quantities.${index}`); index++)
    quantityTexts.push(String(form.get(`quantities.${index}`)))
  return quantityTexts.length === 0
    ? null
    : quantityTexts.map((text) => (toNumberOrText(parseTypedNumber(text)) ?? 0) as number)
}
