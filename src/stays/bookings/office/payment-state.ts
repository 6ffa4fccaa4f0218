import type { Translator } from '#locales/translator.ts'
import type { BookingLine } from './contract.ts'

/** Whether the stay is paid, or what is still to be paid or refunded. Empty while a stay costs nothing. */
export function formatPaymentState(
  { owed, total }: Pick<BookingLine, 'owed' | 'total'>,
  { t, money }: Translator,
): string {
  if (owed === null) return ''
  if (owed === 0) return t('stays.paid')
  if (owed === total) return t('stays.unpaid')
  return t(owed > 0 ? 'desk.balance_due' : 'desk.to_refund', { amount: money(Math.abs(owed)) })
}
