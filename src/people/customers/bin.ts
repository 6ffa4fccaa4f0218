/**
 * Returns one spelling of a BIN: nine digits for the business and four for its unit, with any separator and in Latin or
 * Bengali digits. Undefined if the input is not a BIN.
 */
export function normalizeBin(input: string): string | undefined {
  const digits = input.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BENGALI_ZERO))
  const [, business, unit] = /^(\d{9})[- ]?(\d{4})$/.exec(digits.trim()) ?? []
  return business && `${business}-${unit}`
}
const BENGALI_ZERO = 0x09e6
