import { useState } from 'react'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { href } from '#routes/public.ts'
import { PlainForm } from '#ui/form/plain-form.tsx'
import type { AccountsApi } from '../contract.ts'
import { MemberPage } from './member-page.tsx'
import { MemberSection } from './member-section.tsx'
import { NewPassword } from '../portal/new-password.tsx'
import { Outcome } from '../portal/outcome.tsx'
import styles from './profile-page.module.css'
import { useForm } from '#ui/form/use-form.ts'
import { useOwnData } from './use-own-data.ts'

export const passwordPage: Page<AccountsApi, unknown> = {
  requiresSignIn: true,
  head: (_, { t }) => ({ title: t('password.title'), hidden: true }),
  View: PasswordView,
}

function PasswordView() {
  const { t } = useTranslator()
  const [isChanged, setChanged] = useState(false)
  return (
    <MemberPage title={t('password.title')}>
      <MemberSection title={t('password.heading')} text={t('password.text')}>
        {isChanged ? (
          <Outcome
            title={t('password.done')}
            action={<ButtonLink to={href('dashboard')}>{t('password.to_dashboard')}</ButtonLink>}
          >
            <p>{t('password.done_text')}</p>
          </Outcome>
        ) : (
          <PasswordForm onChanged={() => setChanged(true)} />
        )}
      </MemberSection>
    </MemberPage>
  )
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslator()
  const api = useApi<AccountsApi>()
  const showToast = useToast()
  // Password managers need the username to match the account.
  const { result } = useOwnData(() => api.getUserRow({}))
  const formState = useForm(async ({ text }) => {
    await api.updatePassword({
      old_password: text('old_password'),
      new_password: text('new_password'),
      new_password_confirmation: text('new_password_confirmation'),
    })
    showToast(t('password.done'))
    onChanged()
  })
  const { error } = formState
  return (
    <PlainForm sending={formState} submitLabel={t('password.submit')} className={styles.narrow}>
      <input
        className="visually-hidden"
        name="username"
        autoComplete="username"
        value={typeof result === 'object' ? result.data.username : ''}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        label={t('login.password')}
        name="old_password"
        autoComplete="current-password"
        hint={t('password.old_hint')}
        error={error('old_password')}
      />
      <NewPassword
        first={{ name: 'new_password', label: t('password.new') }}
        repetition={{ name: 'new_password_confirmation', label: t('password.again') }}
        sending={formState}
      />
    </PlainForm>
  )
}
