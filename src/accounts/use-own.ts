import { useEffect, useEffectEvent, useState } from 'react'
import { go, useLose, usePlace } from '../platform/page.tsx'
import { signInPath } from './session.ts'

/**
 * What is the reader's own: no page holds it, so it is asked for when the page is awake. Whose session has ended signs in
 * and comes back; what is not there, or another one's, is the page of what is not there.
 */
export function useOwn<Answer extends object>(ask: () => Promise<Answer>) {
  const { path, language } = usePlace()
  const lose = useLose()
  const [found, setFound] = useState<Answer | 'loading' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const askNow = useEffectEvent(ask)
  const refused = useEffectEvent((error: unknown) => {
    const { status } = error as { status?: number }
    if (status === 401) return go(signInPath(path, 'ended'), language, 'replace')
    if (status === 404 || status === 422) return lose()
    console.error('Error fetching data', error)
    setFound('failed')
  })
  useEffect(() => {
    let isStale = false
    askNow().then(
      (answer) => !isStale && setFound(answer),
      (error: unknown) => !isStale && refused(error),
    )
    return () => {
      isStale = true
    }
  }, [path, attempt])

  const again = () => setAttempt(attempt + 1)
  function retry() {
    setFound('loading')
    again()
  }
  /** Again shows what was there until the answer comes. */
  return { found, retry, again }
}
