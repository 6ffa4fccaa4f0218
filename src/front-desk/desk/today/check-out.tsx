import { useEffect, useState, type ReactNode } from 'react'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useDesk } from '#ui/office/desk.ts'
import type { DeskApi } from '../contract.ts'
import styles from './row-form.module.css'

interface Leaving {
  booking: number
  version: number
  checkout: string
}

/** Checks out a guest. An unpaid balance is paid first, or a reason is required. */
export function useCheckOut(row: Leaving, onDone: (done: { act: number; message: string }) => void) {
  const api = useApi<DeskApi>()
  const desk = useDesk()
  const [owes, setOwes] = useState(false)
  const form = useForm(
    async ({ text, orUnsure }) => {
      const looked = { booking: row.booking, version: row.version }
      const done = await orUnsure(api.checkGuestOut({ ...looked, owing: text('owing') }))
      setOwes(false)
      onDone(done)
      desk.refresh()
    },
    {
      again: true,
      onRefused(userError) {
        if (userError.errors['owing']) setOwes(true)
        return userError
      },
    },
  )
  return { ...form, owes, forgetOwing: () => setOwes(false) }
}

/**
 * The check-out as a form: for an early departure, which shows what happens to the remaining nights, and for an unpaid
 * stay.
 */
export function CheckOut({
  row,
  checkOut: { form, busy, failure, error, owes },
  today,
  money,
  onClose,
}: {
  row: Leaving
  checkOut: ReturnType<typeof useCheckOut>
  today: string
  /** The button that takes the payment. */
  money?: ReactNode
  onClose: () => void
}) {
  const { t, day } = useWords()
  const isEarly = row.checkout > today
  useEffect(() => {
    if (!owes) form.ref.current?.focus()
  }, [form.ref, owes])
  return (
    <form {...form} tabIndex={-1} className={styles.form}>
      {isEarly && <p className={styles.early}>{t('desk.together_early', { when: day(row.checkout, 'short') })}</p>}
      {owes && <TextField label={t('desk.why_owing')} name="owing" maxLength={200} error={error('owing')} />}
      {failure && <Failure>{failure}</Failure>}
      <div className={styles.acts}>
        {owes && money}
        <Button type="submit" look="secondary" busy={busy}>
          {t(owes ? 'desk.check_out_owing' : 'desk.check_out_now')}
        </Button>
        <Button look="quiet" onClick={onClose} disabled={busy}>
          {t('desk.not_now')}
        </Button>
      </div>
    </form>
  )
}
