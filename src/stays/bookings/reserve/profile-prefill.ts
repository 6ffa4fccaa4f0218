import type { RefObject } from 'react'
import type { AccountsApi, User } from '#people/accounts/contract.ts'
import { fillIn } from '#ui/form/prefill.ts'
import { getKnownContactData } from './made-booking.ts'

/** Fills in the contact data of the user who is signed in. Loaded on demand. */
export async function prefillProfile(
  form: RefObject<HTMLFormElement | null>,
  user: User,
  api: AccountsApi,
): Promise<void> {
  const values =
    user.role === 'guest'
      ? getKnownContactData(user.name)
      : await api.getUserRow({}).then(({ data: { name, email, phone } }) => ({ name, email, phone }))
  if (form.current) fillIn(form.current, values)
}
