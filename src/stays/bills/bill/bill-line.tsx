import { useState, type ReactNode } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import type { BillTold } from './contract.ts'
import styles from './bill.module.css'

/** A line of a bill with its amount, and a button to void it for permitted staff. Voided lines stay visible. */
export function BillLine({
  what,
  about,
  amount,
  takenBack,
  onTakeBack,
}: {
  what: string
  about: ReactNode
  amount: string
  takenBack: BillTold['charges'][number]['taken_back']
  /** Null if the user may not void the line, or if it cannot be voided. */
  onTakeBack: ((reason: string) => Promise<void>) | null
}) {
  const { t } = useWords()
  const [isAsking, setAsking] = useState(false)
  return (
    <li className={styles.line} data-back={takenBack !== null}>
      <span className={styles.what}>{what}</span>
      <span className={styles.amount}>{amount}</span>
      <span className={styles.about}>{about}</span>
      {takenBack && <span className={styles.back}>{t('bill.voided_by', takenBack)}</span>}
      {onTakeBack && !takenBack && !isAsking && (
        <Button
          look="quiet"
          className={styles.take}
          aria-label={t('bill.take_back_what', { what })}
          onClick={() => setAsking(true)}
        >
          {t('bill.take_back')}
        </Button>
      )}
      {onTakeBack && isAsking && <ReasonForm onSay={onTakeBack} onClose={() => setAsking(false)} />}
    </li>
  )
}

function ReasonForm({ onSay, onClose }: { onSay: (reason: string) => Promise<void>; onClose: () => void }) {
  const { t } = useWords()
  const { form, busy, failure, error } = useForm(async ({ text, orUnsure }) => orUnsure(onSay(text('reason'))), {
    again: true,
  })
  return (
    <form {...form} className={styles.form}>
      <TextField label={t('bill.reason')} name="reason" maxLength={200} required error={error('reason')} />
      {failure && <Failure>{failure}</Failure>}
      <div className={styles.acts}>
        <Button type="submit" look="secondary" busy={busy}>
          {t('bill.take_back')}
        </Button>
        <Button look="quiet" onClick={onClose} disabled={busy}>
          {t('desk.not_now')}
        </Button>
      </div>
    </form>
  )
}
