import { readSession, signInPath } from '#people/accounts/portal/session.ts'
import { placeAt } from '#platform/pages/registry.ts'
import { inLanguage, queryString } from '#routes/public.ts'

export const isSignedIn = (): boolean => readSession().user !== null

/** The sign-in, and from there back to where one is. */
export function signInAgain(ended?: 'ended'): string {
  const { path, query, language } = placeAt(new URL(location.href))
  return inLanguage(signInPath(path + queryString(Object.fromEntries(query)), ended), language)
}
