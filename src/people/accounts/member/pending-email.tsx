import { useEffect, useRef } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import type { AccountsApi } from '../contract.ts'
import styles from './profile-page.module.css'
import { useForm } from '#ui/form/use-form.ts'

/** Shows a new address that is waiting for confirmation, with a button to keep the current one. */
export function PendingEmail({
  email,
  isJustRequested,
  onWithdrawn,
}: {
  email: string
  /** Whether the user has just requested the change. */
  isJustRequested: boolean
  onWithdrawn: () => void
}) {
  const { t } = useTranslator()
  const api = useApi<AccountsApi>()
  const showToast = useToast()
  const messageRef = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isJustRequested) messageRef.current!.focus()
  }, [isJustRequested])
  const { form, isBusy, failure } = useForm(async () => {
    showToast((await api.cancelEmailChange({})).message)
    onWithdrawn()
  })
  return (
    <form {...form} className={styles.pending}>
      <p ref={messageRef} tabIndex={-1}>
        {t('profile.pending', { email })}
      </p>
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" variant="secondary" isBusy={isBusy}>
        {t('profile.keep_email')}
      </Button>
    </form>
  )
}
