import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ApiError } from '../platform/client.ts'
import { go, Link, useApi, useWords, type Page } from '../platform/page.tsx'
import type { FieldErrors } from '../platform/refused.ts'
import { Button } from '../ui/button.tsx'
import { focusFirstError, PasswordField, TextField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { href } from '../urls.ts'
import styles from './account-form.module.css'
import type { AccountsApi } from './contract.ts'
import { NeedsScripts } from './needs-scripts.tsx'
import { Portal } from './portal.tsx'
import { PASSWORD_MIN_LETTERS } from './password-rule.ts'

export const signUpPage: Page<AccountsApi, unknown> = {
  head: (_, { t }) => ({ title: t('signup.title'), hidden: true }),
  View: SignUpView,
}

function SignUpView() {
  const { t } = useWords()
  return (
    <Portal heading={t('signup.heading')} text={t('signup.text')}>
      <SignUpForm />
      <NeedsScripts />
      <p>
        {t('lvl_alreadyhaveaccount')} <Link to={href('login')}>{t('level_sign_in')}</Link>
      </p>
    </Portal>
  )
}

function SignUpForm() {
  const { t, language } = useWords()
  const api = useApi<AccountsApi>()
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState({ password: '', again: '' })
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  useEffect(() => focusFirstError(form.current), [errors])

  function onInput({ currentTarget }: FormEvent<HTMLFormElement>) {
    const { password, password_confirmation } = answersIn(currentTarget)
    setTyped({ password, again: password_confirmation })
  }
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setErrors({})
    try {
      await api.userRegister(answersIn(event.currentTarget))
      toast(t('signup.done'))
      go(href('login'), language)
    } catch (error) {
      setErrors(failure(error))
      setBusy(false)
    }
  }
  function failure(error: unknown): FieldErrors {
    if (error instanceof ApiError && error.status === 422) return error.errors
    console.error('Registration failed', error)
    return { form: [error instanceof ApiError ? error.message || t('error.unexpected') : t('failure.offline')] }
  }
  const error = (name: string) => errors[name]?.[0]
  const isLongEnough = [...typed.password].length >= PASSWORD_MIN_LETTERS

  return (
    <form ref={form} method="dialog" className={`${styles.form} needs-scripts`} noValidate onSubmit={onSubmit} onInput={onInput}>
      {error('form') && (
        <p role="alert" className={styles.failure}>
          {error('form')}
        </p>
      )}
      <TextField label={t('lvl_sing_up_name')} name="name" autoComplete="name" error={error('name')} />
      <TextField label={t('lvl_sing_up_email')} name="email" type="email" autoComplete="email" error={error('email')} />
      <TextField
        label={t('lvl_sing_up_username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={error('username')}
      />
      <PasswordField
        label={t('lvl_sing_up_password')}
        name="password"
        autoComplete="new-password"
        hint={
          !error('password') && (
            <Rule isMet={isLongEnough} text={t('signup.password_rule', { min: PASSWORD_MIN_LETTERS })} />
          )
        }
        error={error('password')}
      />
      <PasswordField
        label={t('lvl_sing_up_repassword')}
        name="password_confirmation"
        autoComplete="new-password"
        hint={typed.again && <Rule isMet={typed.again === typed.password} text={t('signup.password_same')} />}
        error={error('password_confirmation')}
      />
      <TextField
        label={t('lvl_ref_code_op')}
        name="inviteCode"
        autoComplete="off"
        autoCapitalize="characters"
        error={error('inviteCode')}
      />
      <Button type="submit" busy={busy}>
        {busy ? t('login.submitting') : t('level_sign_up')}
      </Button>
    </form>
  )
}

/** As the server has it: it decides. */
/** A rule that shows, while one types, whether it is kept. */
function Rule({ isMet, text }: { isMet: boolean; text: string }) {
  const { t } = useWords()
  return (
    <span className={styles.rule} data-met={isMet}>
      {text}
      {isMet && <span className="visually-hidden"> ({t('signup.rule_met')})</span>}
    </span>
  )
}

function answersIn(form: HTMLFormElement) {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  return {
    name: text('name'),
    email: text('email'),
    username: text('username'),
    password: text('password'),
    password_confirmation: text('password_confirmation'),
    inviteCode: text('inviteCode'),
  }
}
