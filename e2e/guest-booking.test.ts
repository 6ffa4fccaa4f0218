import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { waitForFocus, openPage, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmail } from '#testing/mail.ts'
import { selectPairs } from '#testing/pairs.ts'
import { holdToasts } from '#testing/toasts.ts'
import { endpoints, inLanguage, queryString } from '#routes/public.ts'
import { writeCompany } from '#content/company.ts'
import { translatorFor } from '#locales/both.ts'
import {
  chooseGuestTab,
  pressBookNow,
  readFieldError,
  fillBookingForm,
  rafiq,
  readBookingFormValues,
} from './booking-form.ts'
import { findCheckInField, setDates } from './dates.ts'

const bookingPath = endpoints.requestGuestBooking[1]

for (const { engine, language } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, count, day, money } = translator

  describe(`booking as a guest, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    before(async () => {
      await writeCompany(app.db, { takesOnlinePayments: true })
    })

    const readBookings = () => app.db.selectFrom('booking').selectAll().orderBy('id').execute()
    const openRoom = async (page: Page, slug: string) => {
      await openPage(page, inLanguage(`/booking-details/${slug}`, language))
      await chooseGuestTab(page, translator)
    }

    test('books a room, from the search to the confirmation (BOOK-1, BOOK-3, BOOK-4, BOOK-7, SRCH-3)', () =>
      visit(app, async (page) => {
        const search = { check_in: app.day(20), check_out: app.day(22), adult: 2, child: 1 }
        const bookingCountBefore = (await readBookings()).length
        await holdToasts(page)
        await openPage(page, inLanguage('/rooms' + queryString(search), language))
        const roomName = { en: 'Deluxe Double', bn: 'ডিলাক্স ডাবল' }[language]
        const card = page.getByRole('article').filter({ hasText: roomName })
        await card.getByRole('link', { name: t('rooms.book_now') }).click()
        await page.getByRole('heading', { level: 2, name: t('booking.title') }).waitFor()
        const tabs = [t('booking.tab_guest'), t('booking.tab_account')]
        assert.deepEqual(await page.getByRole('tab').allInnerTexts(), tabs)
        await page.getByRole('tab', { name: t('booking.tab_guest'), selected: true }).waitFor()
        await page.getByText(t('booking.as_guest')).waitFor()
        const { checkin, checkout, adult, child } = await readBookingFormValues(page)
        assert.deepEqual({ check_in: checkin, check_out: checkout, adult: Number(adult), child: Number(child) }, search)
        await fillBookingForm(page, translator, { ...rafiq, message: 'A late arrival', paymenttype: 2 })
        const requestedUrls: string[] = []
        page.on('request', (request) => requestedUrls.push(request.url()))
        await pressBookNow(page, translator)

        const toast = page.getByText(t('booking.done'), { exact: true })
        await toast.waitFor()
        await page.getByRole('heading', { level: 1, name: t('booking.success_title') }).waitFor()
        assert.equal(page.url(), app.url + inLanguage('/booking-success', language))
        // Only a form for another booking of this guest needs it.
        assert.ok(!requestedUrls.some((url) => url.includes('/for-other-field')))
        const [createdBooking, ...others] = (await readBookings()).slice(bookingCountBefore)
        assert.deepEqual(others, [])
        const { name, email, message, adults, children } = createdBooking!
        assert.deepEqual([name, email, message, adults, children], [rafiq.name, rafiq.email, 'A late arrival', 2, 1])
        const confirmation = await page.getByRole('main').innerText()
        const stayTexts = [day(search.check_in), day(search.check_out), money(createdBooking!.total_poisha / 100)]
        for (const text of [createdBooking!.code, email, roomName, ...stayTexts])
          assert.ok(confirmation.includes(text), `${text} in ${confirmation}`)
        assert.ok(
          readEmail((await app.deliverEmails()).at(-1)!)
            .header('subject')
            .includes(createdBooking!.code),
        )

        const [token, user] = await page.evaluate(() => ['token', 'user'].map((key) => sessionStorage.getItem(key)!))
        assert.equal(JSON.parse(user!).role, 'guest')
        assert.equal((await app.call('getBookingDetails', { id: createdBooking!.code }, { token })).status, 200)
        await page.evaluate(() => window.endToasts())
        await toast.waitFor({ state: 'detached' })
        await page.getByRole('link', { name: t('booking.back_home') }).click()
        await page.waitForURL(app.url + inLanguage('/', language))
      }))

    test('shows links instead of a confirmation if no stay was booked in this tab (BOOK-7)', () =>
      visit(app, async (page) => {
        await openPage(page, inLanguage('/booking-success', language))
        await page.getByText(t('booking.none')).waitFor()
        await waitUntilAbsent(page.getByRole('heading', { level: 1, name: t('booking.success_title') }))
        const [rooms, signIn] = [t('dashboard.find_room'), t('shell.sign_in')].map((name) =>
          page.getByRole('main').getByRole('link', { name, exact: true }),
        )
        assert.equal(await rooms!.getAttribute('href'), inLanguage('/rooms', language))
        assert.equal(await signIn!.getAttribute('href'), inLanguage('/login', language))
      }))

    test('shows all errors together, each as a link to its field (BOOK-6, DES-25)', () =>
      visit(app, async (page) => {
        await openRoom(page, 'twin')
        await fillBookingForm(page, translator, {
          name: 'A',
          email: 'a@b',
          phone: '12',
          checkin: app.day(40),
          checkout: app.day(41),
        })
        await pressBookNow(page, translator)
        const errorItems = page.getByRole('dialog', { name: t('booking.invalid_title') }).getByRole('listitem')
        await errorItems.first().waitFor()
        assert.deepEqual(
          (await errorItems.allInnerTexts()).toSorted(),
          (['email', 'phone', 'paymenttype'] as const)
            .map(
              (name) =>
                `${t(`booking.${name}`)}: ${t(name === 'paymenttype' ? 'error.payment_type' : `error.${name}`)}`,
            )
            .toSorted(),
        )
        await errorItems.getByRole('button', { name: t('error.phone') }).click()
        assert.ok(await waitForFocus(page.locator('#booking [name=phone]')))
      }))

    test('lists the errors of the browser and the server together, with the labels of the fields (BOOK-6)', () =>
      visit(
        app,
        async (page) => {
          await openRoom(page, 'twin')
          await fillBookingForm(page, translator, { name: 'A', checkin: app.day(-3), checkout: app.day(2), adult: 9 })
          const tooManyText = count('error.too_many_adults', 2)
          await page.locator('#booking [name=adult][aria-invalid=true]').waitFor()
          assert.equal(await readFieldError(page, 'adult'), tooManyText, 'before anything is sent')
          assert.equal(await page.getByText(tooManyText).count(), 1)
          await pressBookNow(page, translator)
          const errorItems = page.getByRole('dialog', { name: t('booking.invalid_title') }).getByRole('listitem')
          await errorItems.first().waitFor()
          assert.deepEqual(await errorItems.allInnerTexts(), [
            `${t('booking.checkin')}: ${t('error.check_in_past')}`,
            `${t('booking.adult')}: ${tooManyText}`,
            `${t('booking.email')}: ${t('error.required')}`,
            `${t('booking.phone')}: ${t('error.required')}`,
            `${t('booking.paymenttype')}: ${t('error.payment_type')}`,
          ])
          await page.keyboard.press('Escape')
          await fillBookingForm(page, translator, { adult: 1 })
          await page.waitForFunction(
            () => !document.querySelector('#booking [name=adult]')!.hasAttribute('aria-invalid'),
          )
        },
        { expectedErrors: ['422 /api/public/getStayPrice'] },
      ))

    test('lists missing fields and shows an error under each (BOOK-6)', () =>
      visit(
        app,
        async (page) => {
          await openRoom(page, 'twin')
          const form = page.locator('#booking')
          await setDates(form, { checkin: app.day(5), checkout: app.day(7) })
          await form.locator('[data-quote=free]').waitFor()
          await setDates(form, { checkin: '', checkout: '' })
          await pressBookNow(page, translator)
          const dialog = page.getByRole('dialog', { name: t('booking.invalid_title') })
          const requiredFields = ['checkin', 'checkout', 'name', 'email', 'phone', 'paymenttype'] as const
          const formatErrorText = (name: string) => t(name === 'paymenttype' ? 'error.payment_type' : 'error.required')
          const messages = requiredFields.map((name) => `${t(`booking.${name}`)}: ${formatErrorText(name)}`)
          await dialog.waitFor()
          assert.deepEqual(await dialog.getByRole('listitem').allInnerTexts(), messages)
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await dialog.getByRole('button', { name: t('booking.correct') }).click()
          assert.ok(await waitForFocus(findCheckInField(page.locator('#booking'), translator)))
          for (const name of requiredFields) assert.equal(await readFieldError(page, name), formatErrorText(name))

          const stayDates = { checkin: app.day(5), checkout: app.day(7) }
          await fillBookingForm(page, translator, { ...rafiq, ...stayDates, phone: 'abc', paymenttype: 2 })
          await pressBookNow(page, translator)
          await dialog.getByText(t('error.phone')).waitFor()
          await dialog.getByRole('button', { name: t('booking.correct') }).click()
          assert.equal(await readFieldError(page, 'phone'), t('error.phone'))
          const { name, phone } = await readBookingFormValues(page)
          assert.deepEqual([name, phone], [rafiq.name, 'abc'])
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { width: 390 },
      ))

    test('shows a Booking Conflict for a room that was sold meanwhile (BOOK-6, BOOK-8)', () =>
      visit(
        app,
        async (page) => {
          const stayDates = { checkin: app.day(40), checkout: app.day(41) }
          await openRoom(page, 'family')
          await fillBookingForm(page, translator, { ...rafiq, ...stayDates, paymenttype: 2 })
          const competingForm = { ...rafiq, ...stayDates, paymenttype: 2, adult: 1, child: 0, slug: 'family' }
          assert.equal(
            (await app.call('requestGuestBooking', competingForm, { token: await app.newGuest() })).status,
            200,
          )
          await pressBookNow(page, translator)
          const dialog = page.getByRole('dialog', { name: t('booking.conflict_title') })
          await dialog.getByText(t('booking.sold_out')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'hidden' })
          const { name, checkin } = await readBookingFormValues(page)
          assert.deepEqual([name, checkin], [rafiq.name, stayDates.checkin])

          await fillBookingForm(page, translator, { checkin: app.day(50), checkout: app.day(51) })
          await pressBookNow(page, translator)
          await page.waitForURL('**/booking-success')
        },
        { width: 390, expectedErrors: [`409 ${bookingPath}`] },
      ))

    test('sells the last room to only one of two guests who press Book Now simultaneously (BOOK-6, BOOK-8)', async () => {
      const bookingCountBefore = (await readBookings()).length
      const [waitingRequests, arrivalSignal] = [[] as string[], Promise.withResolvers<void>()]
      const stayDates = { checkin: app.day(60), checkout: app.day(62) }
      const statuses: string[] = []
      const bookAs = (name: string) =>
        visit(
          app,
          async (page) => {
            await page.route('**' + bookingPath, async (route) => {
              waitingRequests.push(name)
              if (waitingRequests.length === 2) arrivalSignal.resolve()
              await arrivalSignal.promise
              await route.continue()
            })
            await openRoom(page, 'family')
            await fillBookingForm(page, translator, { ...rafiq, ...stayDates, name, paymenttype: 2 })
            const bookingResponse = page.waitForResponse((response) => response.url().endsWith(bookingPath))
            await pressBookNow(page, translator)
            const status = (await bookingResponse).status()
            if (status === 200) await page.waitForURL('**/booking-success')
            else {
              const dialog = page.getByRole('dialog', { name: t('booking.conflict_title') })
              await dialog.getByText(t('booking.sold_out')).waitFor()
              const others = dialog.getByRole('link', { name: t('booking.other_rooms') })
              const search = { check_in: stayDates.checkin, check_out: stayDates.checkout, adult: 1, child: 0 }
              assert.equal(await others.getAttribute('href'), inLanguage('/rooms' + queryString(search), language))
            }
            statuses.push(`${status}`)
          },
          { possibleErrors: [`409 ${bookingPath}`] },
        )
      await Promise.all([bookAs('Rafiq Islam'), bookAs('Salma Khatun')])
      assert.deepEqual(statuses.toSorted(), ['200', '409'])
      const newBookings = (await readBookings()).slice(bookingCountBefore)
      assert.equal(newBookings.length, 1)
    })

    test('asks for confirmation before it books the same stay again, also after Back (BOOK-4, BOOK-8)', () =>
      visit(
        app,
        async (page) => {
          const values = { ...rafiq, checkin: app.day(45), checkout: app.day(47), paymenttype: 2 } as const
          await openRoom(page, 'single')
          await fillBookingForm(page, translator, values)
          await pressBookNow(page, translator)
          await page.waitForURL('**/booking-success')
          const [firstBooking, bookingCount] = [(await readBookings()).at(-1)!, (await readBookings()).length]
          await page.goBack()
          await fillBookingForm(page, translator, { ...values, message: 'Once more' })
          await pressBookNow(page, translator)
          const question = page.getByRole('dialog', { name: t('booking.again_title') })
          await question.getByText(firstBooking.code).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await waitUntilAbsent(page.getByRole('dialog', { name: t('booking.invalid_title') }))
          await page.keyboard.press('Escape')
          await question.waitFor({ state: 'hidden' })
          assert.equal((await readBookings()).length, bookingCount)
          await pressBookNow(page, translator)
          await question.getByRole('button', { name: t('booking.again_submit') }).click()
          await page.waitForURL('**/booking-success')
          const others = (await readBookings()).slice(bookingCount)
          assert.deepEqual(
            others.map(({ check_in, room_id }) => [check_in, room_id]),
            [[firstBooking.check_in, firstBooking.room_id]],
          )
        },
        { expectedErrors: [`422 ${bookingPath}`] },
      ))

    test('counts down from ten on the button while the booking is sent, and ignores a second press (BOOK-4, BOOK-8)', () =>
      visit(app, async (page) => {
        const bookingCountBefore = (await readBookings()).length
        const secondRelease = Promise.withResolvers<void>()
        await page.route('**' + bookingPath, async (route) => {
          await secondRelease.promise
          await route.continue()
        })
        await page.addInitScript(holdSeconds)
        await openRoom(page, 'single')
        await fillBookingForm(page, translator, { ...rafiq, checkin: app.day(5), checkout: app.day(6), paymenttype: 2 })
        await page.getByRole('button', { name: t('booking.submit') }).dblclick()
        const button = page.getByRole('button', { name: t('booking.submitting', { seconds: 10 }) })
        await button.waitFor()
        assert.ok(await button.isDisabled())
        await page.locator('[name=name]').press('Enter')
        await page.evaluate(() => window.advanceSecond())
        await page.getByRole('button', { name: t('booking.submitting', { seconds: 9 }) }).waitFor()
        secondRelease.resolve()
        await page.waitForURL('**/booking-success')
        assert.equal((await readBookings()).length, bookingCountBefore + 1)
      }))

    test('keeps the typed text after a connection failure, and books once after a retry (BOOK-8)', () =>
      visit(
        app,
        async (page) => {
          const bookingCountBefore = (await readBookings()).length
          await openRoom(page, 'twin')
          const values = { ...rafiq, checkin: app.day(8), checkout: app.day(9), message: 'By train' }
          await fillBookingForm(page, translator, { ...values, paymenttype: 2 })
          const uncertainAlert = page.getByRole('alert').getByText(t('failure.unsure'))

          await page.route('**/api/auth/**', (route) => route.abort('connectionfailed'))
          await pressBookNow(page, translator)
          await uncertainAlert.waitFor()
          await page.unroute('**/api/auth/**')
          await page.route('**' + bookingPath, async (route) => {
            await route.fetch()
            await route.abort('connectionreset')
          })
          await pressBookNow(page, translator)
          await uncertainAlert.waitFor({ state: 'detached' })
          await uncertainAlert.waitFor()
          const { name, email, phone, checkin, checkout, message } = await readBookingFormValues(page)
          assert.deepEqual({ name, email, phone, checkin, checkout, message }, values)
          assert.equal((await readBookings()).length, bookingCountBefore + 1, 'only the response was lost')

          await page.unroute('**' + bookingPath)
          await pressBookNow(page, translator)
          await page.waitForURL('**/booking-success')
          assert.equal((await readBookings()).length, bookingCountBefore + 1)
          await page.getByText((await readBookings()).at(-1)!.code).waitFor()
        },
        { expectedErrors: [`failed ${endpoints.guestRegister[1]}`, `failed ${bookingPath}`, 'error: Sending failed'] },
      ))
  })
}

/** Runs in the page: lets a second pass only when the test calls `advanceSecond`. */
function holdSeconds(): void {
  const { setInterval: repeat } = window
  const ticks: (() => void)[] = []
  window.setInterval = ((tick: () => void, ms?: number) =>
    ms === 1_000 ? -ticks.push(tick) : repeat(tick, ms)) as typeof setInterval
  window.advanceSecond = () => {
    for (const tick of ticks) tick()
  }
}

declare global {
  interface Window {
    advanceSecond: () => void
  }
}
