import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'

/** Runs an action. `failure` is the error of the server or the default error. */
export function useAction(defaultError: string, onFailure?: () => void) {
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  async function run(action: () => Promise<void>): Promise<void> {
    setFailure('')
    setBusy(true)
    try {
      await action()
    } catch (error) {
      setFailure((error instanceof ApiError && error.message) || defaultError)
      onFailure?.()
    }
    setBusy(false)
  }
  return { run, isBusy, failure }
}
