import type { Translator } from '#locales/translator.ts'
import type { Currency } from './limits.ts'

/** A sum in the reader's digits: BDT as everywhere, USD with both of its decimals. */
export function sumSaid(translator: Translator, currency: Currency, minor: number): string {
  return currency === 'BDT' ? translator.money(minor / 100) : `USD\u00a0${decimal(translator, minor, 2, 2)}`
}

/** The price of a unit, with as many decimals as it has. */
export const priceSaid = (translator: Translator, currency: Currency, micros: number): string =>
  `${currency === 'BDT' ? signs[translator.language] : currency}\u00a0${decimal(translator, micros, 6, 2)}`
const signs = { en: 'BDT', bn: '৳' }

/** Of a whole number, of which the last digits are decimals: two of them at least are said. */
function decimal(translator: Translator, whole: number, decimals: number, least: number): string {
  const text = String(whole).padStart(decimals + 1, '0')
  let fraction = text.slice(-decimals)
  while (fraction.length > least && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return `${translator.number(Number(text.slice(0, -decimals)))}.${translator.digits(fraction)}`
}
