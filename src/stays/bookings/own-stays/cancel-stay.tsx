import { useState } from 'react'
import { useRejectedForm, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import type { Cancelling } from '../contract.ts'
import type { StayKey } from './cancel-dialog.tsx'
import { CancellingTerms } from './cancelling-terms.tsx'
import { CancellationCost } from './cancellation-cost.tsx'
import styles from './stay-parts.module.css'

/**
 * Cancels a stay, for the signed-in guest or with the link in the email. Shows the fee first. If the fee has risen in
 * the meantime, it is shown again.
 */
export function CancelStay({
  stayKey,
  stay,
  cancelling,
  onChange,
}: {
  stayKey: StayKey
  stay: { room_name: string; checkin: string; checkout: string }
  cancelling: Cancelling
  onChange: () => void
}) {
  const { t } = useTranslator()
  const { fee, refund } = cancelling
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [Dialog, fetchDialog] = useOnDemand(async () => (await import('./cancel-dialog.tsx')).CancelDialog)
  async function openDialog() {
    if (await fetchDialog()) setDialogOpen(true)
  }
  if (cancelling.terms === null) return null
  return (
    <section className={styles.part} aria-labelledby="cancel">
      <h2 id="cancel">{t('summary.cancel')}</h2>
      <CancellingTerms cancelling={cancelling} />
      {fee !== null && (
        <>
          {'token' in stayKey && (
            <noscript>
              {import.meta.env.SSR && <NoScriptCancelForm token={stayKey.token} fee={fee} refund={refund} />}
            </noscript>
          )}
          <Button variant="secondary" className="needs-scripts" onClick={openDialog}>
            {t('summary.cancel')}
          </Button>
          {Dialog && (
            <Dialog
              open={isDialogOpen}
              stayKey={stayKey}
              stay={stay}
              fee={fee}
              refund={refund}
              onChange={onChange}
              onClose={() => setDialogOpen(false)}
            />
          )}
        </>
      )}
    </section>
  )
}

/** The form without scripts, on the page that the emailed link opens. No dialog can open there. */
function NoScriptCancelForm({ token, fee, refund }: { token: string; fee: number; refund: number }) {
  const { t } = useTranslator()
  const rejection = useRejectedForm()
  return (
    <form method="post" className={styles.part}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="fee" value={fee} />
      {rejection && (
        <p role="alert" className={styles.failed}>
          {rejection.message}
        </p>
      )}
      <CancellationCost fee={fee} refund={refund} />
      <Button type="submit" variant="secondary">
        {t('summary.cancel')}
      </Button>
    </form>
  )
}
