import { navigate, useWords } from '../../platform/pages/page.tsx'
import { href } from '../../urls.ts'
import { safeNextPath } from './safe-next-path.ts'

/** Where a sign-in leads: to where one was going, else to the page that it is for. */
export function useWayOn(otherwise: 'dashboard' | 'packages'): () => void {
  const { language } = useWords()
  return () => {
    const next = safeNextPath(new URLSearchParams(location.search).get('next'), href(otherwise))
    navigate(next, language, 'replace')
  }
}
