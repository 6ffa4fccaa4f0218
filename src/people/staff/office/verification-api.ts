import { ApiError } from '#platform/errors.ts'
import { wrapCalls } from '#platform/http/wrap-calls.ts'

/** Shows the verification dialog. Set by the component that renders it. */
let showVerificationPrompt: (() => Promise<boolean>) | null = null

export function setVerificationPrompt(prompt: () => Promise<boolean>): () => void {
  showVerificationPrompt = prompt
  return () => {
    if (showVerificationPrompt === prompt) showVerificationPrompt = null
  }
}

/** Wraps an API: a call that requires a recent verification is repeated after the user has verified. */
export const withVerification = <Api extends object>(api: Api): Api =>
  wrapCalls(api, async (call) => {
    try {
      return await call()
    } catch (error) {
      if (!needsVerification(error) || !(await showVerificationPrompt?.())) throw error
      return call()
    }
  })

const needsVerification = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.errors['proof'] !== undefined
