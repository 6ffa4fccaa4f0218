import { useState } from 'react'
import { useApi, useRefused, useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
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
  by: By
  stay: { room_name: string; checkin: string; checkout: string }
  cancelling: Cancelling
  onChange: () => void
}) {
  const words = useWords()
  const { t } = words
  const [isAsked, setAsked] = useState(false)
  if (terms === null) return null
  const close = () => setAsked(false)
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
            <AfterAsking by={by} fee={fee} onChange={onChange} onClose={close} />
          </Dialog>
        </>
      )}
    </section>
  )
}

type By = { id: string } | { token: string }

function AfterAsking({
  by,
  fee,
  onChange,
  onClose,
}: {
  by: By
  fee: number
  onChange: () => void
  onClose: () => void
}) {
  const { t } = useWords()
  const api = useApi<BookingsApi>()
  const toast = useToast()
  const { form, busy, failure } = useForm(
    async ({ orUnsure }) => {
      const asked = 'token' in by ? api.cancelStay({ ...by, fee }) : api.cancelBooking({ ...by, fee })
      const { message } = await orUnsure(asked)
      onClose()
      toast(message)
      onChange()
    },
    {
      onRefused(refusal) {
        if (refusal.status === 409) onChange()
        return refusal
      },
    },
  )
  return (
    <form {...form} className={styles.asking}>
      <p>
        <Cost fee={fee} />
      </p>
      <p role="alert" className={styles.failed}>
        {failure}
      </p>
      <p className={styles.ways}>
        <Button type="submit" busy={busy}>
          {t('summary.cancel_yes')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('summary.cancel_keep')}
        </Button>
      </p>
    </form>
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
