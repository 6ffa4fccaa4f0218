import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { waitForFocus, openPage, visit } from '#testing/browser.ts'
import { responseFaults, openFaultyProxy, type FaultyProxy, type ResponseFault } from '#testing/faulty-proxy.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { endpoints, inLanguage, type EndpointName, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { chooseGuestTab, pressBookNow, fillBookingForm, rafiq, readBookingFormValues } from './booking-form.ts'
import { addProducts, fillContact, sendEnquiry } from './enquiry-form.ts'
import { openSignedIn } from './open-signed-in.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`after a lost response the site, on ${engine.name}, in ${language}`, () => {
    let app: TestApp
    let gateway: FaultyProxy
    before(async () => {
      app = await startTestApp(engine)
      gateway = await openFaultyProxy(app)
    })
    after(async () => {
      await gateway.close()
      await app.close()
    })

    const readBookings = () => app.db.selectFrom('booking').selectAll().orderBy('id').execute()
    const readGuests = () => app.db.selectFrom('account').select('id').where('role', '=', 'guest').execute()
    const readEnquiries = () => app.db.selectFrom('enquiry').selectAll().orderBy('id').execute()
    const localizePath = (path: string) => inLanguage(path, language)
    const findUncertainAlert = (page: Page, pageLanguage: Language = language) =>
      page.getByRole('alert').getByText(translatorFor(pageLanguage).t('failure.unsure'))

    const translator = translatorFor(language)
    const { t } = translator

    for (const fault of responseFaults) {
      const listExpectedErrors = (name: EndpointName) => expectedErrorsByFault[fault](endpoints[name][1])

      test(`books a guest's room once when the proxy ${fault} and the button is pressed again (BOOK-4, BOOK-8)`, () =>
        visit(
          gateway,
          async (page) => {
            const email = `${fault.replaceAll(' ', '-')}@guest.example`
            const [bookingCountBefore, guestCountBefore] = [(await readBookings()).length, (await readGuests()).length]
            await openPage(page, localizePath('/booking-details/twin'))
            await chooseGuestTab(page, translator)
            const formValues = {
              ...rafiq,
              email,
              checkin: app.day(8 + bookingCountBefore),
              checkout: app.day(9 + bookingCountBefore),
              message: 'By train',
            }
            await fillBookingForm(page, translator, { ...formValues, paymenttype: 2 })
            // Wait for the price, so that the timeouts held from now on belong to later requests.
            await page.locator('#booking [data-quote=free]:not([aria-busy])').waitFor()
            await page.evaluate(holdTimeouts)
            for (const name of ['guestRegister', 'requestGuestBooking'] as const) {
              const { firstLostResponse } = gateway.loseResponses(endpoints[name][1], fault)
              const priceResponse = page.waitForResponse((response) =>
                response.url().includes(endpoints.getStayPrice[1]),
              )
              await pressBookNow(page, translator)
              await firstLostResponse
              if (fault === 'never responds') await page.evaluate(() => window.endLimits())
              await findUncertainAlert(page).waitFor()
              // The form reloads the price after each failure. The next call of `endLimits` would abort that request.
              await priceResponse
              const { adult: _, child: __, paymenttype: ___, ...typedFields } = await readBookingFormValues(page)
              assert.deepEqual(typedFields, formValues)
              gateway.restore()
            }
            assert.ok(
              await waitForFocus(page.getByRole('button', { name: translator.t('booking.submit') })),
              'the button can be pressed again',
            )
            if (fault === responseFaults[0]) assert.deepEqual(await findAccessibilityViolations(page), [])
            await pressBookNow(page, translator)
            await page.waitForURL('**/booking-success')
            assert.deepEqual(
              [(await readBookings()).length, (await readGuests()).length],
              [bookingCountBefore + 1, guestCountBefore + 1],
            )
            assert.equal((await readEmailsTo(app, email)).length, 1)
            await page.getByText((await readBookings()).at(-1)!.code).waitFor()
            assert.deepEqual(await readStoredKeys(page), [], 'the next booking gets a new key')
          },
          {
            width: 390,
            expectedErrors: [
              ...listExpectedErrors('guestRegister'),
              ...listExpectedErrors('requestGuestBooking'),
              'error: Sending failed',
            ],
          },
        ))
    }

    for (const [name, path] of [
      ['userRegister', '/signup'],
      ['register', '/register'],
    ] as const) {
      test(`registers an account at ${path} once when the button is pressed again (ACCT-1, ACCT-2)`, () =>
        visit(
          gateway,
          async (page) => {
            const form = { email: `${name.toLowerCase()}@buyer.example`, password: 'a long way to dhaka' }
            await openPage(page, inLanguage(path, language))
            await page.locator('[name=name]').fill('Mina Rahman')
            await page.locator('[name=email]').fill(form.email)
            await page.locator('[name=password]').fill(form.password)
            if (name === 'userRegister') {
              await page.locator('[name=username]').fill('mina.rahman')
              await page.locator('[name=password_confirmation]').fill(form.password)
            }
            const submitButton = page.locator('main form [type=submit]')
            gateway.loseResponses(endpoints[name][1], 'answers 504')
            await submitButton.click()
            await findUncertainAlert(page).waitFor()
            assert.ok(await waitForFocus(submitButton))
            assert.equal(await page.locator('[name=password]').inputValue(), form.password)
            assert.ok(!(await readStoredKeys(page)).join().includes(form.password), 'the password is not stored')
            gateway.restore()
            await submitButton.click()
            await page.waitForURL('**' + inLanguage('/login', language))
            await page.getByText(t('signup.done')).waitFor()
            assert.equal((await readEmailsTo(app, form.email)).length, 1)
            assert.equal((await app.call('userLogin', form)).status, 200)
          },
          { width: 390, expectedErrors: [`504 ${endpoints[name][1]}`, 'error: Sending failed'] },
        ))
    }

    test('shows the booking if the same data is sent again after a reload (BOOK-8)', () =>
      visit(
        gateway,
        async (page) => {
          const bookingCountBefore = (await readBookings()).length
          const formValues = {
            ...rafiq,
            checkin: app.day(40),
            checkout: app.day(41),
            message: 'By train',
            paymenttype: 2,
          } as const
          gateway.loseResponses(endpoints.requestGuestBooking[1], 'answers 504')
          await openPage(page, localizePath('/booking-details/twin'))
          await chooseGuestTab(page, translator)
          await fillBookingForm(page, translator, formValues)
          await pressBookNow(page, translator)
          await findUncertainAlert(page).waitFor()
          gateway.restore()
          await openPage(page, localizePath('/booking-details/twin'))
          await fillBookingForm(page, translator, formValues)
          await pressBookNow(page, translator)
          await page.waitForURL('**/booking-success')
          assert.equal((await readBookings()).length, bookingCountBefore + 1)
        },
        { expectedErrors: [`504 ${endpoints.requestGuestBooking[1]}`, 'error: Sending failed'] },
      ))

    test('books other nights as a separate request (BOOK-8)', () =>
      visit(
        gateway,
        async (page) => {
          const bookingCountBefore = (await readBookings()).length
          gateway.loseResponses(endpoints.requestGuestBooking[1], 'answers 504')
          await openPage(page, localizePath('/booking-details/twin'))
          await chooseGuestTab(page, translator)
          await fillBookingForm(page, translator, {
            ...rafiq,
            checkin: app.day(50),
            checkout: app.day(51),
            paymenttype: 2,
          })
          await pressBookNow(page, translator)
          await findUncertainAlert(page).waitFor()
          gateway.restore()
          // Set the later date first. A slow machine may load a price between the two changes, and the stay must be
          // valid then.
          await fillBookingForm(page, translator, { checkout: app.day(53) })
          await fillBookingForm(page, translator, { checkin: app.day(52) })
          await pressBookNow(page, translator)
          await page.waitForURL('**/booking-success')
          const createdBookings = (await readBookings()).slice(bookingCountBefore)
          assert.deepEqual(
            createdBookings.map(({ check_in }) => check_in - createdBookings[0]!.check_in),
            [0, 2],
          )
        },
        { expectedErrors: [`504 ${endpoints.requestGuestBooking[1]}`, 'error: Sending failed'] },
      ))

    test('keeps the idempotency key when the rate limit rejects the next attempt (BOOK-8)', () =>
      visit(
        gateway,
        async (page) => {
          const path = endpoints.requestGuestBooking[1]
          const bookingCountBefore = (await readBookings()).length
          gateway.loseResponses(path, 'answers 504')
          await openPage(page, localizePath('/booking-details/twin'))
          await chooseGuestTab(page, translator)
          await fillBookingForm(page, translator, {
            ...rafiq,
            checkin: app.day(54),
            checkout: app.day(55),
            paymenttype: 2,
          })
          await pressBookNow(page, translator)
          await findUncertainAlert(page).waitFor()
          gateway.restore()
          await page.route('**' + path, (route) =>
            route.fulfill({ status: 429, json: { message: 'Too many attempts.' } }),
          )
          await pressBookNow(page, translator)
          await page.getByRole('alert').getByText('Too many attempts.').waitFor()
          await page.unroute('**' + path)
          await pressBookNow(page, translator)
          await page.waitForURL('**/booking-success')
          assert.equal((await readBookings()).length, bookingCountBefore + 1)
        },
        {
          expectedErrors: [
            `504 ${endpoints.requestGuestBooking[1]}`,
            `429 ${endpoints.requestGuestBooking[1]}`,
            'error: Sending failed',
          ],
        },
      ))

    test('uses a new idempotency key after a request was rejected because the room was sold (BOOK-6, BOOK-8)', () =>
      visit(
        gateway,
        async (page) => {
          const path = endpoints.requestGuestBooking[1]
          const keys: string[] = []
          page.on(
            'request',
            (request) => void (request.url().endsWith(path) && keys.push(request.headers()['idempotency-key']!)),
          )
          const bookingValues = { ...rafiq, checkin: app.day(60), checkout: app.day(61), paymenttype: 2 } as const
          const competingForm = { ...bookingValues, adult: 1, child: 0, slug: 'family' }
          await openPage(page, localizePath('/booking-details/family'))
          await chooseGuestTab(page, translator)
          await fillBookingForm(page, translator, bookingValues)
          assert.equal(
            (await app.call('requestGuestBooking', competingForm, { token: await app.newGuest() })).status,
            200,
          )
          for (const _ of [1, 2]) {
            await pressBookNow(page, translator)
            await page.getByRole('dialog', { name: translator.t('booking.conflict_title') }).waitFor()
            await page.keyboard.press('Escape')
          }
          assert.deepEqual(await readStoredKeys(page), [])
          assert.equal(new Set(keys).size, 2)
          for (const key of keys) assert.ok(key.length >= 20)
        },
        { expectedErrors: [`409 ${endpoints.requestGuestBooking[1]}`] },
      ))

    test('cancels a stay once and shows the result when the button is pressed again (ACCT-8)', () =>
      visit(
        gateway,
        async (page) => {
          const email = 'cancels@guest.example'
          const token = (await app.call('guestRegister', { ...rafiq, email }, { language })).body.access_token
          const bookingForm = {
            ...rafiq,
            email,
            checkin: app.day(70),
            checkout: app.day(71),
            paymenttype: 2,
            adult: 1,
            child: 0,
            slug: 'twin',
          }
          assert.equal((await app.call('requestGuestBooking', bookingForm, { token, language })).status, 200)
          const link = /https:\/\/selvage\.example(\/\S*stay=[\w-]+)/.exec(
            (await readEmailsTo(app, email)).at(-1)!.text,
          )![1]!
          gateway.loseResponses(endpoints.cancelStay[1], 'answers 504')
          await openPage(page, link)
          await page.getByRole('button', { name: t('summary.cancel') }).click()
          const dialog = page.getByRole('dialog', { name: t('summary.cancel_title') })
          const confirmButton = dialog.getByRole('button', { name: t('summary.cancel_submit') })
          await confirmButton.click()
          await dialog.getByRole('alert').getByText(t('failure.unsure')).waitFor()
          assert.ok(await waitForFocus(confirmButton))
          assert.deepEqual(await findAccessibilityViolations(page), [])
          gateway.restore()
          await confirmButton.click()
          await page.getByText(t('stay.next_cancelled')).waitFor()
          assert.equal((await readBookings()).at(-1)!.status, 'cancelled')
          assert.equal((await readEmailsTo(app, email)).length, 2)
        },
        { width: 390, expectedErrors: [`504 ${endpoints.cancelStay[1]}`, 'error: Sending failed'] },
      ))

    test("books a member's room once when the button is pressed again (BOOK-5, BOOK-8)", () =>
      visit(
        gateway,
        async (page) => {
          const bookingCountBefore = (await readBookings()).length
          gateway.loseResponses(endpoints.requestBooking[1], 'answers 504')
          await openSignedIn(page, app, localizePath('/booking-details/single'))
          await page.locator('#booking [name=email]').waitFor({ state: 'attached' })
          await fillBookingForm(page, translator, {
            ...rafiq,
            checkin: app.day(80),
            checkout: app.day(81),
            paymenttype: 2,
          })
          await pressBookNow(page, translator)
          await findUncertainAlert(page).waitFor()
          gateway.restore()
          await pressBookNow(page, translator)
          await page.waitForURL('**/booking-success')
          assert.equal((await readBookings()).length, bookingCountBefore + 1)
        },
        { expectedErrors: [`504 ${endpoints.requestBooking[1]}`, 'error: Sending failed'] },
      ))

    describe('in English', () => {
      test('delivers an enquiry once if it is sent again, also after a reload (CONT-11)', () =>
        visit(
          gateway,
          async (page) => {
            const enquiryCountBefore = (await readEnquiries()).length
            await addProducts(page, 'zipper')
            await openPage(page, '/enquiry')
            await fillContact(page)
            gateway.loseResponses(endpoints.sendEnquiry[1], 'answers 504')
            await sendEnquiry(page, 'en')
            await findUncertainAlert(page, 'en').waitFor()
            assert.equal(await page.getByLabel('Company').inputValue(), 'Vogt Textil')
            assert.ok(await waitForFocus(page.getByRole('button', { name: 'Send enquiry' })))
            await openPage(page, '/enquiry')
            await sendEnquiry(page, 'en')
            await findUncertainAlert(page, 'en').waitFor()
            gateway.restore()
            await sendEnquiry(page, 'en')
            await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
            const createdEnquiries = (await readEnquiries()).slice(enquiryCountBefore)
            assert.equal(createdEnquiries.length, 1)
            await page.getByText(createdEnquiries[0]!.code, { exact: true }).waitFor()
            assert.equal((await readEmailsTo(app, 'lena@buyer.example')).length, 1)
          },
          { width: 390, expectedErrors: [`504 ${endpoints.sendEnquiry[1]}`, 'error: Sending failed'] },
        ))

      test('keeps a message and its captcha in the form and delivers the message once (CONT-1, CONT-3)', () =>
        visit(
          gateway,
          async (page) => {
            const countMessages = async () => (await app.db.selectFrom('contact_message').selectAll().execute()).length
            const messageCountBefore = await countMessages()
            await openPage(page, '/contact')
            await page.getByLabel('Your Name').fill('Lena Vogt')
            await page.getByLabel('Your Email').fill('lena@buyer.example')
            await page.getByLabel('Message').fill('In navy')
            const sum = (await page.locator('label').filter({ hasText: '+' }).innerText())
              .match(/\d+/g)!
              .reduce((total, digit) => total + Number(digit), 0)
            await page.locator('input[name=captcha]').fill(String(sum))
            for (const [fault, message] of [
              ['answers 504', 'Something went wrong!'],
              ['closes the connection', 'Submission failed. Try again.'],
            ] as const) {
              gateway.loseResponses(endpoints.sendContact[1], fault)
              await page.getByRole('button', { name: 'Send message' }).click()
              await page
                .getByRole('alert')
                .filter({ hasText: message })
                .getByText(translatorFor('en').t('failure.unsure'))
                .waitFor()
              assert.equal(await page.locator('input[name=captcha]').inputValue(), String(sum))
              assert.ok(await waitForFocus(page.getByRole('button', { name: 'Send message' })))
            }
            gateway.restore()
            await page.getByRole('button', { name: 'Send message' }).click()
            await page.getByRole('dialog', { name: 'Thank You' }).waitFor()
            assert.equal(await countMessages(), messageCountBefore + 1)
          },
          {
            width: 390,
            expectedErrors: [
              `504 ${endpoints.sendContact[1]}`,
              `failed ${endpoints.sendContact[1]}`,
              'error: Sending failed',
            ],
          },
        ))
    })
  })
}

const expectedErrorsByFault: Record<ResponseFault, (path: string) => string[]> = {
  'answers 504': (path) => [`504 ${path}`],
  'closes the connection': (path) => [`failed ${path}`],
  'never responds': () => [],
  'sends its own page': () => [],
  'sends half of the response': () => [],
}

/** Runs in the page: request timeouts end only when the test calls `endLimits`, not after half a minute. */
function holdTimeouts(): void {
  const timeouts: AbortController[] = []
  AbortSignal.timeout = () => {
    const timeout = new AbortController()
    timeouts.push(timeout)
    return timeout.signal
  }
  window.endLimits = () => {
    for (const timeout of timeouts.splice(0)) timeout.abort(new DOMException('Too long', 'TimeoutError'))
  }
}

declare global {
  interface Window {
    endLimits: () => void
  }
}

/** Reads the idempotency keys that the tab stores by the content of the request. */
const readStoredKeys = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('{')))
