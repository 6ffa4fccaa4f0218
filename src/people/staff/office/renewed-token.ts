import { getStorage } from '#platform/storage.ts'
import { readSession, readToken } from '../../accounts/portal/session.ts'

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
}
