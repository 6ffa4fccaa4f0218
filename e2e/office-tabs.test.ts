import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage, visit } from '#testing/browser.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openAccountMenu, openLivePage, openOfficePage, rejectedOldToken, waitUntilLive } from './open-office-page.ts'
import { RENEWAL_WAIT_MS } from '#people/staff/office/renewed-token.ts'
import { signIn } from './sign-in.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`tabs of the office, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const getPagePath = (page: 'today' | 'bookings') => inLanguage(officePages[page], language)
    const findBookingsLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: t('stays.title') })
    const findHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
    const signInPage = `**${inLanguage('/login', language)}?next=*`

    async function openTab(page: Page, open: () => Promise<unknown>): Promise<Page> {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), open()])
      return tab
    }

    test('are signed in if they are opened from a link, and are signed out together (LIVE-2)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.today, 'staff')
          const link = findBookingsLink(page)
          const tabs = [
            await openTab(page, () => link.click({ modifiers: ['Control'] })),
            await openTab(page, () => link.click({ button: 'middle' })),
            await openTab(page, () => link.press('Control+Enter')),
          ]
          for (const tab of tabs) {
            await findHeading(tab, t('stays.title')).waitFor()
            assert.equal(new URL(tab.url()).pathname + new URL(tab.url()).hash, getPagePath('bookings'))
          }
          // A plain click then navigates in the same tab, without a key in the address.
          await link.click()
          await page.waitForURL(`**${getPagePath('bookings')}`)
          await openAccountMenu(tabs[0]!)
          await tabs[0]!.getByRole('button', { name: t('shell.sign_out') }).click()
          await tabs[0]!.waitForURL(`**${inLanguage('/login', language)}`)
          for (const tab of [page, ...tabs.slice(1)]) await tab.waitForURL(signInPage)
        },
        { width: 1440, locale },
      ))

    test('are signed in only once by an address that was copied from the context menu (LIVE-2)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.today, 'staff')
          await findBookingsLink(page).click({ button: 'right' })
          const address = await findBookingsLink(page).evaluate((link) => (link as HTMLAnchorElement).href)
          const tab = await page.context().newPage()
          await tab.goto(address)
          await findHeading(tab, t('stays.title')).waitFor()
          // The address was copied from the menu. Its key was already used, so the new tab is not signed in.
          const laterPage = await page.context().newPage()
          await laterPage.goto(address)
          await laterPage.waitForURL(signInPage)
        },
        { width: 1440, locale },
      ))

    test('can be reloaded 15 times in a row without losing their live updates (OFF-351)', () =>
      visit(
        app,
        async (page) => {
          await openLivePage(page, app, language, officePages.today, 'staff')
          // The visit fails if the server responds with 429.
          for (let reloadCount = 0; reloadCount < 15; reloadCount++) await waitUntilLive(page, () => page.reload())
        },
        { width: 1440, locale },
      ))

    test('stay signed in when the user verifies again in one of them (LIVE-2, OPS-20)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.security, 'staff')
          const tab = await openTab(page, () => findBookingsLink(page).click({ modifiers: ['Control'] }))
          await findHeading(tab, t('stays.title')).waitFor()
          const readStoredToken = (tabPage: Page) => tabPage.evaluate(() => sessionStorage.getItem('token'))
          const oldToken = await readStoredToken(page)
          app.clock.advance(11 * 60_000)
          await page.getByRole('button', { name: t('sign_in.app_set_up') }).click()
          const dialog = page.getByRole('dialog', { name: t('sign_in.verify_title') })
          // The other tab calls after the old token ended and before the new token arrives.
          await page.route(`**${officeEndpoints.verifyIdentity[1]}`, async (route) => {
            const response = await route.fetch()
            await Promise.all([tab.waitForResponse((answer) => answer.status() === 401), tab.reload()])
            await route.fulfill({ response })
          })
          await dialog.getByLabel(t('login.password'), { exact: true }).fill(passwordsByUsername.staff)
          await dialog.getByRole('button', { name: t('sign_in.continue') }).click()
          await page.getByRole('img', { name: t('sign_in.app_qr_code') }).waitFor()
          await tab.waitForFunction((old) => sessionStorage.getItem('token') !== old, oldToken)
          assert.equal(await readStoredToken(tab), await readStoredToken(page))
          assert.equal((await app.call('getRoles', {}, { token: oldToken! })).status, 401)
          await findHeading(tab, t('stays.title')).waitFor()
          await tab.reload()
          await findHeading(tab, t('stays.title')).waitFor()
        },
        {
          width: 1440,
          locale,
          stoppedTimerDelaysMs: [RENEWAL_WAIT_MS],
          expectedErrors: [`403 ${officeEndpoints.setUpAuthenticatorApp[1]}`, rejectedOldToken],
        },
      ))

    test('have no session if the user types the address, unless the user stays signed in (LIVE-2, APP-3, ACCT-6)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.today, 'staff')
          const tab = await page.context().newPage()
          await tab.goto(getPagePath('bookings'))
          await tab.waitForURL(signInPage)
          assert.equal(await tab.evaluate(() => sessionStorage.getItem('token')), null)

          await openPage(tab, `${inLanguage('/user-login', language)}?next=${officePages.bookings}`)
          await tab.getByLabel(t('login.remember'), { exact: true }).check()
          await signIn(tab, language, 'staff', passwordsByUsername.staff)
          await findHeading(tab, t('stays.title')).waitFor()
          const rememberedPage = await page.context().newPage()
          await rememberedPage.goto(getPagePath('today'))
          await findHeading(rememberedPage, t('desk.today')).waitFor()
        },
        { width: 1440, locale },
      ))
  })
}
