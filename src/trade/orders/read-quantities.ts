import { toNumber, parseTypedNumber } from '#ui/form/number-input.ts'
import type { Quantities } from './quantities.ts'

/**
 * Reads the quantities of a form. An empty field counts as 0. Text that is not a number is sent as it is, and the
 * server rejects it.
 */
export function readQuantities(form: FormData | URLSearchParams): Quantities {
  const texts = []
  for (let index = 0; form.has(`quantities.${index}`); index++) texts.push(String(form.get(`quantities.${index}`)))
  return texts.length === 0 ? null : texts.map((text) => (toNumber(parseTypedNumber(text)) ?? 0) as number)
}
