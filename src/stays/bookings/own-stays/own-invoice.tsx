import { useEffect, useEffectEvent, useState } from 'react'
import { useRejectedForm, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { endpoints, queryString } from '#routes/public.ts'
import type { BalanceView, Confirmation } from '../contract.ts'
import type { OwnInvoices } from './invoice-requests-api.ts'
import { getStatusTraits } from '../status.ts'
import type { StayKey } from './cancel-dialog.tsx'
import { formatReceiptText } from './receipt-text.ts'
import styles from './stay-parts.module.css'

type StayWithDocuments = Pick<Confirmation, 'status'> & Pick<BalanceView, 'paid' | 'refunded' | 'invoice_when'>

/** The buyer, and the proforma, the receipts and the invoices of a stay: for the signed-in guest or with the link. */
export function OwnInvoice({
  stayKey,
  stay,
  preloaded = null,
}: {
  stayKey: StayKey
  stay: StayWithDocuments
  /** Loaded on the server for visitors without scripts. */
  preloaded?: OwnInvoices | null
}) {
  const { t } = useTranslator()
  const [isFormOpen, setFormOpen] = useState(false)
  const [Form, fetchForm] = useOnDemand(async () => (await import('./invoice-form.tsx')).InvoiceForm)
  const openForm = async () => setFormOpen((await fetchForm()) !== null)
  const openIfLinked = useEffectEvent(() => {
    if (location.hash === '#invoice') void openForm()
  })
  useEffect(() => openIfLinked(), [])
  const { releasedNights } = getStatusTraits(stay.status)
  if (releasedNights && stay.paid + stay.refunded === 0) return null
  return (
    <section className={styles.part} aria-labelledby="invoice">
      <h2 id="invoice">{t('summary.invoice')}</h2>
      <p>{t(releasedNights ? 'summary.receipts_text' : invoiceTexts[stay.invoice_when])}</p>
      {'token' in stayKey && (
        <noscript>
          {import.meta.env.SSR && preloaded && <NoScriptInvoice token={stayKey.token} preloaded={preloaded} />}
        </noscript>
      )}
      {isFormOpen && Form ? (
        <Form stayKey={stayKey} />
      ) : (
        <Button variant="secondary" className="needs-scripts" onClick={openForm}>
          {t('summary.invoice_open')}
        </Button>
      )}
    </section>
  )
}

const invoiceTexts = {
  now: 'summary.invoice_over',
  'once paid': 'summary.invoice_once_paid',
  'after check-out': 'summary.invoice_text',
} as const

function NoScriptInvoice({
  token,
  preloaded: {
    buyer,
    invoices,
    can_edit_buyer: canEditBuyer,
    can_request_invoice,
    is_outdated,
    has_proforma,
    receipts,
  },
}: {
  token: string
  preloaded: OwnInvoices
}) {
  const translator = useTranslator()
  const { t, language } = translator
  const rejection = useRejectedForm()
  const ownRejection = rejection?.values['invoice'] === undefined ? null : rejection
  const renderField = (name: 'name' | 'bin' | 'address', label: string) => (
    <TextField
      label={label}
      name={name}
      defaultValue={ownRejection?.values[name] ?? buyer[name]}
      error={ownRejection?.errors[name]?.join(' ')}
    />
  )
  return (
    <>
      <ul role="list">
        {has_proforma && (
          <li>
            <a href={endpoints.getOwnProformaPdf[1] + queryString({ token, language })}>{t('summary.proforma')}</a>
          </li>
        )}
        {receipts.map((receipt) => (
          <li key={receipt.number}>
            <a href={endpoints.getOwnReceiptPdf[1] + queryString({ token, receipt: receipt.id, language })}>
              {formatReceiptText(receipt, translator)}
            </a>
          </li>
        ))}
        {invoices.map(({ id, number }) => (
          <li key={number}>
            <a href={endpoints.getOwnInvoicePdf[1] + queryString({ token, invoice: id, language })}>
              {t('summary.invoice_pdf', { number })}
            </a>
          </li>
        ))}
      </ul>
      {is_outdated && <p>{t('summary.invoice_changed')}</p>}
      {(canEditBuyer || can_request_invoice) && (
        <form method="post" className="stack-4">
          <input type="hidden" name="invoice" value={token} />
          {canEditBuyer ? (
            <>
              {renderField('name', t('summary.invoice_buyer'))}
              {renderField('bin', t('summary.invoice_bin'))}
              {renderField('address', t('summary.invoice_address'))}
            </>
          ) : (
            <input type="hidden" name="name" value={buyer.name} />
          )}
          {ownRejection && (
            <p role="alert" className={styles.failed}>
              {ownRejection.message}
            </p>
          )}
          <Button type="submit" variant="secondary">
            {t(can_request_invoice ? 'summary.invoice_get' : 'summary.invoice_save')}
          </Button>
        </form>
      )}
    </>
  )
}
