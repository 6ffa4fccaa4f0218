import { navigate, useWords } from '../../platform/pages/page.tsx'
import { href } from '../../urls.ts'
import type { User } from '../contract.ts'
import { safeNextPath } from './safe-next-path.ts'

/** Where a sign-in leads: to where one was going, else to a place of one's own, or the page that it is for. */
export function useWayOn(otherwise: 'dashboard' | 'packages'): (user: User, home?: string) => void {
  const { language } = useWords()
  return (_, home = href(otherwise)) => {
    const next = safeNextPath(new URLSearchParams(location.search).get('next'), home)
    navigate(next, language, 'replace')
  }
}
