import { useApi, useTranslator } from '#platform/pages/page.tsx'
import type { AccountsApi } from '../contract.ts'
import { signOut } from './sign-out.ts'

/** Returns a function that ends the session. */
export function useSignOut(): () => void {
  const { language } = useTranslator()
  const api = useApi<AccountsApi>()
  return () => signOut(api, language)
}
