import { useEffect, useState } from 'react'
import { NewPassword } from '../../accounts/portal/new-password.tsx'
import { startSession } from '../../accounts/portal/session.ts'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Notice } from '#ui/notice.tsx'
import { inLanguage } from '#routes/public.ts'
import { officeRoot } from '#routes/office.ts'
import type { StaffOfficeApi } from './contract.ts'
import styles from './second-factor-gate.module.css'
import fields from './verification-form.module.css'

type InvitationState = { email: string; role: 'staff' | 'owner' } | { errorMessage: string } | null

/** Accepts a staff invitation. The caller is not signed in yet. */
export const welcomePage: Page<StaffOfficeApi, unknown> = {
  head: (_, { t }) => ({ title: t('sign_in.invitation_title'), hidden: true }),
  View: Welcome,
}

function Welcome() {
  const { t } = useTranslator()
  const api = useApi<StaffOfficeApi>()
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const [invitation, setInvitation] = useState<InvitationState>(
    token ? null : { errorMessage: t('account.link_incomplete') },
  )
  useEffect(() => {
    if (!token) return
    api.getInvitation({ token }).then(setInvitation, (error: unknown) => {
      const message = error instanceof ApiError && (error.errors['token']?.[0] ?? error.message)
      setInvitation({ errorMessage: message || t('failure.offline') })
    })
  }, [api, token, t])
  if (!invitation) return null
  if ('errorMessage' in invitation)
    return (
      <Notice heading="h1" tone="error" title={t('sign_in.invitation_invalid')}>
        <p>{invitation.errorMessage}</p>
      </Notice>
    )
  return <AcceptInvitation token={token} email={invitation.email} role={invitation.role} />
}

function AcceptInvitation({ token, email, role }: { token: string; email: string; role: 'staff' | 'owner' }) {
  const { t, language } = useTranslator()
  const api = useApi<StaffOfficeApi>()
  const formState = useForm(async ({ text }) => {
    const session = await api.acceptInvitation({
      token,
      name: text('name'),
      username: text('username'),
      password: text('password'),
      password_confirmation: text('password_confirmation'),
    })
    startSession(session)
    location.replace(inLanguage(officeRoot, language))
  })
  const { form, isBusy, failure, error } = formState
  return (
    <div className={styles.door}>
      <h1>{t('sign_in.invitation_title')}</h1>
      <p>{t(role === 'owner' ? 'sign_in.invitation_owner' : 'sign_in.invitation_staff', { email })}</p>
      <form {...form} className={fields.form}>
        <TextField label={t('sign_in.name')} name="name" autoComplete="name" maxLength={100} error={error('name')} />
        <TextField
          label={t('sign_in.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          error={error('username')}
        />
        <input type="hidden" name="email" value={email} />
        <NewPassword
          first={{ name: 'password', label: t('password.new') }}
          repetition={{ name: 'password_confirmation', label: t('password.again') }}
          sending={formState}
        />
        {(failure ?? error('token')) && <Failure>{(failure ?? error('token'))!}</Failure>}
        <Button type="submit" isBusy={isBusy}>
          {t('sign_in.invitation_accept')}
        </Button>
      </form>
    </div>
  )
}
