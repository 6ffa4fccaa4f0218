import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ApiError } from '../platform/client.ts'
import { useApi, useWords } from '../platform/page.tsx'
import type { FieldErrors } from '../platform/refused.ts'
import { Button } from '../ui/button.tsx'
import { focusFirstError, PasswordField, TextField } from '../ui/field.tsx'
import type { AccountsApi } from './contract.ts'
import styles from './account-form.module.css'
import { startSession } from './session.ts'

/** Username and password: on the page for signing in, and in the question that a booking asks. */
export function LoginForm({ submitLabel, onSignedIn }: { submitLabel: string; onSignedIn: () => void }) {
  const { t } = useWords()
  const api = useApi<AccountsApi>()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  useEffect(() => focusFirstError(form.current), [errors])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const username = String(data.get('username')).trim()
    setBusy(true)
    setErrors({})
    try {
      const session = await api.userLogin({ username, password: String(data.get('password')) })
      if (!session?.access_token || !session.user) return setErrors({ account: [t('login.unexpected')] })
      startSession(session)
      onSignedIn()
    } catch (error) {
      setErrors({ ...failure(error), ...(!username && { username: [t('error.required')] }) })
    } finally {
      setBusy(false)
    }
  }

  function failure(error: unknown): FieldErrors {
    if (!(error instanceof ApiError)) return { account: [t('failure.offline')] }
    if (error.status !== 422) return { account: [error.message || t('error.unexpected')] }
    return { account: [t('login.failed')], ...error.errors }
  }

  return (
    <form ref={form} method="dialog" className={`${styles.form} needs-scripts`} noValidate onSubmit={onSubmit}>
      {errors['account'] && (
        <p role="alert" className={styles.failure}>
          {errors['account'][0]}
        </p>
      )}
      <TextField
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors['username']?.[0]}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        error={errors['password']?.[0]}
      />
      <Button type="submit" busy={busy}>
        {busy ? t('login.submitting') : submitLabel}
      </Button>
    </form>
  )
}
