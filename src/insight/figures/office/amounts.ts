import type { Translator } from '#locales/translator.ts'

/** Formats an amount to the poisha, without the currency. The column heading names the currency. */
export const formatAmount = ({ money, number }: Pick<Translator, 'money' | 'number'>, amount: number): string =>
  money(amount).slice(money(0).length - number(0).length)
