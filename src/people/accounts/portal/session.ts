import { useSyncExternalStore } from 'react'
import { storage } from '#platform/storage.ts'
import { leaveDrafts, meetDrafts } from '#ui/form/whose-drafts.ts'
import { href } from '#routes/public.ts'
import type { Session, User } from '../contract.ts'

interface Known {
  user: User | null
  /** The user whose session expired or was ended in another tab. */
  lostUser: User | null
}

/** The user of this tab. Nobody is signed in during server rendering and the first paint. */
export const useSession = (): Known => useSyncExternalStore(subscribe, readSession, () => nobody)

/** Stores the session in the tab. A remembered session is also stored in the browser, for tabs without their own. */
export function startSession({ user, access_token }: Session, remembered = false): void {
  purge()
  lostUser = null
  meetDrafts(user.id)
  for (const kind of remembered ? places : [places[0]]) {
    storage(kind)?.setItem('token', access_token)
    storage(kind)?.setItem('user', JSON.stringify(user))
  }
  tellAll()
}

/** Call it before a new sign-in. */
export function dropSession(): void {
  purge()
  tellAll()
}

/** Ends the session when the user signs out, in every tab that shares it. */
export function clearSession(): void {
  const token = readToken()
  lostUser = null
  if (token) storage('localStorage')?.setItem('ended', token)
  storage('localStorage')?.removeItem('ended')
  purge()
  storage('sessionStorage')?.clear()
  tellAll()
}

/**
 * Ends the session because the server rejected the token or another tab ended it. Drafts stay for the same user only.
 */
export function loseSession(): void {
  lostUser = last.session.user ?? lostUser
  if (lostUser) leaveDrafts(lostUser.id)
  purge()
  tellAll()
}

/** Updates the stored name of the signed-in user. */
export function renameUser(name: string): void {
  const { user } = readSession()
  for (const kind of places) {
    if (storage(kind)?.getItem('user')) storage(kind)?.setItem('user', JSON.stringify({ ...user, name }))
  }
  tellAll()
}

export const readToken = (): string | null => read('token')?.replace(/^"|"$/g, '') || null

/** The sign-in page that leads to the given path afterwards. */
export const signInPath = (next: string, ended?: 'ended'): string => href('login', null, { next, ended: ended && 1 })

const places = ['sessionStorage', 'localStorage'] as const
const read = (name: string) =>
  storage('sessionStorage')?.getItem(name) ?? storage('localStorage')?.getItem(name) ?? null

function purge(): void {
  for (const kind of places) for (const name of ['token', 'user']) storage(kind)?.removeItem(name)
}

const nobody: Known = { user: null, lostUser: null }
const listeners = new Set<() => void>()
let lostUser: User | null = null
let last = { token: null as string | null, storedUser: null as string | null, lostUser: null as User | null, session: nobody }

function tellAll(): void {
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', hearOtherTabs)
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** Browsers send storage events to every tab except the one that wrote. */
function hearOtherTabs({ key, newValue }: StorageEvent): void {
  if (key === 'ended' && newValue && newValue === last.token) loseSession()
  else if (key === 'user') tellAll()
}

/**
 * Returns the same object until the stored data changes, because React compares by identity. A token without a user
 * counts as signed out.
 */
export function readSession(): Known {
  const token = readToken()
  const storedUser = read('user')
  if (token !== last.token || storedUser !== last.storedUser || lostUser !== last.lostUser)
    last = { token, storedUser, lostUser, session: { user: token && storedUser ? parseUser(storedUser) : null, lostUser } }
  return last.session
}

function parseUser(json: string): User | null {
  try {
    return JSON.parse(json) as User
  } catch {
    return null
  }
}
