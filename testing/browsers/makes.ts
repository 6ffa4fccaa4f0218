import { test } from 'node:test'
import type { TestApp } from '../test-app.ts'
import { chromium } from './chromium.ts'
import { firefox } from './firefox.ts'
import type { Make } from './tab.ts'
import { visitBy, type Stay, type Visitor } from './visitor.ts'
import { webkit } from './webkit.ts'

/** One for every way in which pages are read today. Chromium is always there, the others where they are installed. */
export const makes: readonly Make[] = [chromium, firefox, webkit]

/** The same journey with each of them, in one house: each has a number of its own, for days that are not another's. */
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
