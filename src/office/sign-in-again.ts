import { readSession, signInPath } from '#people/accounts/portal/session.ts'
import { parsePlace } from '#platform/pages/registry.ts'
import { inLanguage, queryString } from '#routes/public.ts'

export const isSignedIn = (): boolean => readSession().user !== null

/** Returns the sign-in path that leads back to the current page. */
export function signInAgainPath(ended?: 'ended'): string {
  const { path, query, language } = parsePlace(new URL(location.href))
  return inLanguage(signInPath(path + queryString(Object.fromEntries(query)), ended), language)
}
