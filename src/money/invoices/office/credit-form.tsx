import { useEffect } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { TextField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { useToast } from '#ui/toast.tsx'
import type { InvoicesOfficeApi, InvoiceDetails } from './contract.ts'
import styles from './invoices.module.css'
import { formatLineDates } from './lines-table.tsx'

/** The form that credits lines of an invoice. All open lines are selected at first. */
export function CreditForm({ invoice, onClose }: { invoice: InvoiceDetails; onClose: () => void }) {
  const translator = useTranslator()
  const { t, money } = translator
  const api = useApi<InvoicesOfficeApi>()
  const office = useOffice()
  const showToast = useToast()
  const { form, isBusy, failure, error } = useForm(
    async ({ data, text, sendOnce }) => {
      const lines = data.getAll('line').map(Number)
      const request = { id: invoice.id, lines, reason: text('reason'), send: data.has('send') }
      const updatedInvoices = await sendOnce(api.creditInvoice, request)
      onClose()
      office.show(updatedInvoices)
      showToast(t('invoice.credit_done'))
    },
    { isRepeatable: true },
  )
  const { ref } = form
  useEffect(() => ref.current?.focus(), [ref])
  const openLines = [...invoice.lines.entries()].filter(([, { credited_by }]) => !credited_by)
  const failureText = failure || error('lines') || error('send')
  return (
    <form {...form} tabIndex={-1} className={styles.form}>
      <fieldset className={styles.choices}>
        <legend>{t('invoice.credit_lines')}</legend>
        {openLines.map(([index, line]) => (
          <CheckField
            key={index}
            name="line"
            value={index}
            defaultChecked
            label={`${line.name}, ${formatLineDates(line, translator)}: ${money(line.total)}`}
          />
        ))}
      </fieldset>
      <TextField label={t('invoice.reason')} name="reason" maxLength={200} required error={error('reason')} />
      {invoice.email !== '' && <CheckField label={t('invoice.also_send', { email: invoice.email })} name="send" />}
      <FormButtons failure={failureText} isBusy={isBusy} label={t('invoice.credit_submit')} onClose={onClose} />
    </form>
  )
}
