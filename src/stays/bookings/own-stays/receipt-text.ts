import type { Translator } from '#locales/translator.ts'
import type { OwnInvoices } from './invoice-requests-api.ts'

export const formatReceiptText = ({ amount }: OwnInvoices['receipts'][number], { t, money }: Translator): string =>
  amount < 0 ? t('summary.refund_receipt', { amount: money(-amount) }) : t('summary.receipt', { amount: money(amount) })
