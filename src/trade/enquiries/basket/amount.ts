import { toLatinDigits } from '#locales/digits.ts'

/**
 * Parses a positive whole number of at most nine Latin or Bengali digits, with thousands separators: 5,000 or 1,20,000.
 * Returns null for any other text, such as 2,5.
 */
export function parseAmount(text: string): number | null {
  const digits = toLatinDigits(text).trim()
  const normalizedDigits = /^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?:,\d{2,3})*,\d{3}$/.test(digits)
    ? digits.replace(/[.,]/g, '')
    : digits.replace(/[\s'’]/g, '')
  return /^\d{1,9}$/.test(normalizedDigits) && Number(normalizedDigits) > 0 ? Number(normalizedDigits) : null
}
