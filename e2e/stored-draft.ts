import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { scaleTimeout } from '#testing/patience.ts'

/** Waits until the draft with a text is stored. The script that stores drafts is loaded at the first keystroke. */
export const waitUntilStored = (page: Page, text: string) =>
  page.waitForFunction((values) => sessionStorage.getItem('drafts')?.includes(values), text)

/** Waits until the fields contain the stored text. The script that fills them in loads after the page. */
export async function waitForValue(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  const deadline = performance.now() + scaleTimeout(60_000)
  while (performance.now() < deadline && !isDeepStrictEqual(await read(), expected)) await sleep(50)
  assert.deepEqual(await read(), expected)
}
