import { keep } from '../storage.ts'

/** To a page of another site, from which one comes back elsewhere: the tab keeps where it was left. */
export function leaveFor(url: string, from = location.pathname + location.search): void {
  keep('sessionStorage', 'left', from)
  location.assign(url)
}
