import { minorToMajor } from '#platform/money.ts'
import type { Translator } from '#locales/translator.ts'
import type { Currency } from './limits.ts'

/** Formats a sum: BDT as on the rest of the site, USD always with two decimals. */
export function formatSum(translator: Translator, currency: Currency, minor: number): string {
  return currency === 'BDT'
    ? translator.money(minorToMajor(minor))
    : `USD\u00a0${formatDecimal(translator, minor, 2, 2)}`
}

/** Writes an amount for the audit log, which shows it in the language of the reader. */
export const formatPlainSum = (currency: Currency, minor: number): string =>
  `${currency} ${minorToMajor(minor).toFixed(2)}`

/** Formats a unit price with all its decimals. */
export const formatUnitPrice = (translator: Translator, currency: Currency, micros: number): string =>
  `${currency === 'BDT' ? currencySigns[translator.language] : currency}\u00a0${formatDecimal(translator, micros, 6, 2)}`
const currencySigns = { en: 'BDT', bn: '৳' }

/** Formats an integer whose last digits are decimals. Shows at least `minDecimals` decimals. */
function formatDecimal(translator: Translator, scaledInteger: number, decimals: number, minDecimals: number): string {
  const paddedDigits = String(scaledInteger).padStart(decimals + 1, '0')
  let fraction = paddedDigits.slice(-decimals)
  while (fraction.length > minDecimals && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return `${translator.number(Number(paddedDigits.slice(0, -decimals)))}.${translator.digits(fraction)}`
}
