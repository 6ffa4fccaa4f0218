import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, isNotFound } from '#platform/errors.ts'
import { useShowNotFound, useRoute } from '#platform/pages/page.tsx'
import { useSession } from '../portal/use-session.ts'

/**
 * Loads data of the signed-in user in the browser, because server-rendered pages do not contain it. A missing or
 * foreign record shows the "not found" page. `MemberPage` handles an ended session.
 */
export function useOwnData<Data extends object>(request: (attempt: number) => Promise<Data>) {
  const { path } = useRoute()
  const { user } = useSession()
  const showNotFound = useShowNotFound()
  const [result, setResult] = useState<Data | 'loading' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const requestNow = useEffectEvent(request)
  const handleError = useEffectEvent((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return
    if (isNotFound(error)) return showNotFound()
    console.error('Error fetching data', error)
    setResult('failed')
  })
  const id = user?.id
  useEffect(() => {
    if (id === undefined) return
    let isStale = false
    requestNow(attempt).then(
      (data) => !isStale && setResult(data),
      (error: unknown) => !isStale && handleError(error),
    )
    return () => {
      isStale = true
    }
  }, [path, id, attempt])

  const reload = () => setAttempt(attempt + 1)
  function retry() {
    setResult('loading')
    reload()
  }
  /** `reload` keeps the old data on screen until the answer arrives; `retry` shows the loading state. */
  return { result, retry, reload }
}
