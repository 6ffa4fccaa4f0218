import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { until } from './browser.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** It goes over a pipe for each document; the usual one is more than twice as long. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe finds wrong with what is on the screen, once it has come to rest: a line for each element. */
export async function axeFindings(page: Page): Promise<string[]> {
  await until(page, () =>
    document.getAnimations().every(
      // A transition between pages that was cut short may leave one behind that has ended and stays listed.
      ({ effect, playState }) => playState === 'finished' || effect?.getComputedTiming().endTime === Infinity,
    ),
  )
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (values) => {
    const { violations } = await window.axe.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
      iframes: false,
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
    )
  }, tags)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
