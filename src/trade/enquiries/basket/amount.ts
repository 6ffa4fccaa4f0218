import { toLatinDigits } from '#locales/digits.ts'

/**
 * Parses a positive whole number of at most nine Latin or Bengali digits, with thousands separators. Returns null for
 * any other text.
 */
export function parseAmount(text: string): number | null {
  const digits = toLatinDigits(text).trim()
  const normalizedDigits = /^\d{1,3}(?:\.\d{3})+$/.test(digits)
    ? digits.replaceAll('.', '')
    : digits.replace(/[\s,'’]/g, '')
  return /^\d{1,9}$/.test(normalizedDigits) && Number(normalizedDigits) > 0 ? Number(normalizedDigits) : null
}
