import { useEffect, useRef, useState, type FocusEvent, type RefObject } from 'react'
import type { AccountsApi } from '#people/accounts/contract.ts'
import { useSession } from '#people/accounts/portal/use-session.ts'
import { useApi } from '#platform/pages/page.tsx'
import { findControl } from '#ui/form/prefill.ts'
import { contactFields } from '../guest-fields.ts'
import type { LoginPrompt } from './booking-dialogs.tsx'

const maxGuestsByTab = { account: 18, guest: 10 }
export type Tab = keyof typeof maxGuestsByTab

/** The person who books: a guest without an account (the default), or a member, who may have to sign in first. */
export function useBooker() {
  const { user } = useSession()
  const [chosenTab, chooseTab] = useState<Tab>('guest')
  const loginPrompt = useLoginPrompt()
  const tab = user ? 'account' : chosenTab
  return {
    user,
    tab,
    choose: chooseTab,
    login: loginPrompt,
    maxGuests: maxGuestsByTab[user?.role === 'guest' ? 'guest' : tab],
  }
}
export type Booker = ReturnType<typeof useBooker>

/** Opens the sign-in dialog when a field gets the focus, but only once. */
function useLoginPrompt(): LoginPrompt & { promptOnce(event: FocusEvent): void } {
  const [isOpen, setOpen] = useState(false)
  const wasShown = useRef(false)
  function openPrompt() {
    wasShown.current = true
    setOpen(true)
  }
  function promptOnce({ target }: FocusEvent) {
    if (!wasShown.current && target.matches('input, select, textarea')) openPrompt()
  }
  return { open: isOpen, openPrompt, promptOnce, close: () => setOpen(false) }
}

/** Fills in the known contact data. Loads nothing if the form is complete, as when a new guest submits it. */
export function useProfilePrefill(form: RefObject<HTMLFormElement | null>): void {
  const { user } = useSession()
  const api = useApi<AccountsApi>()
  useEffect(() => {
    if (!user || !form.current || contactFields.every((name) => findControl(form.current!, name)?.value)) return
    import('./profile-prefill.ts').then(
      ({ prefillProfile }) => prefillProfile(form, user, api),
      (error: unknown) => console.error('Error fetching data', error),
    )
  }, [user, api, form])
}
