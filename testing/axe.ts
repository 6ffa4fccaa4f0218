import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { waitUntil } from './browser.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The minified script, because it is sent to the browser for each document. */
const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Returns the accessibility violations of the page, one line per element, after all animations have ended. */
export const findAccessibilityViolations = (page: Page): Promise<string[]> =>
  runAxe(page, { type: 'tag', values: tags })

/** Returns the texts of the page that have too little contrast in the dark theme. */
export async function findDarkContrastViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const violations = await runAxe(page, { type: 'rule', values: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return violations
}

async function runAxe(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  await waitUntil(page, () =>
    document.getAnimations().every(
      // An interrupted page transition may leave a finished animation in the list.
      ({ effect, playState }) => playState === 'finished' || effect?.getComputedTiming().endTime === Infinity,
    ),
  )
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  return page.evaluate(async (rules) => {
    const { violations } = await window.axe.run(document, {
      runOnly: rules,
      resultTypes: ['violations'],
      iframes: false,
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
    )
  }, runOnly)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
