import { useEffect } from 'react'
import { useApi, useRejectedForm, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useToast } from '#ui/toast.tsx'
import type { BookingsApi } from '../contract.ts'

/**
 * Verifies the guest's mailbox by the link in the email. The browser submits the form by script; programs that prefetch
 * links run no scripts. The button is for visitors without scripts, and for retries.
 */
export function VerifyRequest({ token, onVerified }: { token: string; onVerified: () => void }) {
  const { t } = useTranslator()
  const api = useApi<BookingsApi>()
  const showToast = useToast()
  const formState = useForm(
    async ({ reportLostResponse }) => {
      await reportLostResponse(api.verifyStay({ token }))
      showToast(t('booking.confirmed'))
      onVerified()
    },
    { posted: useRejectedForm() },
  )
  const { form, isBusy, failure } = formState
  useEffect(() => form.ref.current?.requestSubmit(), [form.ref])
  return (
    <form {...form} method="post" className="stack-3 left">
      <input type="hidden" name="prove" value={token} />
      {failure && <Failure>{failure}</Failure>}
      {isBusy && <p role="status">{t('booking.confirming')}</p>}
      <Button type="submit" isBusy={isBusy}>
        {t('booking.confirm')}
      </Button>
    </form>
  )
}
