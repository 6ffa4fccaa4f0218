import { navigate, useApi, useTranslator } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import type { AccountsApi } from '../contract.ts'
import { clearSession } from './session.ts'

/** Ends the session here, and on the server if it can be reached. */
export function useSignOut(): () => void {
  const { language } = useTranslator()
  const api = useApi<AccountsApi>()
  return () => {
    void api.logout({}).catch(() => {})
    clearSession()
    navigate(href('login'), language)
  }
}
