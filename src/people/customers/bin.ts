/**
 * Normalizes a BIN to nine digits for the business, a hyphen and four digits for its unit. Accepts Latin and Bengali
 * digits, and a hyphen, a space or nothing between the two parts. Returns undefined if the input is not a BIN.
 */
export function normalizeBin(input: string): string | undefined {
  const digits = input.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BENGALI_ZERO))
  const [, business, unit] = /^(\d{9})[- ]?(\d{4})$/.exec(digits.trim()) ?? []
  return business && `${business}-${unit}`
}
const BENGALI_ZERO = 0x09e6
