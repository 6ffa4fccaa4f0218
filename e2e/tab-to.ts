import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { hasFocus } from '#testing/browser.ts'

/** Presses Tab, at most 100 times, until an element has the focus. */
export async function pressTabUntil(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  for (let pressCount = 0; pressCount < 100; pressCount += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${target} cannot be reached by Tab`)
}
