import { navigate } from '#platform/pages/navigate.ts'
import { useRoute, useTranslator } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import type { User } from '../contract.ts'
import { toSafeNextPath } from './safe-next-path.ts'

/**
 * Returns a function that continues after sign-in: to the `next` path, to the user's start page, or to the given page.
 */
export function useContinueAfterSignIn(fallback: 'dashboard' | 'packages'): (user: User, home?: string) => void {
  const { language } = useTranslator()
  const nextPath = useNextPath()
  return (_, home = href(fallback)) => navigate(toSafeNextPath(nextPath ?? null, home), language, 'replace')
}

/** The path to open after sign-in. Links between the sign-in pages pass it on. */
export const useNextPath = (): string | undefined => useRoute().query.get('next') ?? undefined
