import { systemClock } from '#platform/clock.ts'
import { getStorage, saveToStorage } from '#platform/storage.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** The storage key of the drafts in this tab. */
export const draftsKey = 'drafts'

/** The time that the user has to sign in again after the session was lost. Then the data of the tab are deleted. */
export const SIGN_IN_AGAIN_MS = 15 * MINUTE_MS

/** The storage key of the mark: the time at which the data of the tab are deleted, and the ID of their user. */
const tabOwnerKey = 'tabOwner'

/** Marks the data of the tab with their user when a session ends without a sign-out. */
export function markTabOwner(accountId: number): void {
  if (getStorage('sessionStorage')?.length)
    saveToStorage('sessionStorage', tabOwnerKey, `${systemClock() + SIGN_IN_AGAIN_MS} ${accountId}`)
  clearTabWhenDue()
}

/** Deletes the data of another user, so that nobody sees the input and the bookings of others. */
export function clearTabOfOthers(accountId: number): void {
  const storage = getStorage('sessionStorage')
  if (storage?.getItem(tabOwnerKey)?.endsWith(` ${accountId}`) === false) storage.clear()
  storage?.removeItem(tabOwnerKey)
}

/** Deletes the data of the tab if its user does not sign in again in time. */
export function clearTabWhenDue(): void {
  const storage = getStorage('sessionStorage')
  const tabOwnerMark = storage?.getItem(tabOwnerKey)
  if (tabOwnerMark)
    setTimeout(
      () => storage!.getItem(tabOwnerKey) === tabOwnerMark && storage!.clear(),
      parseInt(tabOwnerMark) - systemClock(),
    )
}
