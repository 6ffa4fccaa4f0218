import type { Page } from 'playwright-core'
import { ACTION_TOAST_MS, TOAST_MS } from '#ui/toast-times.ts'

declare global {
  interface Window {
    endToasts: () => void
  }
}

/**
 * Keeps toasts on the pages of a visit until `window.endToasts()`, so that a slow machine finds them before they
 * disappear.
 */
export const holdToasts = async (page: Page): Promise<void> =>
  void (await page.context().addInitScript(holdToastTimers, [TOAST_MS, ACTION_TOAST_MS]))

function holdToastTimers(toasts: readonly number[]): void {
  const { setTimeout: originalSetTimeout } = window
  const heldTimers: (() => void)[] = []
  window.setTimeout = ((run: () => void, ms?: number, ...args: []) =>
    ms !== undefined && toasts.includes(ms)
      ? -heldTimers.push(run)
      : originalSetTimeout(run, ms, ...args)) as typeof setTimeout
  window.endToasts = () => {
    for (const end of heldTimers.splice(0)) end()
  }
}
