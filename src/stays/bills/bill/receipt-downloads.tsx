import { useApi } from '#platform/pages/page.tsx'
import { PdfDownloads } from '#ui/paper/pdf-downloads.tsx'
import type { Language } from '#routes/public.ts'
import { formatReceiptNumber } from '../receipt-number.ts'
import type { OnlinePaymentApi } from './contract.ts'
import styles from './bill.module.css'

/** The receipt of a payment or a refund as PDF. */
export function ReceiptDownloads({ payment, recipientLanguage }: { payment: number; recipientLanguage: Language }) {
  const api = useApi<OnlinePaymentApi>()
  const receiptNumber = formatReceiptNumber(payment)
  return (
    <PdfDownloads
      isForRecipient
      className={styles.receipt}
      title={receiptNumber}
      name={receiptNumber}
      recipientLanguage={recipientLanguage}
      fetchFile={(language) => api.getReceiptPdf({ id: payment, language })}
    />
  )
}
