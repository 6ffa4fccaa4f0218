import type { Page } from 'playwright-core'

declare global {
  interface Window {
    endToasts: () => void
  }
}

/**
 * Keeps toasts on the pages of a visit until `window.endToasts()`. A toast ends after 3 or 8 seconds, so on a slow machine
 * it could be gone before a test looks for it.
 */
export const holdToasts = async (page: Page): Promise<void> =>
  void (await page.context().addInitScript(holdToastTimers))

function holdToastTimers(): void {
  const { setTimeout: later } = window
  const held: (() => void)[] = []
  window.setTimeout = ((run: () => void, ms?: number, ...given: []) =>
    ms === 3_000 || ms === 8_000 ? -held.push(run) : later(run, ms, ...given)) as typeof setTimeout
  window.endToasts = () => {
    for (const end of held.splice(0)) end()
  }
}
