import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { waitForFocus, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { moveFeeTimes } from '#testing/policies.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

const phone = { width: 390, hasTouch: true }
const wideScreen = { width: 1440 }

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the bookings section of the office, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let from = 8
    beforeEach(() => void (from += 4))

    async function requestBooking(overrides: object = {}): Promise<string> {
      const days = { checkin: app.day(from), checkout: app.day(from + 3) }
      const options = { token: await app.newGuest(), key: randomUUID(), language }
      return (await app.call('requestGuestBooking', createStayForm(app, { ...days, ...overrides }), options)).body
        .booking_id
    }
    async function requestConfirmedBooking(overrides: object = {}): Promise<string> {
      const code = await requestBooking(overrides)
      await app.call('confirmRequest', { code }, { token: await app.signIn('staff') })
      return code
    }
    const findSearchField = (page: Page) => page.getByRole('searchbox')
    const findButton = (page: Page, key: Parameters<typeof t>[0]) =>
      page.getByRole('main').getByRole('button', { name: t(key), exact: true })
    const fitsWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

    test('confirms a new request on a phone in three presses and emails the guest (OFF-2, OFF-3)', () =>
      visit(
        app,
        async (page) => {
          const code = await requestBooking({ name: 'Lena Vogel', email: 'lena@buyer.example' })
          await openOfficePage(page, app, language, officePages.requests, 'staff')
          let pressCount = 0
          const press = async (locator: ReturnType<Page['getByRole']>) => {
            pressCount++
            await locator.tap()
          }
          await press(page.getByRole('main').getByRole('link', { name: 'Lena Vogel' }))
          await press(findButton(page, 'request.confirm'))
          await page.getByText(t('request.confirmed', { email: 'lena@buyer.example' })).waitFor()
          assert.ok(pressCount <= 3)
          const email = (await readEmailsTo(app, 'lena@buyer.example')).at(-1)!
          assert.equal(email.header('subject'), t('mail.confirmed_subject', { code }))
        },
        { ...phone, locale },
      ))

    test('finds a booking by the last digits of a phone number and returns to the same list (OFF-41)', () =>
      visit(
        app,
        async (page) => {
          const code = await requestBooking({ name: 'Mina Rahman', email: 'mina@buyer.example', phone: '01712-345678' })
          await openOfficePage(page, app, language, officePages.bookings, 'staff')
          await page.getByRole('heading', { level: 1, name: t('stays.title') }).waitFor()
          assert.ok(await fitsWidth(page))
          await findSearchField(page).fill(language === 'bn' ? '৩৪৫-৬৭৮' : '345-678')
          await findSearchField(page).press('Enter')
          await page.waitForURL(/search=/)
          const rows = page.getByRole('main').getByRole('listitem')
          await rows.filter({ hasText: 'Mina Rahman' }).waitFor()
          await rows.nth(1).waitFor({ state: 'detached' })
          await page.getByRole('link', { name: 'Mina Rahman' }).tap()
          await page.waitForURL(`**${officeHref('booking', code)}`)
          await page.getByRole('heading', { level: 1, name: 'Mina Rahman' }).waitFor()
          await page.goBack()
          await page.waitForURL(/search=/)
          await rows.filter({ hasText: 'Mina Rahman' }).waitFor()
          await findSearchField(page).fill('nobody at all')
          await findButton(page, 'office.search').tap()
          await page.getByText(t('stays.none_found')).waitFor()
        },
        { ...phone, locale },
      ))

    test('shows the payment and the status as words only where they are exceptions (OFF-383)', () =>
      visit(
        app,
        async (page) => {
          await requestConfirmedBooking({ name: 'Uma Usual' })
          await requestBooking({ name: 'Wes Waiting' })
          await openOfficePage(page, app, language, officePages.bookings, 'staff')
          const readWords = async (name: string) => {
            const cells = page.getByRole('row').filter({ hasText: name }).getByRole('cell')
            await cells.first().waitFor()
            const [payment, status] = [cells.nth(-2).locator('span'), cells.last().locator('span')]
            return Promise.all(
              [payment, status].map(async (text) => (await text.count()) > 0 && (await text.boundingBox())!.width > 1),
            )
          }
          assert.deepEqual(await readWords('Uma Usual'), [false, false])
          assert.deepEqual(await readWords('Wes Waiting'), [false, true])
          await page
            .getByRole('main')
            .getByRole('link', { name: t('desk.new_booking') })
            .waitFor()
        },
        { ...wideScreen, locale },
      ))

    test('finds, opens and answers a booking with the keyboard alone (OFF-2, OFF-41)', () =>
      visit(
        app,
        async (page) => {
          const code = await requestBooking({ name: 'Paul Keys', email: 'paul@buyer.example' })
          await openOfficePage(page, app, language, officePages.bookings, 'staff')
          await page.getByRole('table').waitFor()
          await page.keyboard.press('/')
          await page.keyboard.type('paul keys')
          await page.getByRole('option').filter({ hasText: code }).waitFor()
          await page.keyboard.press('Enter')
          const pressTabUntil = async (isFocused: () => Promise<boolean>) => {
            for (let index = 0; index < 30 && !(await isFocused()); index++) await page.keyboard.press('Tab')
            assert.ok(await isFocused())
          }
          const createFocusCheck = (text: string) => () =>
            page.evaluate((expectedText) => document.activeElement?.textContent === expectedText, text)
          await page.getByRole('heading', { level: 1, name: 'Paul Keys' }).waitFor()
          await pressTabUntil(createFocusCheck(t('shell.skip')))
          await page.keyboard.press('Enter')
          await pressTabUntil(createFocusCheck(t('request.confirm')))
          await page.keyboard.press('Enter')
          await page.getByText(t('request.confirmed', { email: 'paul@buyer.example' })).waitFor()
        },
        { ...wideScreen, locale },
      ))

    test('shows the fee and asks for confirmation before it cancels a confirmed stay, and can waive the fee (OFF-43)', () =>
      visit(
        app,
        async (page) => {
          const code = await requestConfirmedBooking({ name: 'Omar Sheikh', email: 'omar@buyer.example' })
          await moveFeeTimes(app.db, code, app.clock.now - 1)
          await openOfficePage(page, app, language, officeHref('booking', code), 'staff')
          await findButton(page, 'request.cancel').tap()
          const question = page.getByRole('heading', { name: t('request.cancel_title') })
          assert.ok(await waitForFocus(question))
          const form = page.getByRole('form', { name: t('request.cancel_title') })
          assert.equal(await form.getByRole('radio').count(), 2)
          assert.ok(await form.getByRole('radio').first().isChecked())
          assert.deepEqual(await findAccessibilityViolations(page), [])
          assert.ok(await fitsWidth(page))
          await page.keyboard.press('Escape')
          assert.ok(await waitForFocus(findButton(page, 'request.cancel')))
          await findButton(page, 'request.cancel').tap()
          await page.getByRole('radio', { name: t('request.cancel_waived') }).check()
          await form.getByRole('textbox').fill('We are sorry.')
          await findButton(page, 'request.cancel_submit').tap()
          await page.getByText(t('request.cancel_done', { email: 'omar@buyer.example' })).waitFor()
          await page.getByText(t('summary.cancelled_free')).waitFor()
          await waitUntilAbsent(findButton(page, 'request.cancel'))
          const email = (await readEmailsTo(app, 'omar@buyer.example')).at(-1)!
          assert.equal(email.header('subject'), t('mail.cancelled_subject', { code }))
          assert.ok(email.text.includes('We are sorry.'))
          assert.ok(email.text.includes(t('cancel.done_free')))
        },
        { ...phone, locale },
      ))

    test('reports that another user has already cancelled the stay (OFF-4)', () =>
      visit(
        app,
        async (page) => {
          const code = await requestConfirmedBooking()
          await openOfficePage(page, app, language, officeHref('booking', code))
          await findButton(page, 'request.cancel').click()
          await app.call('cancelStayByStaff', { code, fee: 'none' }, { token: await app.signIn('staff') })
          await findButton(page, 'request.cancel_submit').click()
          await page.getByText(t('booking.now_cancelled')).first().waitFor()
          await waitUntilAbsent(findButton(page, 'request.cancel'))
          await page.getByRole('link', { name: t('request.history') }).click()
          await page.getByText(`${t('log.booking_cancelled')}Tanvir Hasan`).waitFor()
        },
        { ...wideScreen, locale, expectedErrors: [`409 ${officeEndpoints.cancelStayByStaff[1]}`] },
      ))

    test('emails the guest, and lists the email with its text among the others (OFF-44)', () =>
      visit(
        app,
        async (page) => {
          const code = await requestBooking({ name: 'Hannah Schulz', email: 'hannah@buyer.example' })
          await openOfficePage(page, app, language, officeHref('stayEmails', code), 'staff')
          await findButton(page, 'request.write').tap()
          const form = page.getByRole('form', { name: t('request.write_title') })
          assert.ok(await waitForFocus(form.getByRole('heading')))
          assert.equal(await form.getByRole('textbox').first().inputValue(), t('mail.about_subject', { code }))
          await form.getByRole('button', { name: t('request.write_send') }).tap()
          await page.getByText(t('request.write_missing')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await form.getByRole('textbox').nth(1).fill('The launch is late. লঞ্চ দেরিতে আসবে।')
          await form.getByRole('button', { name: t('request.write_send') }).tap()
          await page.getByText(t('request.write_done', { email: 'hannah@buyer.example' })).waitFor()
          const email = (await readEmailsTo(app, 'hannah@buyer.example')).at(-1)!
          assert.equal(email.header('subject'), t('mail.about_subject', { code }))
          await page.reload()
          const emailEntry = page.getByText(t('mail.about_subject', { code }))
          await emailEntry.tap()
          await page.getByText('লঞ্চ দেরিতে আসবে।').waitFor()
          await page.getByRole('link', { name: t('request.history') }).tap()
          await page.getByText(`${t('log.guest_emailed')}Tanvir Hasan`).waitFor()
        },
        { ...phone, locale },
      ))

    test('loads more pages of a list, keeps its filters in the address and downloads it as a table (OFF-41)', () =>
      visit(
        app,
        async (page) => {
          from += 40
          for (let index = 0; index < 52; index++) {
            from += 1
            await requestBooking({
              name: 'Many Pages',
              email: 'many@buyer.example',
              checkout: app.day(from + 1),
              slug: ['single', 'twin', 'deluxe'][index % 3],
            })
          }
          await openOfficePage(page, app, language, `${officePages.bookings}?view=to_answer&search=many+pages`, 'staff')
          const rows = page.getByRole('row')
          await rows.nth(50).waitFor()
          assert.equal(await rows.count(), 51)
          await findButton(page, 'office.more').click()
          await rows.nth(52).waitFor()
          assert.equal(await rows.count(), 53)
          await waitUntilAbsent(findButton(page, 'office.more'))
          const [file] = await Promise.all([page.waitForEvent('download'), findButton(page, 'stays.download').click()])
          const csvText = await readFile(await file.path(), 'utf8')
          assert.equal(csvText.trimEnd().split('\r\n').length, 53)
          assert.ok(csvText.includes(t('stays.reference')))
          await page.getByRole('combobox', { name: t('stays.room') }).selectOption('twin')
          await page.waitForURL(/room=twin/)
          await rows.nth(17).waitFor()
          await page.getByRole('link', { name: t('stays.view_cancelled'), exact: true }).click()
          await page.waitForURL(/view=cancelled/)
          await page.getByText(t('stays.none_found')).waitFor()
          await page.getByRole('link', { name: t('stays.search_all') }).click()
          await rows.nth(50).waitFor()
        },
        { ...wideScreen, locale },
      ))
  })
}
