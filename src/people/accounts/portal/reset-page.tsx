import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'
import { href } from '#routes/public.ts'
import { PlainForm } from '#ui/form/plain-form.tsx'
import type { AccountsApi } from '../contract.ts'
import { storeDeviceToken } from './device-tokens.ts'
import { NoScriptNotice } from '../no-script-notice.tsx'
import { NewPassword } from './new-password.tsx'
import { ExpiredLink } from './outcome.tsx'
import { Portal } from './portal.tsx'
import { clearSession } from './session.ts'
import { useForm } from '#ui/form/use-form.ts'
import { useLink } from './use-link.ts'

/** The page behind the link of a password reset email. */
export const resetPage: Page<AccountsApi, unknown> = {
  head: (_, { t }) => ({ title: t('reset.title'), hidden: true }),
  View: ResetView,
}

function ResetView() {
  const { t } = useTranslator()
  const { token, rejection: linkError, isReady } = useLink('reset-password')
  return (
    <Portal heading={t('reset.heading')} text={t('reset.text')} isReady={isReady}>
      {linkError ? <InvalidResetLink reason={linkError} /> : <ResetForm key={token} token={token} />}
      <NoScriptNotice />
    </Portal>
  )
}

function ResetForm({ token }: { token: string }) {
  const { t, language } = useTranslator()
  const api = useApi<AccountsApi>()
  const toast = useToast()
  const formState = useForm(async ({ text }) => {
    const [password, password_confirmation] = [text('password'), text('password_confirmation')]
    const { message, device_token } = await api.resetPassword({ token, password, password_confirmation })
    clearSession()
    storeDeviceToken(device_token)
    toast(message)
    navigate(href('login'), language)
  })
  const { error } = formState
  const linkError = error('token')
  if (linkError) return <InvalidResetLink reason={linkError} />
  return (
    <PlainForm sending={formState} submitLabel={t('reset.submit')}>
      <NewPassword
        first={{ name: 'password', label: t('password.new') }}
        repetition={{ name: 'password_confirmation', label: t('password.again') }}
        sending={formState}
      />
    </PlainForm>
  )
}

function InvalidResetLink({ reason }: { reason: string }) {
  const { t } = useTranslator()
  return (
    <ExpiredLink reason={reason} action={<ButtonLink to={href('forgotPassword')}>{t('reset.new_link')}</ButtonLink>} />
  )
}
