import { toLatinDigits } from '#locales/digits.ts'

/** The input of a number field: a number, null if empty, or the text if it is not a number yet. */
export type InputValue = number | string | null

/**
 * Converts typed text to a number, but only if the number looks the same as the text. While a user types 12.5, the text
 * is 12. for a moment.
 */
export function parseTypedNumber(text: string): InputValue {
  const plainDigits = removeGroups(toLatinDigits(text).replace(/\s/g, ''))
  if (plainDigits === '') return null
  return String(Number(plainDigits)) === plainDigits ? Number(plainDigits) : plainDigits
}

/**
 * Removes the thousands separators from 5,500 and 1,20,000. Leaves 99,5 as it is, because it is ambiguous. The server
 * then rejects it.
 */
const removeGroups = (text: string): string =>
  /^-?\d+(,\d{2,3})*,\d{3}(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text

/**
 * Converts the input to the value to send: 12.50 becomes 12.5. Other text is sent as it is, and the server rejects it
 * with a message.
 */
export const toNumberOrText = (typedText: InputValue): InputValue =>
  typeof typedText === 'string' && /^-?\d+(\.\d*)?$/.test(typedText) ? Number(typedText) : typedText
