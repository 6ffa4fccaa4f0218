import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit, waitUntilAbsent } from '#testing/browser.ts'
import { payInDemo } from '#testing/demo-payments.ts'
import { fillInbox } from '#testing/inbox.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { inLanguage } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { findBar, createChartActions } from './chart-actions.ts'
import { openOfficePage } from './open-office-page.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`navigation in the office, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let code: string
    before(async () => {
      const form = createStayForm(app, { checkin: app.day(10), checkout: app.day(12), name: 'Rafiq Islam' })
      const options = { token: await app.newGuest(), key: randomUUID() }
      code = (await app.call('requestGuestBooking', form, options)).body.booking_id
    })

    const findHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
    const findMain = (page: Page) => page.getByRole('main')
    const findCurrentEntry = (page: Page) => page.getByRole('banner').locator('a[aria-current=page]')

    test('links from a booking back to the list from which it was opened, and marks the bookings in the menu (LIVE-10)', () =>
      visit(
        app,
        async (page) => {
          for (const [list, label] of [
            ['requests', 'office.requests'],
            ['bookings', 'stays.title'],
          ] as const) {
            await openOfficePage(page, app, language, officePages[list], 'staff')
            await findMain(page).getByRole('link', { name: 'Rafiq Islam' }).click()
            await findHeading(page, 'Rafiq Islam').waitFor()
            await findCurrentEntry(page)
              .filter({ hasText: t('stays.title') })
              .waitFor()
            await findMain(page)
              .getByRole('link', { name: t(label), exact: true })
              .first()
              .click()
            await page.waitForURL(`**${inLanguage(officePages[list], language)}`)
          }
        },
        { width: 1440, locale },
      ))

    test('links from the page of a stay back to the same nights of the chart (LIVE-10)', () =>
      visit(
        app,
        async (page) => {
          const token = await app.signIn('staff')
          const chart = createChartActions(app, language, () => token)
          await chart.book('Mina', '101', 20, 22)
          await chart.open(page, 19)
          await findBar(page, 'Mina').click()
          await page.getByRole('link', { name: t('desk.sheet_page') }).click()
          await findHeading(page, 'Mina').waitFor()
          await findCurrentEntry(page)
            .filter({ hasText: t('desk.chart') })
            .waitFor()
          await findMain(page)
            .getByRole('link', { name: t('desk.chart') })
            .click()
          await page.getByRole('grid').waitFor()
          assert.equal(new URL(page.url()).searchParams.get('from'), app.day(19))
        },
        { width: 1440, locale },
      ))

    test('shows the last loaded version of a list while there is no connection (LIVE-11)', () =>
      visit(
        app,
        async (page) => {
          const findEntry = (label: Parameters<typeof t>[0]) =>
            page.getByRole('banner').getByRole('link', { name: t(label) })
          await openOfficePage(page, app, language, officePages.bookings, 'staff')
          await findMain(page).getByRole('link', { name: 'Rafiq Islam' }).waitFor()
          await findEntry('quotation.title').click()
          await findHeading(page, t('quotation.title')).waitFor()
          await page.context().setOffline(true)
          await findEntry('stays.title').click()
          await findHeading(page, t('stays.title')).waitFor()
          await findMain(page).getByRole('link', { name: 'Rafiq Islam' }).waitFor()
          await findMain(page)
            .getByRole('status')
            .getByRole('button', { name: t('office.retry') })
            .waitFor()
          await findEntry('emails.title').click()
          await findHeading(page, t('office.failed')).waitFor()
          await page.context().setOffline(false)
          await findHeading(page, t('emails.title')).waitFor()
        },
        { width: 1440, locale, expectedErrors: ['ERR_INTERNET_DISCONNECTED'] },
      ))

    test('has seven groups, opens the group of the current page, and remembers which others are open (OFF-322)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.bookings)
          const navigationRail = page.getByRole('banner').getByRole('navigation', { name: t('office.menu') })
          const findGroupButton = (name: 'desk' | 'money' | 'website' | 'settings') =>
            navigationRail.getByRole('button', { name: t(`office.group_${name}`), exact: true })
          const isOpen = async (name: Parameters<typeof findGroupButton>[0]) =>
            (await findGroupButton(name).getAttribute('aria-expanded')) === 'true'
          assert.equal(
            (await navigationRail.getByRole('button').count()) + 1,
            7,
            'six groups and the link to the figures',
          )
          assert.deepEqual([await isOpen('desk'), await isOpen('money'), await isOpen('website')], [true, false, false])
          assert.equal(
            await findGroupButton('desk').getAttribute('aria-disabled'),
            'true',
            'the group of the page stays open',
          )
          await findGroupButton('money').press('Enter')
          await navigationRail.getByRole('link', { name: t('invoice.title'), exact: true }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.goto(inLanguage(officePages.log, language))
          await findHeading(page, t('log.title')).waitFor()
          assert.deepEqual(
            [await isOpen('money'), await isOpen('website'), await isOpen('settings')],
            [true, false, true],
          )
          const entry = await findCurrentEntry(page).boundingBox()
          assert.ok(entry && entry.y >= 0 && entry.y + entry.height <= 900, 'the current entry is in view')
          await findGroupButton('money').click()
          await page.reload()
          await findHeading(page, t('log.title')).waitFor()
          assert.equal(await isOpen('money'), false)
        },
        { width: 1440, locale },
      ))

    test('links rates, policies and extras by tabs, and marks one navigation link for all of them (OFF-322)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.rates)
          for (const [tab, name] of [
            ['policies', 'policy.title'],
            ['extras', 'extras.title'],
            ['rates', 'rates.title'],
          ] as const) {
            await findMain(page)
              .getByRole('navigation', { name: t('office.tabs') })
              .getByRole('link', { name: t(name), exact: true })
              .click()
            await findHeading(page, t(name)).waitFor()
            assert.equal(new URL(page.url()).pathname, inLanguage(officePages[tab], language))
            await findCurrentEntry(page)
              .filter({ hasText: t('rates.title') })
              .waitFor()
          }
        },
        { width: 1440, locale },
      ))

    test('explains a page at the first visit only (OFF-323)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.bookings)
          const hint = findMain(page).getByRole('note')
          await hint.filter({ hasText: t('hint.bookings') }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await hint.getByRole('button', { name: t('hint.close') }).click()
          await waitUntilAbsent(hint)
          await page.goto(inLanguage(officePages.inbox, language))
          await hint.filter({ hasText: t('hint.inbox') }).waitFor()
          await page.reload()
          await findHeading(page, t('inbox.title')).waitFor()
          await waitUntilAbsent(hint)
        },
        { width: 1440, locale },
      ))

    test('explains only the first page on a phone, and starts its lists near the top (OFF-323, OFF-363, OFF-377)', () =>
      visit(
        app,
        async (page) => {
          await fillInbox(app, language)
          await payInDemo(app, 'pay', { checkin: app.day(40), checkout: app.day(42) })
          await openOfficePage(page, app, language, officePages.bookings)
          await findMain(page)
            .getByRole('note')
            .filter({ hasText: t('hint.bookings') })
            .waitFor()
          for (const name of ['bookings', 'inbox', 'people', 'payments', 'invoices'] as const) {
            await page.goto(inLanguage(officePages[name], language))
            await page.getByRole('heading', { level: 1 }).waitFor()
            await waitUntilAbsent(findMain(page).getByRole('note'))
            // There are no invoices yet.
            const firstRow = findMain(page)
              .locator(name === 'invoices' ? 'p:has(strong)' : 'li')
              .first()
            const { y } = (await firstRow.boundingBox())!
            assert.ok(y < 260, `${name}: the first row begins at ${y} px`)
          }
          const email = 'tasnim.chowdhury@guest.example'
          await app.db.updateTable('account').set({ email }).where('username', '=', 'anna').execute()
          await page.goto(inLanguage(officePages.people, language))
          const address = findMain(page).getByText(email)
          const lineCount = await address.evaluate((element, text) => {
            const node = element.firstChild as Text
            const start = node.data.indexOf(text)
            const range = document.createRange()
            range.setStart(node, start)
            range.setEnd(node, start + text.length)
            return range.getClientRects().length
          }, email)
          assert.equal(lineCount, 1, 'the address is on one line')
        },
        { width: 390, locale, isMobile: true, hasTouch: true },
      ))

    test('labels an email that was not sent yet (LIVE-9)', () =>
      visit(
        app,
        async (page) => {
          await app.db.updateTable('mail').set({ sent_at: null }).execute()
          await openOfficePage(page, app, language, officeHref('stayEmails', code))
          await page.getByText(t('request.email_waiting')).first().waitFor()
          await page
            .getByRole('link', { name: t('request.view_unsent_email'), exact: true })
            .first()
            .waitFor()
          await waitUntilAbsent(page.getByRole('link', { name: t('request.view_email'), exact: true }))
          await app.db.updateTable('mail').set({ sent_at: app.clock.now }).execute()
          await page.reload()
          await page
            .getByRole('link', { name: t('request.view_email'), exact: true })
            .first()
            .waitFor()
        },
        { width: 1440, locale },
      ))
  })
}
