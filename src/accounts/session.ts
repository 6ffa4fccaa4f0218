import { useSyncExternalStore } from 'react'
import { storage } from '../platform/storage.ts'
import { href } from '../urls.ts'
import type { Session, User } from './contract.ts'

/** Who is signed in, in this tab alone. Nobody, as far as the server and the first paint know. */
export const useSession = (): { user: User | null } => useSyncExternalStore(subscribe, readSession, () => nobody)

export function startSession({ user, access_token }: Session): void {
  const kept = storage('sessionStorage')
  kept?.removeItem('token')
  kept?.removeItem('user')
  kept?.setItem('token', access_token)
  kept?.setItem('user', JSON.stringify(user))
  for (const tell of listeners) tell()
}

export function endSession(): void {
  storage('sessionStorage')?.clear()
  for (const tell of listeners) tell()
}

export const readToken = (): string | null => storage('sessionStorage')?.getItem('token')?.replace(/^"|"$/g, '') || null

/** The sign-in page, for someone who was on the way to a path of ours. */
export const signInPath = (next: string, ended?: 'ended'): string => href('login', null, { next, ended: ended && 1 })

/** Where to go after signing in: only ever a path of this site, whatever the address bar says. */
export function ownPath(next: string | null, otherwise: string): string {
  return next && /^\/(?!\/)[^\\\s]*$/.test(next) ? next : otherwise
}

const nobody: { user: User | null } = { user: null }
const listeners = new Set<() => void>()
let last = { token: null as string | null, kept: null as string | null, session: nobody }

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** The same object until what is kept changes: React compares it by identity. */
function readSession() {
  const token = readToken()
  const kept = storage('sessionStorage')?.getItem('user') ?? null
  if (token !== last.token || kept !== last.kept)
    last = { token, kept, session: token && kept ? { user: parseUser(kept) } : nobody }
  return last.session
}

function parseUser(kept: string): User | null {
  try {
    return JSON.parse(kept) as User
  } catch {
    return null
  }
}
