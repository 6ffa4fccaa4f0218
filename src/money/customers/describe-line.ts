import type { Translator } from '#locales/translator.ts'
import type { CustomerAccount } from './contract.ts'

/** Describes a line of a statement: the stay and its invoices, or the method of a payment. */
export function describeLine(
  { amount, stay, method, reference, is_reversal }: CustomerAccount['lines'][number],
  { t }: Pick<Translator, 't'>,
): string {
  if (stay) {
    const messageKey = amount > 0 ? 'customer.line_stay' : 'customer.line_refund'
    return [t(messageKey, { guest: stay.guest || stay.code }), stay.code, ...stay.invoices].join(' · ')
  }
  const messageKey = is_reversal ? 'customer.line_void' : 'customer.line_payment'
  return [t(messageKey, { method: t(`bill.method_${method}`) }), reference].filter(Boolean).join(' · ')
}
