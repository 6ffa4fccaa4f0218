import { go, useWords } from '../../platform/pages/page.tsx'
import { href } from '../../urls.ts'
import { ownPath } from './own-path.ts'

/** Where a sign-in leads: to where one was going, else to the page that it is for. */
export function useWayOn(otherwise: 'dashboard' | 'packages'): () => void {
  const { language } = useWords()
  return () => {
    const next = ownPath(new URLSearchParams(location.search).get('next'), href(otherwise))
    go(next, language, 'replace')
  }
}
