import { navigate, usePlace, useWords } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import type { User } from '../contract.ts'
import { safeNextPath } from './safe-next-path.ts'

/** Where a sign-in leads: to where one was going, else to a place of one's own, or the page that it is for. */
export function useWayOn(otherwise: 'dashboard' | 'packages'): (user: User, home?: string) => void {
  const { language } = useWords()
  const next = useNext()
  return (_, home = href(otherwise)) => navigate(safeNextPath(next ?? null, home), language, 'replace')
}

/** Where somebody was going, as the address has it: for the links between the pages that are on the way, which all read it. */
export const useNext = (): string | undefined => usePlace().query.get('next') ?? undefined
