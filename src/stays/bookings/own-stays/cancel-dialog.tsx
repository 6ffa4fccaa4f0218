import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useToast } from '#ui/toast.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { formatDateList } from '#locales/dates.ts'
import type { BookingsApi } from '../contract.ts'
import { CancellationCost } from './cancellation-cost.tsx'
import styles from './stay-parts.module.css'

/** The dialog that confirms a cancellation and shows its fee. Loaded on demand. */
export function CancelDialog({
  open,
  stayKey,
  stay,
  fee,
  refund,
  onChange,
  onClose,
}: {
  open: boolean
  stayKey: StayKey
  stay: { room_name: string; checkin: string; checkout: string }
  fee: number
  refund: number
  onChange: () => void
  onClose: () => void
}) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <Dialog open={open} title={t('summary.cancel_title')} tone="warning" onClose={onClose}>
      <p>
        {t('summary.cancel_text', {
          room: stay.room_name,
          dates: formatDateList(translator, stay.checkin, stay.checkout),
        })}
      </p>
      <CancelConfirmForm stayKey={stayKey} fee={fee} refund={refund} onChange={onChange} onClose={onClose} />
    </Dialog>
  )
}

export type StayKey = { id: string } | { token: string }

function CancelConfirmForm({
  stayKey,
  fee,
  refund,
  onChange,
  onClose,
}: {
  stayKey: StayKey
  fee: number
  refund: number
  onChange: () => void
  onClose: () => void
}) {
  const { t } = useTranslator()
  const api = useApi<BookingsApi>()
  const showToast = useToast()
  const { form, isBusy, failure } = useForm(
    async ({ reportLostResponse }) => {
      const responsePromise =
        'token' in stayKey ? api.cancelStay({ ...stayKey, fee }) : api.cancelBooking({ ...stayKey, fee })
      const { message } = await reportLostResponse(responsePromise)
      onClose()
      showToast(message)
      onChange()
    },
    {
      onRejected(userError) {
        if (userError.status === 409) onChange()
        return userError
      },
    },
  )
  return (
    <form {...form} className="stack-4">
      <CancellationCost fee={fee} refund={refund} />
      <p role="alert" className={styles.failed}>
        {failure}
      </p>
      <p className="row-3">
        <Button type="submit" isBusy={isBusy}>
          {t('summary.cancel_submit')}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {t('summary.cancel_keep')}
        </Button>
      </p>
    </form>
  )
}
