import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, isNotFound } from '#platform/errors.ts'
import { useShowNotFound, usePlace } from '#platform/pages/page.tsx'
import { useSession } from '../portal/session.ts'

/**
 * What is the reader's own: no page holds it, so it is asked for once the browser knows who reads. What is not there, or
 * another one's, is the page of what is not there; whose session has ended is led on by the frame of the page.
 */
export function useOwn<Answer extends object>(ask: (attempt: number) => Promise<Answer>) {
  const { path } = usePlace()
  const { user } = useSession()
  const showNotFound = useShowNotFound()
  const [found, setFound] = useState<Answer | 'loading' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const askNow = useEffectEvent(ask)
  const refused = useEffectEvent((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return
    if (isNotFound(error)) return showNotFound()
    console.error('Error fetching data', error)
    setFound('failed')
  })
  const id = user?.id
  useEffect(() => {
    if (id === undefined) return
    let isStale = false
    askNow(attempt).then(
      (answer) => !isStale && setFound(answer),
      (error: unknown) => !isStale && refused(error),
    )
    return () => {
      isStale = true
    }
  }, [path, id, attempt])

  const again = () => setAttempt(attempt + 1)
  function retry() {
    setFound('loading')
    again()
  }
  /** Again shows what was there until the answer comes. */
  return { found, retry, again }
}
