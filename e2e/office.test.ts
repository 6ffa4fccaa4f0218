import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { waitForFocus, visit, waitUntilAbsent } from '#testing/browser.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'
import { signIn } from './sign-in.ts'

const phone = { width: 390, hasTouch: true }

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)

  describe(`answering a request, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let code: string
    let from = 8
    beforeEach(async () => {
      from += 4
      code = await requestBooking()
    })

    /** Requests a booking in the language of the staff member who answers, so the emails are in that language. */
    async function requestBooking(): Promise<string> {
      const days = { checkin: app.day(from), checkout: app.day(from + 3) }
      const options = { token: await app.newGuest(), key: randomUUID(), language }
      return (await app.call('requestGuestBooking', createStayForm(app, days), options)).body.booking_id
    }
    const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
    const readSubjects = async () =>
      (await readEmailsTo(app, 'rafiq@guest.example')).map(({ header }) => header('subject'))
    /** Opens an office address, by default the booking that the email to the company links to. */
    const openOffice = (page: Page, username: 'staff' | 'owner' = 'staff', path = officeHref('booking', code)) =>
      openOfficePage(page, app, language, path, username)
    const pressButton = (page: Page, word: Parameters<typeof t>[0]) =>
      page.getByRole('button', { name: t(word), exact: true }).click()

    test('confirms a request by the emailed link on a phone, with one press, and emails the guest (OFF-2, OFF-3)', () =>
      visit(
        app,
        async (page) => {
          await openOffice(page)
          await page.getByRole('heading', { level: 1, name: 'Rafiq Islam' }).waitFor()
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
          const confirmButton = page.getByRole('button', { name: t('request.confirm'), exact: true })
          assert.ok(await confirmButton.evaluate((button) => button.getBoundingClientRect().bottom > innerHeight - 100))
          await confirmButton.tap()
          const confirmationText = page.getByText(t('request.confirmed', { email: 'rafiq@guest.example' }))
          await confirmationText.waitFor()
          assert.ok(await waitForFocus(page.getByRole('status').filter({ has: confirmationText })))
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByRole('link', { name: t('request.history') }).tap()
          await page.getByText(`${t('log.booking_confirmed')}Tanvir Hasan`).waitFor()
          assert.equal((await readSubjects()).at(-1), t('mail.confirmed_subject', { code }))
        },
        { ...phone, locale },
      ))

    test('declines a request with a message, after a confirmation, with the keyboard alone (OFF-2, OFF-3)', () =>
      visit(
        app,
        async (page) => {
          await openOffice(page)
          await page.locator('[name=message]').fill('রাত ১১টার পর দরজা বন্ধ। After 11 the door is shut.')
          const declineButton = page.getByRole('button', { name: t('request.decline'), exact: true })
          await declineButton.focus()
          await page.keyboard.press('Enter')
          assert.ok(await waitForFocus(page.getByRole('heading', { name: t('request.decline_title') })))
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.keyboard.press('Escape')
          assert.ok(await waitForFocus(declineButton))
          await page.keyboard.press('Enter')
          await page.getByRole('heading', { name: t('request.decline_title') }).waitFor()
          await page.keyboard.press('Tab')
          await page.keyboard.press('Tab')
          await page.keyboard.press('Enter')
          await page.getByText(t('request.declined', { email: 'rafiq@guest.example' })).waitFor()
          const email = (await readEmailsTo(app, 'rafiq@guest.example')).at(-1)!
          assert.equal(email.header('subject'), t('mail.declined_subject', { code }))
          assert.ok(email.text.includes('রাত ১১টার পর দরজা বন্ধ। After 11 the door is shut.'))
        },
        { locale },
      ))

    test("shows the first user's answer to a second user who answers the same request (OFF-4)", () =>
      visit(
        app,
        async (page) => {
          // A live change would remove the button before it is pressed.
          await page.route(`**${officeEndpoints.watchChanges[1]}*`, () => {})
          await openOffice(page, 'owner')
          await page.getByRole('button', { name: t('request.confirm'), exact: true }).waitFor()
          await app.call('declineRequest', { code }, { token: await app.signIn('staff') })
          await pressButton(page, 'request.confirm')
          await page.getByText(t('booking.now_declined')).first().waitFor()
          await waitUntilAbsent(page.getByRole('button', { name: t('request.confirm') }))
          await page.getByRole('link', { name: t('request.history') }).click()
          await page.getByText(`${t('log.booking_declined')}Tanvir Hasan`).waitFor()
          assert.equal((await readSubjects()).at(-1), t('mail.declined_subject', { code }))
        },
        { ...phone, locale, expectedErrors: [`409 ${officeEndpoints.confirmRequest[1]}`] },
      ))

    test('lists waiting requests and opens the next one after each answer until none is left (OFF-1)', () =>
      visit(
        app,
        async (page) => {
          const staffToken = await app.signIn('staff')
          const { body } = await app.call('getWaitingRequests', {}, { token: staffToken })
          for (const request of body.data)
            if (request.code !== code) await app.call('declineRequest', { code: request.code }, { token: staffToken })
          from += 4
          const laterCode = await requestBooking()
          await openOffice(page, 'staff', officePages.requests)
          await page.getByRole('heading', { level: 1, name: t('office.requests') }).waitFor()
          assert.equal(await page.getByRole('main').getByRole('listitem').count(), 2)
          await page.getByRole('main').getByRole('link', { name: 'Rafiq Islam' }).first().click()
          await page.waitForURL(`**${officeHref('booking', code)}`)
          await pressButton(page, 'request.confirm')
          await page.getByRole('link', { name: t('office.next', { name: 'Rafiq Islam' }) }).click()
          await page.waitForURL(`**${officeHref('booking', laterCode)}`)
          await page.getByRole('article').getByText(laterCode).first().waitFor() // the address changes before the page
          await pressButton(page, 'request.confirm')
          await page.getByText(t('request.confirmed', { email: 'rafiq@guest.example' })).waitFor()
          await page
            .getByRole('main')
            .getByRole('link', { name: t('office.requests'), exact: true })
            .click()
          await page.getByText(t('office.no_requests')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { locale },
      ))

    test('keeps the typed message when the session ends, and restores it after the sign-in (OFF-2)', () =>
      visit(
        app,
        async (page) => {
          await openOffice(page)
          await page.locator('[name=message]').fill('Come by noon.')
          app.clock.advance(3 * 3_600_000)
          await pressButton(page, 'request.confirm')
          await page.waitForURL(/\/login\?next=.*&ended=1$/)
          await signIn(page, language, 'staff', passwordsByUsername.staff)
          await page.getByRole('button', { name: t('request.confirm'), exact: true }).waitFor()
          assert.equal(await page.locator('[name=message]').inputValue(), 'Come by noon.')
          await pressButton(page, 'request.confirm')
          await page.getByText(t('request.our_message')).first().waitFor()
          await page.getByText('Come by noon.').waitFor()
        },
        { ...phone, locale, expectedErrors: [`401 ${officeEndpoints.confirmRequest[1]}`] },
      ))
  })
}
