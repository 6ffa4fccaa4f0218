import { test } from 'node:test'
import type { TestApp } from '../test-app.ts'
import { chromium } from './chromium.ts'
import { firefox } from './firefox.ts'
import type { TestBrowser } from './tab.ts'
import { runVisit, type VisitSettings, type Visitor } from './visitor.ts'
import { webkit } from './webkit.ts'

/** One browser per engine in use today. Chromium is always available, the others if they are installed. */
export const testBrowsers: readonly TestBrowser[] = [chromium, firefox, webkit]

/** Runs the same story with each browser on one test server. The number lets each browser use different dates. */
export function withEachBrowser(
  name: string,
  app: () => TestApp,
  scenario: (visitor: Visitor, number: number) => Promise<void>,
  options?: VisitSettings,
): void {
  for (const [number, testBrowser] of testBrowsers.entries()) {
    test(`${name}, with ${testBrowser.name}`, { skip: testBrowser.missing ?? false }, () =>
      runVisit(testBrowser, app(), (visitor) => scenario(visitor, number), options),
    )
  }
}
