import type { ChangeEvent } from 'react'
import type { AccountsApi, User } from '#people/accounts/contract.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { clearPrefilledFields } from '#ui/form/prefill.ts'
import { contactFields } from '../guest-fields.ts'
import { prefillProfile } from './profile-prefill.ts'

/** The choice to book for another person, whose contact data then replaces that of the user. Loaded on demand. */
export function ForOtherField({ user }: { user: User }) {
  const { t } = useTranslator()
  const api = useApi<AccountsApi>()
  function onChange({ currentTarget: { form, checked } }: ChangeEvent<HTMLInputElement>) {
    if (checked) clearPrefilledFields(form!, contactFields)
    else void prefillProfile({ current: form }, user, api)
  }
  return (
    <CheckField
      name="for_other_guest"
      value="1"
      label={t('booking.for_someone_else')}
      hint={t('booking.for_someone_else_hint')}
      onChange={onChange}
    />
  )
}
