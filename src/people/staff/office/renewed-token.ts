import { ApiError } from '#platform/errors.ts'
import { wrapCalls } from '#platform/http/wrap-calls.ts'
import { getStorage } from '#platform/storage.ts'
import { expireSession, readSession, readToken } from '../../accounts/portal/session.ts'

/** How long a rejected call waits for a new token before the session ends. */
export const RENEWAL_WAIT_MS = 1_500

let channel: BroadcastChannel | undefined

/**
 * Accepts the new token of this session when the user verifies in another tab. The token is the name of the channel, so
 * only tabs of the session can use it.
 */
export function acceptRenewedToken(): void {
  channel?.close()
  const token = readToken()
  channel = token ? new BroadcastChannel(`renewed ${token}`) : undefined
  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => {
    replaceToken(data)
    acceptRenewedToken()
  })
}

/** Stores the new token of the session, here and in its other tabs. */
export function renewToken(token: string): void {
  acceptRenewedToken()
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin
  channel?.postMessage(token)
  replaceToken(token)
  acceptRenewedToken()
}

/** Replaces the token where it is stored. The browser may also store the session of another user. */
export function replaceToken(token: string): void {
  const oldToken = readToken()
  for (const storage of [getStorage('sessionStorage'), getStorage('localStorage')])
    if (storage?.getItem('token') === oldToken) storage?.setItem('token', token)
  readSession() // remembers the new token, to notice when another tab ends it
  renewals.dispatchEvent(new Event('renewed'))
}

const renewals = new EventTarget()

/**
 * Wraps an API. The server may replace the token while a call is on its way, and reject the call before the new token
 * arrives here. Such a call is repeated with the new token. Any other 401 ends the session.
 */
export const withRenewedToken = <Api extends object>(api: Api): Api =>
  wrapCalls(api, async (call) => {
    const oldToken = readToken()
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      if (readToken() === oldToken) await waitForRenewal()
      if (readToken() === oldToken) expireSession()
      if (!readToken()) throw error
      return call()
    }
  })

const waitForRenewal = (): Promise<void> =>
  new Promise((resolve) => {
    renewals.addEventListener('renewed', () => resolve(), { once: true })
    setTimeout(resolve, RENEWAL_WAIT_MS)
  })
