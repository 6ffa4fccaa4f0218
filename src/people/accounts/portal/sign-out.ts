import { navigate } from '#platform/pages/navigate.ts'
import { href, type Language } from '#routes/public.ts'
import type { AccountsApi } from '../contract.ts'
import { clearSession } from './session.ts'

/** Ends the session here, and on the server if it can be reached. */
export function signOut(api: Pick<AccountsApi, 'logout'>, language: Language): void {
  void api.logout({}).catch(() => {})
  clearSession()
  navigate(href('login'), language)
}
