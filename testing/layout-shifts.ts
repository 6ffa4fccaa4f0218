import type { Page } from 'playwright-core'

declare global {
  interface Window {
    shift: number
  }
}

/** Sums up the layout shifts of a page since its first frame. Runs in the page. */
export function watchLayoutShifts(): void {
  window.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * Waits for the fonts of a page and sets the sum to zero. The shifts of late fonts depend on the fonts of the machine,
 * so a test about another cause of shifts calls this first.
 */
export async function forgetShiftsOfFonts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    // Layout shifts are reported with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    window.shift = 0
  })
}
