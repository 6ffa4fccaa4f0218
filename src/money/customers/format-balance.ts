import type { Translator } from '#locales/translator.ts'

/** Formats the balance of a customer. Below zero it is a credit. */
export const formatBalance = (balance: number, { t, money }: Pick<Translator, 't' | 'money'>): string =>
  balance < 0 ? t('customer.credit', { amount: money(-balance) }) : money(balance)

/** Formats an amount of the statement. Below zero it has a minus sign. */
export const formatSigned = (amount: number, { money }: Pick<Translator, 'money'>): string =>
  (amount < 0 ? '−' : '') + money(Math.abs(amount))
