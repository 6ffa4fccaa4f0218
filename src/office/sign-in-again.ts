import { readSession, buildSignInPath } from '#people/accounts/portal/session.ts'
import { parseRoute } from '#platform/pages/registry.ts'
import { inLanguage, queryString } from '#routes/public.ts'

export const isSignedIn = (): boolean => readSession().user !== null

/** Returns the sign-in path that leads back to the current page. */
export function signInAgainPath(reason?: 'ended'): string {
  const { path, query, language } = parseRoute(new URL(location.href))
  return inLanguage(buildSignInPath(path + queryString(Object.fromEntries(query)), reason), language)
}
