import { saveToStorage, getStorage } from '#platform/storage.ts'

/** The storage key of the drafts in this tab. */
export const draftsKey = 'drafts'

const ownerKey = 'draftsOf'

/** Marks the drafts with their author when a session ends without a sign-out, so that they stay for that user. */
export function markDraftOwner(accountId: number): void {
  if (getStorage('sessionStorage')?.getItem(draftsKey)) saveToStorage('sessionStorage', ownerKey, String(accountId))
}

/** Deletes the drafts of another user, so that nobody sees the input of others. */
export function discardDraftsOfOthers(accountId: number): void {
  const session = getStorage('sessionStorage')
  const owner = session?.getItem(ownerKey)
  if (owner && owner !== String(accountId)) session?.removeItem(draftsKey)
  session?.removeItem(ownerKey)
}
