import { systemClock } from '#platform/clock.ts'
import { getStorage, saveToStorage } from '#platform/storage.ts'

/** The storage key of the drafts in this tab. */
export const draftsKey = 'drafts'

/** How long a tab waits for its user to sign in again after the session has ended. */
export const SIGN_IN_AGAIN_MS = 15 * 60_000

/** The storage key of the time until which the data of the tab stay, and of their user. */
const KEY = 'draftsOf'

/** Marks the data of the tab with their user when a session ends without a sign-out. */
export function markTabOwner(accountId: number): void {
  if (getStorage('sessionStorage')?.length)
    saveToStorage('sessionStorage', KEY, `${systemClock() + SIGN_IN_AGAIN_MS} ${accountId}`)
  clearTabWhenDue()
}

/** Deletes the data of another user, so that nobody sees the input and the bookings of others. */
export function clearTabOfOthers(accountId: number): void {
  const storage = getStorage('sessionStorage')
  if (storage?.getItem(KEY)?.endsWith(` ${accountId}`) === false) storage.clear()
  storage?.removeItem(KEY)
}

/** Deletes the data of the tab if its user does not sign in again in time. */
export function clearTabWhenDue(): void {
  const storage = getStorage('sessionStorage')
  const mark = storage?.getItem(KEY)
  if (mark) setTimeout(() => storage!.getItem(KEY) === mark && storage!.clear(), parseInt(mark) - systemClock())
}
