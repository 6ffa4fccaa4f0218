import { useEffect, useRef, useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { DeskSelf } from './contract.ts'
import { ProofForm } from './proof-form.tsx'
import { whenProofIsWanted } from './proving-api.ts'

/**
 * Asks the user to verify again before actions that an unattended session must not perform. Closing the dialog cancels
 * the action.
 */
export function ProofDialog({ factors }: { factors: DeskSelf['factors'] }) {
  const { t } = useWords()
  const [isOpen, setIsOpen] = useState(false)
  const answer = useRef<(isProved: boolean) => void>(null)
  useEffect(
    () =>
      whenProofIsWanted(
        () =>
          new Promise((resolve) => {
            answer.current?.(false)
            answer.current = resolve
            setIsOpen(true)
          }),
      ),
    [],
  )
  function end(isProved: boolean) {
    setIsOpen(false)
    answer.current?.(isProved)
    answer.current = null
  }
  return (
    <Dialog open={isOpen} title={t('door.again_title')} onClose={() => end(false)}>
      <p>{t('door.again_text')}</p>
      <ProofForm factors={factors} onProved={() => end(true)} />
    </Dialog>
  )
}
