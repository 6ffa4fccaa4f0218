import type { Translator } from '#locales/translator.ts'
import type { Currency } from './limits.ts'

/** Formats a sum: BDT as on the whole site, USD always with two decimals. */
export function sumSaid(translator: Translator, currency: Currency, minor: number): string {
  return currency === 'BDT' ? translator.money(minor / 100) : `USD\u00a0${decimal(translator, minor, 2, 2)}`
}

/** Formats a unit price with all its decimals. */
export const priceSaid = (translator: Translator, currency: Currency, micros: number): string =>
  `${currency === 'BDT' ? signs[translator.language] : currency}\u00a0${decimal(translator, micros, 6, 2)}`
const signs = { en: 'BDT', bn: '৳' }

/** Formats an integer whose last digits are decimals. Shows at least `minDecimals` decimals. */
function decimal(translator: Translator, whole: number, decimals: number, least: number): string {
  const text = String(whole).padStart(decimals + 1, '0')
  let fraction = text.slice(-decimals)
  while (fraction.length > least && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return `${translator.number(Number(text.slice(0, -decimals)))}.${translator.digits(fraction)}`
}
