import { useState } from 'react'
import { endSession, signInPath } from '../accounts/session.ts'
import { ApiError } from '../platform/client.ts'
import { go, useApi, usePlace, useWords } from '../platform/page.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import type { BookingDetails, BookingsApi } from './contract.ts'
import styles from './stay-page.module.css'

/** What it costs is said first; if it has come to cost more meanwhile, it is said again. */
export function CancelStay({
  details: { roomParticular: stay, cancelling },
  onChange,
}: {
  details: BookingDetails
  onChange: () => void
}) {
  const { t, money } = useWords()
  const { path, language } = usePlace()
  const api = useApi<BookingsApi>()
  const toast = useToast()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const { fee, terms } = cancelling
  if (terms === null) return null

  async function cancel(told: number) {
    setBusy(true)
    setTrouble(null)
    try {
      const { message } = await api.cancelBooking({ id: stay.id, fee: told })
      setAsked(false)
      toast(message)
      onChange()
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }
  function refused(error: unknown) {
    if (!(error instanceof ApiError)) {
      console.error('Cancelling failed', error)
      return setTrouble(t('failure.offline'))
    }
    if (error.status === 401) {
      endSession()
      return go(signInPath(path, 'ended'), language, 'replace')
    }
    setTrouble(error.message || t('error.unexpected'))
    if (error.status === 409) onChange()
  }
  function close() {
    setAsked(false)
    setTrouble(null)
  }
  return (
    <section className={styles.part} aria-labelledby="cancel">
      <h2 id="cancel">{t('summary.cancel')}</h2>
      <p>{terms}</p>
      {fee !== null && (
        <>
          <Button look="secondary" onClick={() => setAsked(true)}>
            {t('summary.cancel')}
          </Button>
          <Dialog open={isAsked} title={t('summary.cancel_title')} tone="warning" onClose={close}>
            <p>{t('summary.cancel_text', { room: stay.room_name, from: stay.checkin, to: stay.checkout })}</p>
            <p>
              <strong>{fee === 0 ? t('summary.cancel_free') : t('summary.cancel_costs', { fee: money(fee) })}</strong>
            </p>
            <p role="alert" className={styles.failed}>
              {trouble}
            </p>
            <p className={styles.ways}>
              <Button busy={isBusy} onClick={() => cancel(fee)}>
                {t('summary.cancel_yes')}
              </Button>
              <Button look="secondary" onClick={close}>
                {t('summary.cancel_keep')}
              </Button>
            </p>
          </Dialog>
        </>
      )}
    </section>
  )
}
