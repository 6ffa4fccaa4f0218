import { keep, storage } from '#platform/storage.ts'

/** Where this tab keeps what is half written. */
export const draftsKey = 'drafts'

const ownerKey = 'draftsOf'

/** Whoever typed them is gone without having said so: they wait for that one. */
export function leaveDrafts(accountId: number): void {
  if (storage('sessionStorage')?.getItem(draftsKey)) keep('sessionStorage', ownerKey, String(accountId))
}

/** Nobody is shown what another has typed. */
export function meetDrafts(accountId: number): void {
  const kept = storage('sessionStorage')
  const owner = kept?.getItem(ownerKey)
  if (owner && owner !== String(accountId)) kept?.removeItem(draftsKey)
  kept?.removeItem(ownerKey)
}
