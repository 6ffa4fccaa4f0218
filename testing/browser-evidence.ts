import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'

const resultsFolder = fileURLToPath(new URL('../test-results/', import.meta.url))

/**
 * Records the actions and the console of a context. `TEST_TRACE=1` adds requests, DOM snapshots and a film strip. They
 * cost 15 to 25 % of CPU time, so they are off by default.
 */
export async function startTrace(context: BrowserContext): Promise<void> {
  const tracesAllTests = process.env.TEST_TRACE === '1'
  await context.tracing.start({ snapshots: tracesAllTests, screenshots: tracesAllTests })
}

/**
 * Writes a screenshot and a trace of a failed test and returns their folder. Open the trace with
 * `npx playwright-core show-trace <folder>/trace.zip`.
 */
export async function saveEvidence(page: Page, testName: string): Promise<string> {
  const folder = join(resultsFolder, testName.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 150))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, 'page.png') }).catch(() => {})
  await page
    .context()
    .tracing.stop({ path: join(folder, 'trace.zip') })
    .catch(() => {})
  await startTrace(page.context()).catch(() => {}) // the next test of the same visitor
  return folder
}
