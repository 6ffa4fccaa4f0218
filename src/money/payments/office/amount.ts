import type { Translator } from '#locales/translator.ts'

/** An amount in the money it was paid in. */
export const amountIn = (
  { amount, currency }: { amount: number; currency: string },
  { money, number }: Translator,
): string => (currency === 'BDT' ? money(amount) : `${currency} ${number(amount)}`)
