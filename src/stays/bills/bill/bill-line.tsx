import { useState, type ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import type { BillDetails } from './contract.ts'
import styles from './bill.module.css'

/** A line of a bill with its amount, and a button to void it for permitted staff. Voided lines stay visible. */
export function BillLine({
  title,
  details,
  amount,
  reversal,
  onVoid,
  children,
}: {
  title: string
  details: ReactNode
  amount: string
  reversal: BillDetails['charges'][number]['reversal']
  /** Null if the user may not void the line, or if it cannot be voided. */
  onVoid: ((reason: string) => Promise<void>) | null
  children?: ReactNode
}) {
  const { t } = useTranslator()
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={styles.line} data-back={reversal !== null}>
      <span className={`anywhere ${styles.what}`}>{title}</span>
      <span className={`number ${styles.amount}`}>{amount}</span>
      <span className={styles.about}>{details}</span>
      {reversal && <span className={`anywhere ${styles.back}`}>{t('bill.voided_by', reversal)}</span>}
      {onVoid && !reversal && !isOpen && (
        <Button
          variant="quiet"
          className={styles.take}
          aria-label={t('bill.void_of', { what: title })}
          onClick={() => setOpen(true)}
        >
          {t('bill.void')}
        </Button>
      )}
      {onVoid && isOpen && <ReasonForm onSubmit={onVoid} onClose={() => setOpen(false)} />}
      {children}
    </li>
  )
}

function ReasonForm({ onSubmit, onClose }: { onSubmit: (reason: string) => Promise<void>; onClose: () => void }) {
  const { t } = useTranslator()
  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => reportLostResponse(onSubmit(text('reason'))),
    {
      isRepeatable: true,
    },
  )
  return (
    <form {...form} className={styles.form}>
      <TextField label={t('bill.reason')} name="reason" maxLength={200} required error={error('reason')} />
      <FormButtons failure={failure} isBusy={isBusy} label={t('bill.void')} variant="secondary" onClose={onClose} />
    </form>
  )
}
