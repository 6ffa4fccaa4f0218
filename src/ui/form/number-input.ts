import { toLatinDigits } from '#locales/digits.ts'

/** The input of a number field: a number, null if empty, or the text if it is not a number yet. */
export type InputValue = number | string | null

/** Converts input only if the number looks the same as the text: to type 12.5, a user has to type 12. first. */
export function typedNumber(text: string): InputValue {
  const plain = removeGroups(toLatinDigits(text).replace(/\s/g, ''))
  if (plain === '') return null
  return String(Number(plain)) === plain ? Number(plain) : plain
}

/** 5,500 and 1,20,000 are numbers. 99,5 is ambiguous, so it is rejected. */
const removeGroups = (plain: string): string =>
  /^-?\d+(,\d{2,3})*,\d{3}(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain

/** The value to send: 12.50 is 12.5. Other text is sent as it is, and the server rejects it with a message. */
export const asNumber = (typedText: InputValue): InputValue =>
  typeof typedText === 'string' && /^-?\d+(\.\d*)?$/.test(typedText) ? Number(typedText) : typedText
