import { getStorage } from '#platform/storage.ts'
import { clearTabOfOthers, clearTabWhenDue, markTabOwner } from '#ui/form/tab-owner.ts'
import { href } from '#routes/public.ts'
import type { Session, User } from '../contract.ts'

export interface SessionState {
  user: User | null
  /** The user whose session expired or was ended in another tab. */
  lostUser: User | null
}

/** Stores the session in the tab. A remembered session is also stored in the browser, for tabs without their own. */
export function startSession({ user, access_token }: Session, isRemembered = false): void {
  removeStoredSession()
  pastUser = null
  clearTabOfOthers(user.id)
  for (const storageKind of isRemembered ? storageKinds : [storageKinds[0]]) {
    getStorage(storageKind)?.setItem('token', access_token)
    getStorage(storageKind)?.setItem('user', JSON.stringify(user))
  }
  notifyListeners()
}

/** Removes the stored session from the tab and from the browser. Call it before a new sign-in. */
export function dropSession(): void {
  removeStoredSession()
  notifyListeners()
}

/** Ends the session when the user signs out, in every tab that shares it. Deletes all data of this tab. */
export function clearSession(): void {
  const token = readToken()
  pastUser = null
  if (token) getStorage('localStorage')?.setItem('ended', token)
  getStorage('localStorage')?.removeItem('ended')
  removeStoredSession()
  getStorage('sessionStorage')?.clear()
  notifyListeners()
}

/**
 * Ends the session because the server rejected the token or another tab ended it. Drafts and other data of the tab stay
 * for the same user, for a quarter of an hour.
 */
export function expireSession(): void {
  const { user } = snapshot.session
  removeStoredSession()
  if (user) {
    pastUser = user
    markTabOwner(user.id)
  }
  notifyListeners()
}

/** Updates the stored name of the signed-in user. */
export function renameUser(name: string): void {
  const { user } = readSession()
  for (const storageKind of storageKinds) {
    if (getStorage(storageKind)?.getItem('user'))
      getStorage(storageKind)?.setItem('user', JSON.stringify({ ...user, name }))
  }
  notifyListeners()
}

export const readToken = (): string | null => readItem('token')?.replace(/^"|"$/g, '') || null

/** Returns the path of the sign-in page, which redirects to the given path afterwards. */
export const buildSignInPath = (next: string, reason?: 'ended'): string =>
  href('login', null, { next, ended: reason && 1 })

const storageKinds = ['sessionStorage', 'localStorage'] as const
const readItem = (name: string) =>
  getStorage('sessionStorage')?.getItem(name) ?? getStorage('localStorage')?.getItem(name) ?? null

function removeStoredSession(): void {
  for (const storageKind of storageKinds)
    for (const name of ['token', 'user']) getStorage(storageKind)?.removeItem(name)
}

export const signedOutSession: SessionState = { user: null, lostUser: null }
const listeners = new Set<() => void>()
let pastUser: User | null = null
let snapshot = {
  token: null as string | null,
  storedUser: null as string | null,
  pastUser: null as User | null,
  session: signedOutSession,
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

/** Calls the listener when the session of this tab changes. Returns a function that stops this. */
export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', onStorageEvent)
    clearTabWhenDue()
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Browsers send storage events to every tab except the one that wrote. */
function onStorageEvent({ key, newValue }: StorageEvent): void {
  if (key === 'ended' && newValue && newValue === snapshot.token) expireSession()
  else if (key === 'user') notifyListeners()
}

/**
 * Returns the same object until the stored data changes, because React compares by identity. A token without a user
 * counts as signed out.
 */
export function readSession(): SessionState {
  const token = readToken()
  const storedUser = readItem('user')
  if (token !== snapshot.token || storedUser !== snapshot.storedUser || pastUser !== snapshot.pastUser)
    snapshot = {
      token,
      storedUser,
      pastUser,
      session: { user: token && storedUser ? parseUser(storedUser) : null, lostUser: pastUser },
    }
  return snapshot.session
}

function parseUser(json: string): User | null {
  try {
    return JSON.parse(json) as User
  } catch {
    return null
  }
}
