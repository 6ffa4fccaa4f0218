import { saveToStorage } from '../storage.ts'

/** Goes to another site that returns to a different page. The tab stores the path it left. */
export function leaveSite(url: string, from = location.pathname + location.search): void {
  saveToStorage('sessionStorage', 'left', from)
  location.assign(url)
}
