import { useState } from 'react'
import { useRefused, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import type { Cancelling } from '../contract.ts'
import type { By } from './cancel-question.tsx'
import { CancellingTold } from './cancelling-told.tsx'
import { CostOfCancelling } from './cost-of-cancelling.tsx'
import styles from './stay-parts.module.css'

/**
 * Cancels a stay, for the signed-in guest or with the link in the email. Shows the fee first. If the fee has risen in
 * the meantime, it is shown again.
 */
export function CancelStay({
  by,
  stay,
  cancelling,
  onChange,
}: {
  by: By
  stay: { room_name: string; checkin: string; checkout: string }
  cancelling: Cancelling
  onChange: () => void
}) {
  const { t } = useWords()
  const { fee, goes_back: goesBack } = cancelling
  const [isAsked, setAsked] = useState(false)
  const [Question, fetchQuestion] = useOnDemand(async () => (await import('./cancel-question.tsx')).CancelQuestion)
  async function ask() {
    if (await fetchQuestion()) setAsked(true)
  }
  if (cancelling.terms === null) return null
  return (
    <section className={styles.part} aria-labelledby="cancel">
      <h2 id="cancel">{t('summary.cancel')}</h2>
      <CancellingTold cancelling={cancelling} />
      {fee !== null && (
        <>
          {'token' in by && (
            <noscript>{import.meta.env.SSR && <AtOnce token={by.token} fee={fee} goesBack={goesBack} />}</noscript>
          )}
          <Button look="secondary" className="needs-scripts" onClick={ask}>
            {t('summary.cancel')}
          </Button>
          {Question && (
            <Question
              open={isAsked}
              by={by}
              stay={stay}
              fee={fee}
              goesBack={goesBack}
              onChange={onChange}
              onClose={() => setAsked(false)}
            />
          )}
        </>
      )}
    </section>
  )
}

/** The form without scripts on the page of the link, where no dialog can open. */
function AtOnce({ token, fee, goesBack }: { token: string; fee: number; goesBack: number }) {
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
      <CostOfCancelling fee={fee} goesBack={goesBack} />
      <Button type="submit" look="secondary">
        {t('summary.cancel')}
      </Button>
    </form>
  )
}
