import { useEffect, useEffectEvent, useState } from 'react'
import { useRejectedForm, useTranslator } from '#platform/pages/page.tsx'
import type { BookingStatus } from '#schema/bookings.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { endpoints, queryString } from '#routes/public.ts'
import type { OwnInvoices } from './invoice-requests-api.ts'
import { statusTraits } from '../status.ts'
import type { StayKey } from './cancel-dialog.tsx'
import styles from './stay-parts.module.css'

/** The buyer of the invoice, and after the stay the invoice itself: for the signed-in guest or with the link. */
export function OwnInvoice({
  by,
  status,
  preloaded = null,
}: {
  by: StayKey
  status: BookingStatus
  /** Loaded on the server for visitors without scripts. */
  preloaded?: OwnInvoices | null
}) {
  const { t } = useTranslator()
  const [isFormOpen, setFormOpen] = useState(false)
  const [Form, fetchForm] = useOnDemand(async () => (await import('./invoice-form.tsx')).InvoiceForm)
  const open = async () => setFormOpen((await fetchForm()) !== null)
  const openIfLinked = useEffectEvent(() => {
    if (location.hash === '#invoice') void open()
  })
  useEffect(() => openIfLinked(), [])
  if (statusTraits(status).awaitsAnswer || statusTraits(status).releasedNights) return null
  return (
    <section className={styles.part} aria-labelledby="invoice">
      <h2 id="invoice">{t('summary.invoice')}</h2>
      <p>{t(statusTraits(status).isOver ? 'summary.invoice_over' : 'summary.invoice_text')}</p>
      {'token' in by && (
        <noscript>
          {import.meta.env.SSR && preloaded && <NoScriptInvoice token={by.token} preloaded={preloaded} />}
        </noscript>
      )}
      {isFormOpen && Form ? (
        <Form by={by} />
      ) : (
        <Button look="secondary" className="needs-scripts" onClick={open}>
          {t('summary.invoice_open')}
        </Button>
      )}
    </section>
  )
}

function NoScriptInvoice({
  token,
  preloaded: { buyer, invoices, may_address, may_ask },
}: {
  token: string
  preloaded: OwnInvoices
}) {
  const { t } = useTranslator()
  const rejection = useRejectedForm()
  const ownRejection = rejection?.typed['invoice'] === undefined ? null : rejection
  const { language } = useTranslator()
  const field = (name: 'name' | 'bin' | 'address', label: string) => (
    <TextField
      label={label}
      name={name}
      defaultValue={ownRejection?.typed[name] ?? buyer[name]}
      error={ownRejection?.errors[name]?.join(' ')}
    />
  )
  return (
    <>
      <ul role="list">
        {invoices.map(({ id, number }) => (
          <li key={id}>
            <a href={endpoints.getOwnInvoicePdf[1] + queryString({ token, invoice: id, language })}>
              {t('summary.invoice_pdf', { number })}
            </a>
          </li>
        ))}
      </ul>
      {(may_address || may_ask) && (
        <form method="post" className="stack-4">
          <input type="hidden" name="invoice" value={token} />
          {may_address ? (
            <>
              {field('name', t('summary.invoice_buyer'))}
              {field('bin', t('summary.invoice_bin'))}
              {field('address', t('summary.invoice_address'))}
            </>
          ) : (
            <input type="hidden" name="name" value={buyer.name} />
          )}
          {ownRejection && (
            <p role="alert" className={styles.failed}>
              {ownRejection.message}
            </p>
          )}
          <Button type="submit" look="secondary">
            {t(may_ask ? 'summary.invoice_get' : 'summary.invoice_save')}
          </Button>
        </form>
      )}
    </>
  )
}
