import { ApiError } from '#platform/errors.ts'
import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { TextField } from '#ui/form/field.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { href } from '#routes/public.ts'
import { PlainForm } from '#ui/form/plain-form.tsx'
import type { AccountsApi, User } from '../contract.ts'
import { readDeviceTokens, storeDeviceToken } from './device-tokens.ts'
import { dropSession, readToken, startSession } from './session.ts'
import { useForm } from '#ui/form/use-form.ts'
import { useNextPath } from './use-next.ts'

/**
 * The sign-in form of pages and dialogs. Its field takes the username or the email address. With `isByEmail` it asks
 * for the email address and offers to remember the session.
 */
export function LoginForm({
  submitLabel,
  isByEmail = false,
  onSignedIn,
}: {
  submitLabel: string
  isByEmail?: boolean
  /** Staff have a start page of their own, passed as `home`. */
  onSignedIn: (user: User, home?: string) => void
}) {
  const { t } = useTranslator()
  const api = useApi<AccountsApi>()
  const nextPath = useNextPath()

  /** Shows the general message above the fields, and an error of the email field under the username field. */
  function onRejected(userError: ApiError): ApiError {
    if (userError.status !== 422) return userError
    const { account = [t('login.failed')], email, ...fields } = userError.errors
    return new ApiError(422, { errors: { form: account, ...(email && { username: email }), ...fields } })
  }
  const formState = useForm(
    async ({ text }) => {
      const isRemembered = text('remember') !== ''
      if (readToken()) void api.logout({}).catch(() => {})
      dropSession()
      const usernameOrEmail = text('username')
      const nameField = usernameOrEmail.includes('@') ? { email: usernameOrEmail } : { username: usernameOrEmail }
      const session = await api.userLogin({
        ...nameField,
        password: text('password'),
        remember: isRemembered,
        device: readDeviceTokens(),
      })
      if (!session?.access_token || !session.user) throw new ApiError(0, { message: t('login.unexpected') })
      storeDeviceToken(session.device_token)
      startSession(session, isRemembered)
      onSignedIn(session.user, session.home)
    },
    { onRejected },
  )
  const { error } = formState
  return (
    <PlainForm sending={formState} submitLabel={submitLabel}>
      <TextField
        label={t(isByEmail ? 'lvl_sing_up_email' : 'lvl_sing_up_username')}
        hint={!isByEmail && t('login.username_hint')}
        name="username"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={error('username')}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        error={error('password')}
      />
      {isByEmail && <CheckField label={t('login.remember')} name="remember" hint={t('login.remember_hint')} />}
      <p>
        <Link to={href('forgotPassword', null, { next: nextPath })}>{t('login.forgot')}</Link>
      </p>
    </PlainForm>
  )
}
