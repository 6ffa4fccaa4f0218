import { useSyncExternalStore } from 'react'
import { storage } from '#platform/storage.ts'
import { leaveDrafts, meetDrafts } from '#ui/form/whose-drafts.ts'
import { href } from '#routes/public.ts'
import type { Session, User } from '../contract.ts'

interface Known {
  user: User | null
  /** Whose session is over without their having ended it here: by time, or in another tab. */
  lost: User | null
}

/** Who is signed in, in this tab. Nobody, as far as the server and the first paint know. */
export const useSession = (): Known => useSyncExternalStore(subscribe, readSession, () => nobody)

/** A session is kept by its tab; one that is remembered also by the browser, for the tabs that have none of their own. */
export function startSession({ user, access_token }: Session, remembered = false): void {
  purge()
  lost = null
  meetDrafts(user.id)
  for (const kind of remembered ? places : [places[0]]) {
    storage(kind)?.setItem('token', access_token)
    storage(kind)?.setItem('user', JSON.stringify(user))
  }
  tellAll()
}

/** Before a new sign-in. */
export function dropSession(): void {
  purge()
  tellAll()
}

/** By the person: in every tab that has the same session. */
export function clearSession(): void {
  const token = readToken()
  lost = null
  if (token) storage('localStorage')?.setItem('ended', token)
  storage('localStorage')?.removeItem('ended')
  purge()
  storage('sessionStorage')?.clear()
  tellAll()
}

/**
 * The server no longer takes the token, or another tab has ended the session. What was typed here waits for whoever comes
 * back, and for nobody else.
 */
export function loseSession(): void {
  lost = last.session.user ?? lost
  if (lost) leaveDrafts(lost.id)
  purge()
  tellAll()
}

/** The name of whoever is signed in has changed. */
export function renameUser(name: string): void {
  const { user } = readSession()
  for (const kind of places) {
    if (storage(kind)?.getItem('user')) storage(kind)?.setItem('user', JSON.stringify({ ...user, name }))
  }
  tellAll()
}

export const readToken = (): string | null => read('token')?.replace(/^"|"$/g, '') || null

/** The sign-in page, for someone who was on the way to a path of ours. */
export const signInPath = (next: string, ended?: 'ended'): string => href('login', null, { next, ended: ended && 1 })

const places = ['sessionStorage', 'localStorage'] as const
const read = (name: string) =>
  storage('sessionStorage')?.getItem(name) ?? storage('localStorage')?.getItem(name) ?? null

function purge(): void {
  for (const kind of places) for (const name of ['token', 'user']) storage(kind)?.removeItem(name)
}

const nobody: Known = { user: null, lost: null }
const listeners = new Set<() => void>()
let lost: User | null = null
let last = { token: null as string | null, kept: null as string | null, lost: null as User | null, session: nobody }

function tellAll(): void {
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', hearOtherTabs)
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** What is kept by the browser is told to all tabs but the one that keeps it. */
function hearOtherTabs({ key, newValue }: StorageEvent): void {
  if (key === 'ended' && newValue && newValue === last.token) loseSession()
  else if (key === 'user') tellAll()
}

/** The same object until what is kept changes: React compares it by identity. A token of nobody counts as none. */
export function readSession(): Known {
  const token = readToken()
  const kept = read('user')
  if (token !== last.token || kept !== last.kept || lost !== last.lost)
    last = { token, kept, lost, session: { user: token && kept ? parseUser(kept) : null, lost } }
  return last.session
}

function parseUser(kept: string): User | null {
  try {
    return JSON.parse(kept) as User
  } catch {
    return null
  }
}
