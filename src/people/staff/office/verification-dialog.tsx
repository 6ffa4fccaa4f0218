import { useEffect, useRef, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { OfficeUser } from './contract.ts'
import { VerificationForm } from './verification-form.tsx'
import { setVerificationPrompt } from './verification-api.ts'

/**
 * Asks the user to verify again before actions that an unattended session must not perform. Closing the dialog cancels
 * the action.
 */
export function VerificationDialog({ factors }: { factors: OfficeUser['factors'] }) {
  const { t } = useTranslator()
  const [isOpen, setIsOpen] = useState(false)
  const resolver = useRef<(isVerified: boolean) => void>(null)
  useEffect(
    () =>
      setVerificationPrompt(
        () =>
          new Promise((resolve) => {
            resolver.current?.(false)
            resolver.current = resolve
            setIsOpen(true)
          }),
      ),
    [],
  )
  function finish(isVerified: boolean) {
    setIsOpen(false)
    resolver.current?.(isVerified)
    resolver.current = null
  }
  return (
    <Dialog open={isOpen} title={t('sign_in.verify_title')} onClose={() => finish(false)}>
      <p>{t('sign_in.verify_text')}</p>
      <VerificationForm factors={factors} onVerified={() => finish(true)} />
    </Dialog>
  )
}
