import { keep } from '../storage.ts'

/** Goes to another site that returns to a different page. The tab stores the path it left. */
export function leaveFor(url: string, from = location.pathname + location.search): void {
  keep('sessionStorage', 'left', from)
  location.assign(url)
}
