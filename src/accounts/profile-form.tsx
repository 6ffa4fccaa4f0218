import { useEffect, useRef, useState } from 'react'
import { go, useApi, useWords } from '../platform/page.tsx'
import type { FieldErrors } from '../platform/refused.ts'
import { ErrorsDialog } from '../ui/errors-dialog.tsx'
import { focusFirstError, TextField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { href } from '../urls.ts'
import { AccountForm } from './account-form.tsx'
import type { AccountsApi, Profile, Role } from './contract.ts'
import { MemberPart } from './member-part.tsx'
import styles from './profile-page.module.css'
import { renameUser } from './session.ts'
import { useForm } from './use-form.ts'

/** The wire sends it with every profile; nobody can change it so. */
const STATUS = 1

/** `onPending`: saved, but for a new e-mail address that waits to be confirmed. */
export function ProfileForm({
  profile,
  roles,
  isAgain,
  onPending,
}: {
  profile: Profile
  roles: readonly Role[]
  /** Shown once more, to whoever has just sent it. */
  isAgain: boolean
  onPending: () => void
}) {
  const { t, language } = useWords()
  const api = useApi<AccountsApi>()
  const toast = useToast()
  const sending = useForm(async (text) => {
    await api.updateBookingUser({
      name: text('name'),
      email: text('email'),
      phone: text('phone'),
      company: text('company'),
      username: text('username'),
      rule_id: profile.role_id,
      status: STATUS,
    })
    renameUser(text('name').trim())
    toast(t('profile.saved'))
    const isNewAddress = text('email').trim().toLowerCase() !== profile.email.toLowerCase()
    if (isNewAddress) onPending()
    else go(href('dashboard'), language)
  })
  const { error, errors, form } = sending
  const pending = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isAgain) pending.current?.focus()
  }, [isAgain])
  const [read, setRead] = useState<FieldErrors | null>(null)
  useEffect(() => {
    if (read) focusFirstError(form.ref.current)
  }, [read, form.ref])
  const role = roles.find(({ id }) => id === profile.role_id)

  return (
    <MemberPart title={t('profile.details')} text={t('profile.details_text')}>
      {profile.pending_email && (
        <p ref={pending} tabIndex={-1} className={styles.pending}>
          {t('profile.pending', { email: profile.pending_email })}
        </p>
      )}
      <AccountForm sending={sending} submitLabel={t('profile.submit')} className={styles.details}>
        <TextField {...field('name')} autoComplete="name" defaultValue={profile.name} />
        <TextField
          {...field('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={profile.username}
        />
        <TextField
          {...field('email')}
          type="email"
          autoComplete="email"
          hint={t('profile.email_hint')}
          defaultValue={profile.email}
        />
        <TextField
          {...field('phone')}
          type="tel"
          autoComplete="tel"
          hint={t('profile.phone_hint')}
          defaultValue={profile.phone}
        />
        <TextField {...field('company')} autoComplete="organization" defaultValue={profile.company_name} />
        {role && (
          <dl className={styles.role}>
            <dt>{t('profile.role')}</dt>
            <dd>{t(roleWords[role.name])}</dd>
          </dl>
        )}
      </AccountForm>
      <ErrorsDialog
        messages={errors && errors !== read ? names.flatMap((name) => labelled(name, errors[name])) : []}
        onClose={() => setRead(errors)}
      />
    </MemberPart>
  )

  function field(name: (typeof names)[number]) {
    return { name, label: t(labels[name]), error: error(name) }
  }
  function labelled(name: (typeof names)[number], sentences: readonly string[] = []) {
    return sentences.map((sentence) => `${t(labels[name])}: ${sentence}`)
  }
}

const names = ['name', 'username', 'email', 'phone', 'company'] as const
const labels = {
  name: 'lvl_sing_up_name',
  username: 'lvl_sing_up_username',
  email: 'lvl_sing_up_email',
  phone: 'profile.phone',
  company: 'profile.company',
} as const
const roleWords = {
  guest: 'profile.role_guest',
  member: 'profile.role_member',
  staff: 'profile.role_staff',
  owner: 'profile.role_owner',
} as const
