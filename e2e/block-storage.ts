import type { Page } from 'playwright-core'

/** Makes the browser refuse to store anything, as with blocked cookies. */
export const blockStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const deniedProperty = {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    }
    Object.defineProperties(window, { localStorage: deniedProperty, sessionStorage: deniedProperty })
  })
