import { useRef, useState, type FormEvent } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { ErrorsDialog } from '#ui/form/errors-dialog.tsx'
import { TextField } from '#ui/form/field.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { href } from '#routes/public.ts'
import { PlainForm } from '#ui/form/plain-form.tsx'
import type { AccountsApi, Profile, RoleOption } from '../contract.ts'
import { MemberSection } from './member-section.tsx'
import { PendingEmail } from './pending-email.tsx'
import styles from './profile-page.module.css'
import { renameUser } from '../portal/session.ts'
import { useForm } from '#ui/form/use-form.ts'

/** The API expects this field in every profile and ignores it. */
const IGNORED_STATUS = 1

/** `onPendingEmail` runs after saving if a new email address waits for confirmation. */
export function ProfileForm({
  profile,
  roles,
  isJustSaved,
  onPendingEmail,
}: {
  profile: Profile
  roles: readonly RoleOption[]
  /** Whether the form is shown again right after the user saved it. */
  isJustSaved: boolean
  onPendingEmail: () => void
}) {
  const { t, language } = useTranslator()
  const api = useApi<AccountsApi>()
  const showToast = useToast()
  const savedProfile = { ...profile, company: profile.company_name }
  const isEmailTypedRef = useRef(false)
  const formState = useForm(
    async ({ text }) => {
      // Unchanged fields are not sent, because they may have changed elsewhere. Retyping the current address withdraws
      // a pending one, or brings a new link to confirm it.
      const isChanged = (name: FieldName) =>
        text(name) !== savedProfile[name] || (name === 'email' && isEmailTypedRef.current)
      const changedFields: Partial<Record<FieldName, string>> = {}
      for (const name of fieldNames) if (isChanged(name)) changedFields[name] = text(name)
      const password = text('old_password')
      await api.updateBookingUser({
        ...changedFields,
        ...(password && { old_password: password }),
        rule_id: profile.role_id,
        status: IGNORED_STATUS,
      })
      if (changedFields.name) renameUser(changedFields.name.trim())
      showToast(t('profile.saved'))
      const isNewAddress = text('email').trim().toLowerCase() !== profile.email.toLowerCase()
      if (isNewAddress) onPendingEmail()
      else navigate(href('dashboard'), language)
    },
    { inDialog: [422], draftFields: fieldNames },
  )
  const { error, form } = formState
  const [pendingEmail, setPendingEmail] = useState(profile.pending_email)
  // A new email address or username requires the password.
  const [changedNames, setNewNames] = useState({ email: false, username: false })
  const trackChange =
    (name: keyof typeof changedNames) =>
    ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) => {
      if (name === 'email') isEmailTypedRef.current = true
      setNewNames({ ...changedNames, [name]: value.trim().toLowerCase() !== profile[name].toLowerCase() })
    }
  const needsPassword = changedNames.email || changedNames.username || error('old_password') !== undefined
  const role = roles.find(({ id }) => id === profile.role_id)

  return (
    <MemberSection title={t('profile.details')} text={t('profile.details_text')}>
      {pendingEmail && (
        <PendingEmail email={pendingEmail} isJustRequested={isJustSaved} onWithdrawn={onEmailWithdrawn} />
      )}
      <PlainForm sending={formState} submitLabel={t('profile.submit')} className={styles.details}>
        <TextField {...getFieldProps('name')} autoComplete="name" />
        <TextField
          {...getFieldProps('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          onInput={trackChange('username')}
        />
        <TextField
          {...getFieldProps('email')}
          type="email"
          autoComplete="email"
          hint={t('profile.email_hint')}
          onInput={trackChange('email')}
        />
        <TextField {...getFieldProps('phone')} type="tel" autoComplete="tel" hint={t('profile.phone_hint')} />
        <TextField {...getFieldProps('company')} autoComplete="organization" />
        {role && (
          <dl className={styles.role}>
            <dt>{t('profile.role')}</dt>
            <dd>{t(roleLabels[role.name])}</dd>
          </dl>
        )}
        {needsPassword && (
          <PasswordField
            name="old_password"
            label={t(labelKeys.old_password)}
            autoComplete="current-password"
            hint={t('profile.password_hint')}
            error={error('old_password')}
          />
        )}
      </PlainForm>
      <ErrorsDialog sending={formState} />
    </MemberSection>
  )

  function onEmailWithdrawn() {
    setPendingEmail('')
    form.ref.current?.querySelector<HTMLElement>('[name=email]')?.focus()
  }
  function getFieldProps(name: FieldName) {
    return { name, label: t(labelKeys[name]), error: error(name), defaultValue: savedProfile[name] }
  }
}

const fieldNames = ['name', 'username', 'email', 'phone', 'company'] as const
type FieldName = (typeof fieldNames)[number]
const labelKeys = {
  name: 'lvl_sing_up_name',
  username: 'lvl_sing_up_username',
  email: 'lvl_sing_up_email',
  phone: 'profile.phone',
  company: 'profile.company',
  old_password: 'profile.password',
} as const
const roleLabels = {
  guest: 'profile.role_guest',
  member: 'profile.role_member',
  staff: 'profile.role_staff',
  owner: 'profile.role_owner',
} as const
