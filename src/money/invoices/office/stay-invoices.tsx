import { useState } from 'react'
import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { PdfDownloads } from '#ui/paper/pdf-downloads.tsx'
import { Chip, RecordSection } from '#ui/office/record-page.tsx'
import { Rows } from '#ui/office/list.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { useToast } from '#ui/toast.tsx'
import { officeHref } from '#routes/office.ts'
import { BuyerForm } from './buyer-form.tsx'
import type { InvoicesOfficeApi, StayInvoices } from './contract.ts'
import styles from './invoices.module.css'
import { LinesTable } from './lines-table.tsx'

/** The invoices of a stay: the items without an invoice, the form that issues the next invoice, and the issued ones. */
export function StayInvoiceSections({ record }: { record: StayInvoices }) {
  const translator = useTranslator()
  const { t, money } = translator
  const mayIssue = useOffice().can('take money')
  return (
    <>
      {record.credit_first.length > 0 && (
        <RecordSection title={t('invoice.credit_before')}>
          <p>{t('invoice.credit_before_about')}</p>
          <ul role="list" className={styles.lines}>
            {record.credit_first.map(({ id, number, name }, index) => (
              <li key={index}>
                <Link to={officeHref('invoice', id)}>{t('invoice.line_of', { name, number })}</Link>
              </li>
            ))}
          </ul>
        </RecordSection>
      )}
      <RecordSection title={t('invoice.to_invoice')}>
        {record.lines.length === 0 ? (
          <p className="small">{t(record.invoices.length > 0 ? 'invoice.all_invoiced' : 'invoice.bill_empty')}</p>
        ) : (
          <LinesTable name={t('invoice.to_invoice')} lines={record.lines} sums={record} />
        )}
        {!record.takes_invoices && <p className="small">{t('invoice.not_confirmed')}</p>}
        {mayIssue && record.takes_invoices && record.lines.length > 0 && record.credit_first.length === 0 && (
          <IssueForm record={record} />
        )}
      </RecordSection>
      <RecordSection title={t('invoice.all_issued')}>
        {record.invoices.length === 0 ? (
          <p className="small">{t('invoice.none_issued')}</p>
        ) : (
          <Rows
            rows={record.invoices.map(({ id, kind, number, at, total, is_credited }) => ({
              path: officeHref('invoice', id),
              title: number,
              about: `${t(kind === 'invoice' ? 'invoice.one' : 'invoice.credit_note')} · ${formatWhen(translator, at)}`,
              end: kind === 'invoice' ? money(total) : `−${money(total)}`,
              chip: is_credited ? <Chip tone="over">{t('invoice.credited')}</Chip> : null,
            }))}
          />
        )}
      </RecordSection>
    </>
  )
}

/** The buyer on the invoices of a stay, and the proforma. */
export function InvoiceBuyer({ record }: { record: StayInvoices }) {
  const { t } = useTranslator()
  const api = useApi<InvoicesOfficeApi>()
  const mayChange = useOffice().can('take money')
  return (
    <>
      <RecordSection title={t('invoice.made_out_to')}>
        <BuyerForm key={record.buyer.version} record={record} mayChange={mayChange} />
      </RecordSection>
      {record.has_proforma && (
        <RecordSection title={t('proforma.one')}>
          <PdfDownloads
            isForRecipient
            className={styles.acts}
            title={t('proforma.one')}
            name={`proforma-${record.code}`}
            recipientLanguage={record.language}
            fetchFile={(language) => api.getProformaPdf({ code: record.code, language })}
          />
        </RecordSection>
      )}
    </>
  )
}

function IssueForm({ record }: { record: StayInvoices }) {
  const { t } = useTranslator()
  const api = useApi<InvoicesOfficeApi>()
  const office = useOffice()
  const showToast = useToast()
  const [isConfirming, setConfirming] = useState(false)
  const { form, isBusy, failure, error } = useForm(
    async ({ data, sendOnce }) => {
      await sendOnce(api.issueInvoice, { code: record.code, send: data.has('send') })
      void office.refresh()
      setConfirming(false)
      showToast(t('invoice.issue_done'))
    },
    { isRepeatable: true },
  )
  const failureText = failure || error('send')
  if (!isConfirming)
    return (
      <div className={styles.acts}>
        <Button variant="secondary" onClick={() => setConfirming(true)}>
          {t('invoice.issue')}
        </Button>
      </div>
    )
  return (
    <form {...form} className={styles.form}>
      <p>{t('invoice.issue_about')}</p>
      {record.email !== '' && <CheckField label={t('invoice.also_send', { email: record.email })} name="send" />}
      <FormButtons
        failure={failureText}
        isBusy={isBusy}
        label={t('invoice.issue')}
        onClose={() => setConfirming(false)}
      />
    </form>
  )
}
