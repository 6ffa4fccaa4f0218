import type { Translator } from '#locales/translator.ts'

/** Formats an amount in the currency of the payment. */
export const formatAmount = (
  { amount, currency }: { amount: number; currency: string },
  { money, number }: Translator,
): string => (currency === 'BDT' ? money(amount) : `${currency} ${number(amount)}`)
