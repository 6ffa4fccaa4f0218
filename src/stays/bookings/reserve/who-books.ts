import { useEffect, useRef, useState, type FocusEvent, type RefObject } from 'react'
import type { AccountsApi } from '#people/accounts/contract.ts'
import { useSession } from '#people/accounts/portal/session.ts'
import { useApi } from '#platform/pages/page.tsx'
import { fillIn } from '#ui/form/fill-in.ts'
import type { LoginQuestion } from './booking-questions.tsx'
import { knownOf } from './made-booking.ts'

const maxGuests = { account: 18, guest: 10 }
export type Tab = keyof typeof maxGuests

/** Who books: a guest without an account, which is the default, or a member, who may have to sign in first. */
export function useWhoBooks() {
  const { user } = useSession()
  const [chosen, choose] = useState<Tab>('guest')
  const login = useLoginQuestion()
  const tab = user ? 'account' : chosen
  return { user, tab, choose, login, most: maxGuests[user?.role === 'guest' ? 'guest' : tab] }
}
export type WhoBooks = ReturnType<typeof useWhoBooks>

/** Opens the sign-in dialog when a field gets the focus, but only once. */
function useLoginQuestion(): LoginQuestion & { askOnce(event: FocusEvent): void } {
  const [open, setOpen] = useState(false)
  const asked = useRef(false)
  function ask() {
    asked.current = true
    setOpen(true)
  }
  function askOnce({ target }: FocusEvent) {
    if (!asked.current && target.matches('input, select, textarea')) ask()
  }
  return { open, ask, askOnce, close: () => setOpen(false) }
}

/** Fills in the contact data that is already known. */
export function useProfile(form: RefObject<HTMLFormElement | null>): void {
  const { user } = useSession()
  const api = useApi<AccountsApi>()
  useEffect(() => {
    if (!user) return
    if (user.role === 'guest') return fillIn(form.current!, knownOf(user.name))
    api.getUserRow({}).then(
      ({ data: { name, email, phone } }) => form.current && fillIn(form.current, { name, email, phone }),
      (error: unknown) => console.error('Error fetching data', error),
    )
  }, [user, api, form])
}
