import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { waitUntil } from '#testing/browser.ts'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { passwordsByUsername, type TestApp } from '#testing/test-app.ts'
import { inLanguage, type Language } from '#routes/public.ts'
import { officeEndpoints } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { signInOnce, loadWithStoredSession } from './open-signed-in.ts'

/** Opens an office address as a signed-in user. The sign-in form has its own test. */
export async function openOfficePage(
  page: Page,
  app: TestApp,
  language: Language,
  path: string,
  username: keyof typeof passwordsByUsername = 'owner',
): Promise<void> {
  const session = await signInOnce(app, username, passwordsByUsername[username])
  await loadWithStoredSession(page, session, () => page.goto(inLanguage(path, language)))
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** A call that the server received just after it replaced the token of the session. The office repeats it. */
export const rejectedOldToken = '401 /api/office/'

/** Opens the links below the signed-in user at the end of the navigation. */
export const openAccountMenu = (page: Page): Promise<void> => page.getByRole('banner').locator('summary').click()

/** Opens an office page and waits until live changes reach it. */
export const openLivePage = (...args: Parameters<typeof openOfficePage>): Promise<void> =>
  waitUntilLive(args[0], () => openOfficePage(...args))

/** Loads an office page and waits until live changes reach it. */
export async function waitUntilLive(page: Page, load: () => Promise<unknown>): Promise<void> {
  const connection = page.waitForResponse((response) => response.url().includes(officeEndpoints.watchChanges[1]))
  await load()
  await connection
}

/** Waits for the message that the form is saved. */
export const waitUntilSaved = (page: Page, language: Language): Promise<void> =>
  page
    .getByRole('status')
    .filter({ hasText: translatorFor(language).t('edit.saved', { when: '' }).trim() })
    .waitFor()

/** Drags a list item by its handle a little past the middle of another item. */
export async function drag(page: Page, list: Locator, from: number, to: number): Promise<void> {
  const items = list.getByRole('listitem')
  await items.nth(from).scrollIntoViewIfNeeded()
  const handleBox = (await items.nth(from).locator('> div > span[aria-hidden]').boundingBox())!
  const targetBox = (await items.nth(to).boundingBox())!
  const fraction = from < to ? 0.8 : 0.2
  await page.mouse.move(handleBox.x + handleBox.width / 2, handleBox.y + handleBox.height / 2)
  await page.mouse.down()
  await page.mouse.move(targetBox.x + targetBox.width / 2, targetBox.y + targetBox.height / 2, { steps: 6 })
  await page.mouse.move(targetBox.x + targetBox.width * fraction, targetBox.y + targetBox.height * fraction, {
    steps: 4,
  })
  await page.mouse.up()
}

/** Chooses a picture in the library dialog. */
export async function choosePicture(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(name)
  await waitUntil(page, () => document.querySelectorAll('dialog[open] ul button').length === 1)
  await dialog.getByRole('list').getByRole('button').click()
}

/** The widths of the page sweeps. */
export const PAGE_WIDTHS_PX = [390, 1440] as const

/** Checks a state that the page sweeps do not reach: axe finds nothing, and the page does not scroll sideways. */
export async function checkPageState(page: Page, width: number): Promise<void> {
  const size = page.viewportSize()!
  await page.setViewportSize({ width, height: 900 })
  assert.deepEqual(await findAccessibilityViolations(page), [], `at ${width} px`)
  const [contentWidth, viewportWidth] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  assert.ok(contentWidth! <= viewportWidth!, `the page scrolls sideways at ${width} px`)
  await page.setViewportSize(size)
}
