import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { visit, waitForFocus, waitUntilAbsent } from '#testing/browser.ts'
import { openInbox } from '#testing/inbox.ts'
import { selectPairs } from '#testing/pairs.ts'
import { startPayingApp, type PayingApp } from '#testing/paying-app.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t, number } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the live lists of the office, on ${engine.name}, in ${language}`, () => {
    let app: PayingApp
    let from = 10
    before(async () => void (app = await startPayingApp(engine)))
    after(() => app.close())

    async function requestStay(name: string): Promise<void> {
      from += 2
      const form = createStayForm(app, { checkin: app.day(from), checkout: app.day(from + 1), name })
      const options = { token: await app.newGuest(), key: randomUUID() }
      assert.equal((await app.call('requestGuestBooking', form, options)).status, 200)
    }
    const findRow = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name })
    const findBadge = (page: Page, key: Parameters<typeof t>[0], count: number) =>
      page.getByRole('banner').getByRole('link', { name: `${t(key)} ${number(count)}` })

    test('show a new request with its count and keep focus and scroll position (LIVE-1)', () =>
      visit(
        app,
        async (page) => {
          for (let index = 1; index <= 9; index++) await requestStay(`Rafiq ${number(index)}`)
          await openOfficePage(page, app, language, officePages.requests, 'staff')
          await findBadge(page, 'stays.title', 9).waitFor()
          const focusedRow = findRow(page, `Rafiq ${number(9)}`)
          await focusedRow.focus()
          await page.evaluate(() => scrollTo(0, 300))
          const readTop = () => focusedRow.evaluate((link) => Math.round(link.getBoundingClientRect().top))
          const topBefore = await readTop()
          await requestStay('Lena Vogel')
          await findRow(page, 'Lena Vogel').waitFor()
          await findBadge(page, 'stays.title', 10).waitFor()
          assert.ok(await waitForFocus(focusedRow))
          assert.equal(await readTop(), topBefore)
        },
        { width: 1440, locale },
      ))

    test('keep the menu of a phone open when a request arrives (LIVE-1)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.requests, 'staff')
          const menu = page.getByRole('dialog', { name: t('office.menu') })
          await page.getByRole('button', { name: t('office.more_pages') }).click()
          await menu.waitFor()
          await requestStay('Wei Zhang')
          await page.getByRole('main').getByText('Wei Zhang').waitFor({ state: 'attached' })
          await menu.getByRole('link', { name: t('guests.title') }).click()
          await page.getByRole('heading', { level: 1, name: t('guests.title') }).waitFor()
          await waitUntilAbsent(menu)
        },
        { width: 390, locale, isMobile: true, hasTouch: true },
      ))

    test('show a new enquiry, and keep the rows of later pages (LIVE-1)', () =>
      visit(
        app,
        async (page) => {
          const inbox = openInbox(app)
          for (let index = 0; index < 51; index++)
            await inbox.sendEnquiry({ company: `Buyer ${index}.`, email: `lena${index}@buyer.example` })
          await openOfficePage(page, app, language, officePages.inbox, 'staff')
          await page.getByRole('button', { name: t('office.more'), exact: true }).click()
          const oldestRow = findRow(page, 'Buyer 0.')
          await oldestRow.waitFor()
          await oldestRow.focus()
          await inbox.sendEnquiry({ company: 'Nordwind Fashion' })
          await findRow(page, 'Nordwind Fashion').waitFor()
          await findBadge(page, 'inbox.title', 52).waitFor()
          assert.ok(await waitForFocus(oldestRow))
        },
        { width: 1440, locale },
      ))

    test('show an online payment, and count new work on a page that is not live (LIVE-1)', () =>
      visit(
        app,
        async (page) => {
          const stay = await app.hold({ name: 'Mina Rahman' })
          await openOfficePage(page, app, language, officePages.payments)
          await page.getByText(t('payments.none_received')).waitFor()
          await app.press(await app.open(stay), 'pay')
          await findRow(page, 'Mina Rahman').waitFor()

          await openOfficePage(page, app, language, officePages.extras)
          const link = page.getByRole('banner').getByRole('link', { name: t('stays.title') })
          const labelBefore = await link.innerText()
          await requestStay('Tanvir')
          await link.filter({ hasNotText: labelBefore.split(/\s+/).at(-1)! }).waitFor()
        },
        { width: 1440, locale },
      ))
  })
}
