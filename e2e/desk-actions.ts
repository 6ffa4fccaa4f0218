import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

type MessageKey = Parameters<ReturnType<typeof translatorFor>['t']>[0]

/** Helpers for the everyday steps at the desk, by links and buttons, on a phone and on a wide screen. */
export function createDeskActions(page: Page, language: Language, width: number) {
  const { t } = translatorFor(language)
  const isPhone = width < 700
  const findButton = (name: string) => page.getByRole('button', { name, exact: true })
  const lists = { arrivals: true, departures: true, in_house: true, notes: true }
  return {
    button: findButton,
    /** The row of a stay in one of today's lists. */
    row: (name: string, list: keyof typeof lists): Locator =>
      page
        .locator(`[data-part=${list}]`)
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name, exact: true }) })
        .first(),
    /** A section of the page, found by its heading. */
    part: (title: string): Locator =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) }),
    press: (scope: Locator, key: MessageKey) => scope.getByRole('button', { name: t(key), exact: true }).click(),
    /** Shows a list. A phone shows one list at a time, chosen by its tab. */
    async show(list: keyof typeof lists): Promise<void> {
      if (!isPhone) return
      const tabs = page.getByRole('group', { name: t('desk.lists_shown') })
      await tabs.getByText(t(`desk.part_${list}`)).click()
    },
    /**
     * Opens a page through the office navigation. On a phone, the links that do not fit are behind the "more" button,
     * and detail pages show only a back link.
     */
    async goTo(pageTitle: MessageKey): Promise<void> {
      const navigation = page.getByRole('navigation', { name: t('office.menu') }).filter({ visible: true })
      const link = navigation.getByRole('link', { name: t(pageTitle), exact: true }).filter({ visible: true })
      while (isPhone && (await navigation.count()) === 0) {
        await page.waitForFunction(hasNavigationOrBackLink, t('office.menu'))
        if ((await navigation.count()) > 0) break
        const { pathname } = new URL(page.url())
        await page.getByRole('main').getByRole('link').first().click()
        await page.waitForURL((url) => url.pathname !== pathname)
        await page.getByRole('heading', { level: 1 }).waitFor()
      }
      if (isPhone && (await link.count()) === 0)
        await navigation.getByRole('button', { name: t('office.more_pages') }).click()
      const closedGroups = navigation.locator('button[aria-expanded=false]').filter({ visible: true })
      while ((await link.count()) === 0 && (await closedGroups.count()) > 0) await closedGroups.first().click()
      await link.first().click()
      await page.getByRole('heading', { level: 1, name: t(pageTitle), exact: true }).waitFor()
    },
    axe: async () => assert.deepEqual(await findAccessibilityViolations(page), []),
  }
}

/** Counts the presses of buttons and links. */
export function createPressCounter() {
  let count = 0
  return {
    async press(control: Locator) {
      count++
      await control.click()
    },
    /** Returns the presses since the last call. */
    take() {
      const pressCount = count
      count = 0
      return pressCount
    },
  }
}

/**
 * Returns whether the page shows the navigation, or a back link to another page. Just after a navigation the previous
 * page may still be visible, and its back link leads to the current address.
 */
function hasNavigationOrBackLink(label: string): boolean {
  const navigations = [...document.querySelectorAll(`nav[aria-label=${JSON.stringify(label)}]`)]
  const backLink = document.querySelector<HTMLAnchorElement>('main a')
  return (
    navigations.some((nav) => nav.checkVisibility()) || (backLink !== null && backLink.pathname !== location.pathname)
  )
}
