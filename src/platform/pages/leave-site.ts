import { saveToStorage } from '../storage.ts'

/**
 * Goes to another site that returns to a different page. The tab stores the path it left. With `replace`, the browser's
 * back button skips the current page.
 */
export function goToOtherSite(
  url: string,
  from = location.pathname + location.search,
  method: 'assign' | 'replace' = 'assign',
): void {
  saveToStorage('sessionStorage', 'left', from)
  location[method](url)
}
