import { useEffect, useState, type ReactNode } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { TextField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import type { DeskApi } from '../contract.ts'
import styles from './row-form.module.css'

interface StayToCheckOut {
  booking: number
  version: number
  checkout: string
}

/** Checks out a guest. An unpaid balance is paid first, or a reason is required. */
export function useCheckOut(row: StayToCheckOut, onDone: (result: { act: number; message: string }) => void) {
  const api = useApi<DeskApi>()
  const office = useOffice()
  const [isUnpaid, setUnpaid] = useState(false)
  const form = useForm(
    async ({ text, orUnsure }) => {
      const stayVersion = { booking: row.booking, version: row.version }
      const result = await orUnsure(api.checkGuestOut({ ...stayVersion, owing: text('owing') }))
      setUnpaid(false)
      onDone(result)
      office.refresh()
    },
    {
      again: true,
      onRefused(userError) {
        if (userError.errors['owing']) setUnpaid(true)
        return userError
      },
    },
  )
  return { ...form, isUnpaid, dismissOwing: () => setUnpaid(false) }
}

/**
 * The check-out form for an early departure or an unpaid stay. For an early departure it shows what happens to the
 * remaining nights.
 */
export function CheckOut({
  row,
  checkOut: { form, busy, failure, error, isUnpaid },
  today,
  money,
  onClose,
}: {
  row: StayToCheckOut
  checkOut: ReturnType<typeof useCheckOut>
  today: string
  /** The button that takes the payment. */
  money?: ReactNode
  onClose: () => void
}) {
  const { t, day } = useTranslator()
  const isEarly = row.checkout > today
  useEffect(() => {
    if (!isUnpaid) form.ref.current?.focus()
  }, [form.ref, isUnpaid])
  return (
    <form {...form} tabIndex={-1} className={styles.form}>
      {isEarly && <p className={styles.early}>{t('desk.together_early', { when: day(row.checkout, 'short') })}</p>}
      {isUnpaid && <TextField label={t('desk.unpaid_reason')} name="owing" maxLength={200} error={error('owing')} />}
      <FormButtons
        failure={failure}
        busy={busy}
        label={t(isUnpaid ? 'desk.check_out_unpaid' : 'desk.check_out_now')}
        look="secondary"
        onClose={onClose}
      >
        {isUnpaid && money}
      </FormButtons>
    </form>
  )
}
