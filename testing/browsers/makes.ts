import { test } from 'node:test'
import type { TestApp } from '../test-app.ts'
import { chromium } from './chromium.ts'
import { firefox } from './firefox.ts'
import type { Make } from './tab.ts'
import { visitBy, type Stay, type Visitor } from './visitor.ts'
import { webkit } from './webkit.ts'

/** One browser per engine in use today. Chromium is always available, the others if they are installed. */
export const makes: readonly Make[] = [chromium, firefox, webkit]

/** Runs the same story with each browser on one test server. The number lets each browser use different dates. */
export function withEachBrowser(
  what: string,
  app: () => TestApp,
  story: (visitor: Visitor, number: number) => Promise<void>,
  stay?: Stay,
): void {
  for (const [number, make] of makes.entries()) {
    test(`${what}, with ${make.name}`, { skip: make.missing ?? false }, () =>
      visitBy(make, app(), (visitor) => story(visitor, number), stay),
    )
  }
}
