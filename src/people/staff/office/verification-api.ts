import { ApiError } from '#platform/errors.ts'

/** Shows the verification dialog. Set by the component that renders it. */
let showVerificationPrompt: (() => Promise<boolean>) | null = null

export function setVerificationPrompt(prompt: () => Promise<boolean>): () => void {
  showVerificationPrompt = prompt
  return () => {
    if (showVerificationPrompt === prompt) showVerificationPrompt = null
  }
}

/** Wraps an API: a call that requires a recent verification is repeated after the user has verified. */
export function withVerification<Api extends object>(api: Api): Api {
  const apiMethods = Object.entries(api) as [string, (input: unknown, options?: unknown) => Promise<unknown>][]
  return Object.fromEntries(
    apiMethods.map(([name, call]) => [
      name,
      async (input: unknown, options?: unknown) => {
        try {
          return await call(input, options)
        } catch (error) {
          if (!needsVerification(error) || !(await showVerificationPrompt?.())) throw error
          return call(input, options)
        }
      },
    ]),
  ) as Api
}

const needsVerification = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.errors['proof'] !== undefined
