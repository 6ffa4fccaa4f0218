import { useEffect } from 'react'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useDesk } from '#ui/office/desk.ts'
import { useToast } from '#ui/toast.tsx'
import type { InvoicesOfficeApi, InvoiceTold } from './contract.ts'
import styles from './invoices.module.css'
import { whenOf } from './lines-table.tsx'

/** The form that credits lines of an invoice. All open lines are selected at first. */
export function CreditForm({ invoice, onClose }: { invoice: InvoiceTold; onClose: () => void }) {
  const translator = useWords()
  const { t, money } = translator
  const api = useApi<InvoicesOfficeApi>()
  const desk = useDesk()
  const toast = useToast()
  const { form, busy, failure, error } = useForm(
    async ({ data, text, once }) => {
      const lines = data.getAll('line').map(Number)
      const credited = { id: invoice.id, lines, reason: text('reason'), send: data.has('send') }
      const changed = await once(api.creditInvoice, credited)
      onClose()
      desk.show(changed)
      toast(t('invoice.credited_now'))
    },
    { again: true },
  )
  const { ref } = form
  useEffect(() => ref.current?.focus(), [ref])
  const open = [...invoice.lines.entries()].filter(([, { credited_by }]) => !credited_by)
  const said = failure || error('lines') || error('send')
  return (
    <form {...form} tabIndex={-1} className={styles.form}>
      <fieldset className={styles.choices}>
        <legend>{t('invoice.credit_which')}</legend>
        {open.map(([at, line]) => (
          <CheckField
            key={at}
            name="line"
            value={at}
            defaultChecked
            label={`${line.name}, ${whenOf(line, translator)}: ${money(line.total)}`}
          />
        ))}
      </fieldset>
      <TextField label={t('invoice.reason')} name="reason" maxLength={200} required error={error('reason')} />
      {invoice.email !== '' && <CheckField label={t('invoice.send_too', { email: invoice.email })} name="send" />}
      {said && <Failure>{said}</Failure>}
      <div className={styles.acts}>
        <Button type="submit" busy={busy}>
          {t('invoice.credit_yes')}
        </Button>
        <Button look="quiet" onClick={onClose} disabled={busy}>
          {t('desk.not_now')}
        </Button>
      </div>
    </form>
  )
}
