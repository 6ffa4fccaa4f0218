import type { Translator } from '#locales/translator.ts'

/** An amount to the poisha, without its currency, which the heading of its column says. */
export const amountSaid = ({ money, number }: Pick<Translator, 'money' | 'number'>, amount: number): string =>
  money(amount).slice(money(0).length - number(0).length)
