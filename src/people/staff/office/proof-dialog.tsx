import { useEffect, useRef, useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { DeskSelf } from './contract.ts'
import { ProofForm } from './proof-form.tsx'
import { whenProofIsWanted } from './proving-api.ts'

/** Before what must not happen by a session that was left open. Whoever closes it has thought better of it. */
export function ProofDialog({ factors }: { factors: DeskSelf['factors'] }) {
  const { t } = useWords()
  const [asked, setAsked] = useState(false)
  const answer = useRef<(isProved: boolean) => void>(null)
  useEffect(
    () =>
      whenProofIsWanted(
        () =>
          new Promise((done) => {
            answer.current?.(false)
            answer.current = done
            setAsked(true)
          }),
      ),
    [],
  )
  function end(isProved: boolean) {
    setAsked(false)
    answer.current?.(isProved)
    answer.current = null
  }
  return (
    <Dialog open={asked} title={t('door.again_title')} onClose={() => end(false)}>
      <p>{t('door.again_text')}</p>
      <ProofForm factors={factors} onProved={() => end(true)} />
    </Dialog>
  )
}
