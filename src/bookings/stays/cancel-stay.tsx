import { useState } from 'react'
import { useApi, useRefused, useWords } from '../../platform/pages/page.tsx'
import { refusalIn } from '../../platform/http/send-once.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { dates } from '../../words/dates.ts'
import type { BookingsApi, Cancelling } from '../contract.ts'
import styles from './stay-parts.module.css'

/**
 * For whoever has booked, or whoever came by the link in the letter. What it costs is said first; if it has come to cost
 * more meanwhile, it is said again.
 */
export function CancelStay({
  by,
  stay,
  cancelling: { fee, terms },
  onChange,
}: {
  by: { id: string } | { token: string }
  stay: { room_name: string; checkin: string; checkout: string }
  cancelling: Cancelling
  onChange: () => void
}) {
  const words = useWords()
  const { t } = words
  const api = useApi<BookingsApi>()
  const toast = useToast()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  if (terms === null) return null

  async function cancel(told: number) {
    setBusy(true)
    setTrouble(null)
    try {
      const { message } = await ('token' in by
        ? api.cancelStay({ ...by, fee: told })
        : api.cancelBooking({ ...by, fee: told }))
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
    const { status, message } = refusalIn(error, words)
    if (status === 401) return // the page asks who is there
    setTrouble(message)
    if (status === 409) onChange()
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
          {'token' in by && <noscript>{import.meta.env.SSR && <AtOnce token={by.token} fee={fee} />}</noscript>}
          <Button look="secondary" className="needs-scripts" onClick={() => setAsked(true)}>
            {t('summary.cancel')}
          </Button>
          <Dialog open={isAsked} title={t('summary.cancel_title')} tone="warning" onClose={close}>
            <p>
              {t('summary.cancel_text', { room: stay.room_name, dates: dates(words, stay.checkin, stay.checkout) })}
            </p>
            <p>
              <Cost fee={fee} />
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

function Cost({ fee }: { fee: number }) {
  const { t, money } = useWords()
  return <strong>{fee === 0 ? t('summary.cancel_free') : t('summary.cancel_costs', { fee: money(fee) })}</strong>
}

/** Without scripts: a form of the page by the link, that has no dialog to ask in. */
function AtOnce({ token, fee }: { token: string; fee: number }) {
  const { t } = useWords()
  const refused = useRefused()
  return (
    <form method="post" className={styles.part}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="fee" value={fee} />
      {refused && (
        <p role="alert" className={styles.failed}>
          {refused.message}
        </p>
      )}
      <p>
        <Cost fee={fee} />
      </p>
      <Button type="submit" look="secondary">
        {t('summary.cancel')}
      </Button>
    </form>
  )
}
