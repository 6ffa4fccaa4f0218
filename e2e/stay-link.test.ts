import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { waitForFocus, openPage, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { moveFeeTimes } from '#testing/policies.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { holdToasts } from '#testing/toasts.ts'
import { endpoints, inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { chooseGuestTab, pressBookNow, fillBookingForm, rafiq } from './booking-form.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, day, money, moment } = translator

  describe(`the link to a stay, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    /** Books a stay as a guest and returns the link from the email. */
    async function book(from: number) {
      const form = createStayForm(app, { checkin: app.day(from), checkout: app.day(from + 2) })
      const { body } = await app.call('requestGuestBooking', form, { token: await app.newGuest(), language })
      const email = (await readEmailsTo(app, 'rafiq@guest.example')).find(({ text }) => text.includes(body.booking_id))!
      return { stay: body, path: /\/(?:bn\/)?booking-success\?stay=\S+/.exec(email.text)![0] }
    }

    for (const hasScripts of [true, false]) {
      test(`verifies the address and shows the stay${hasScripts ? '' : ', without scripts'} (BOOK-7, ACCT-13)`, () =>
        visit(
          app,
          async (page) => {
            const { stay, path } = await book(hasScripts ? 10 : 20)
            assert.ok(path.startsWith(inLanguage('/booking-success', language)))
            await (hasScripts ? openPage(page, path) : page.goto(path))
            await page.getByRole('heading', { level: 1, name: t('summary.page') }).waitFor()
            if (!hasScripts) await page.getByRole('button', { name: t('booking.confirm') }).click()
            await page.getByRole('heading', { level: 2, name: t('booking.getting_there') }).waitFor()
            const { email_verified_at, expires_at } = await readRow(stay.booking_id)
            assert.equal(email_verified_at, app.clock.now)
            const deadlineText = t('stay.next_pending_approval_until', { until: moment(new Date(expires_at!)) })
            const pageText = await page.getByRole('main').innerText()
            const expectedTexts = [
              stay.booking_id,
              stay.room_name,
              day(stay.checkin),
              day(stay.checkout),
              money(stay.total),
              deadlineText,
              t('stay.then_pay'),
            ]
            for (const part of [...expectedTexts, t('dashboard.status_pending_approval'), t('summary.payment_unpaid')])
              assert.ok(pageText.includes(part), `${part} in ${pageText}`)
            if (hasScripts) assert.deepEqual(await findAccessibilityViolations(page), [])
            assert.match(await downloadCalendar(page), new RegExp(`UID:${stay.booking_id}@`))

            await app.db
              .updateTable('booking')
              .set({ status: 'cancelled' })
              .where('code', '=', stay.booking_id)
              .execute()
            await page.reload()
            await page.getByText(t('stay.next_cancelled')).waitFor()
            await waitUntilAbsent(page.getByRole('button', { name: t('summary.calendar') }))
          },
          { javaScriptEnabled: hasScripts, width: 390 },
        ))
    }

    const readRow = (code: string) =>
      app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()

    test('shows the fee before it cancels a stay (ACCT-8, ACCT-13)', () =>
      visit(
        app,
        async (page) => {
          const { stay, path } = await book(40)
          await holdToasts(page)
          await openPage(page, path)
          const cancelButton = page.getByRole('button', { name: t('summary.cancel') })
          const freeUntil = t('policy.free_then', { moment: '|', fee: '' }).split('|')[0]!
          await page.getByText(freeUntil).waitFor()
          await cancelButton.click()
          const dialog = page.getByRole('dialog', { name: t('summary.cancel_title') })
          await dialog.getByText(t('summary.cancel_free')).waitFor()
          await dialog.getByRole('button', { name: t('summary.cancel_keep') }).press('Enter')
          await dialog.waitFor({ state: 'hidden' })
          assert.ok(await waitForFocus(cancelButton))

          // Meanwhile the stay was confirmed and the period of free cancellation has ended. The stay must not be
          // cancelled before the page has shown the fee.
          const confirmedStatus = { status: 'confirmed' } as const
          await app.db.updateTable('booking').set(confirmedStatus).where('code', '=', stay.booking_id).execute()
          const fee = (await moveFeeTimes(app.db, stay.booking_id))[0]! / 100
          await cancelButton.press('Enter')
          const submitButton = dialog.getByRole('button', { name: t('summary.cancel_submit') })
          await submitButton.click()
          await dialog.getByRole('alert').getByText(t('cancel.fee_changed', { fee })).waitFor()
          await dialog.getByText(t('summary.cancel_costs', { fee: money(fee) })).waitFor()
          assert.equal((await readRow(stay.booking_id)).status, 'confirmed')
          await submitButton.press('Enter')
          await dialog.waitFor({ state: 'hidden' })
          await page.getByText(t('cancel.done'), { exact: true }).waitFor()
          const state = page.locator('main p[tabindex]')
          await state.getByText(t('dashboard.status_cancelled'), { exact: true }).waitFor()
          assert.ok((await state.innerText()).includes(t('summary.cancelled_cost', { fee: money(fee) })))
          assert.ok(await waitForFocus(state))
          assert.deepEqual([await cancelButton.count(), (await readRow(stay.booking_id)).status], [0, 'cancelled'])
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { width: 390, expectedErrors: [`409 ${endpoints.cancelStay[1]}`] },
      ))

    test('cancels a stay without scripts (ACCT-8, ACCT-13)', () =>
      visit(
        app,
        async (page) => {
          const { stay, path } = await book(50)
          await page.goto(path)
          const downloadPromise = page.waitForEvent('download')
          await page.getByRole('button', { name: t('summary.pdf') }).press('Enter')
          const pdfText = extractPdfText(await readFile(await (await downloadPromise).path()))
          for (const expectedText of [t('summary.title'), stay.booking_id])
            assert.ok(pdfText.includes(expectedText), expectedText)
          const form = page.locator('main noscript > form')
          await form.getByText(t('summary.cancel_free')).waitFor()
          await form.getByRole('button', { name: t('summary.cancel') }).click()
          await page.getByText(t('summary.cancelled_free')).waitFor()
          assert.equal(page.url(), app.url + path)
          assert.equal((await readRow(stay.booking_id)).status, 'cancelled')
          await waitUntilAbsent(form)
        },
        { javaScriptEnabled: false, width: 390 },
      ))

    test('explains that a link is wrong and links to the rooms (BOOK-7)', () =>
      visit(app, async (page) => {
        await openPage(page, inLanguage('/booking-success?stay=nonsense', language))
        await page.getByText(t('booking.link_ended')).waitFor()
        await waitUntilAbsent(page.locator('main dl'))
        assert.deepEqual(await findAccessibilityViolations(page), [])
        await page
          .getByRole('main')
          .getByRole('link', { name: t('dashboard.find_room') })
          .click()
        await page.getByRole('heading', { level: 1, name: t('rooms.title') }).waitFor()
      }))

    test('offers a calendar file after a booking (BOOK-7)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, inLanguage('/booking-details/deluxe', language))
          await chooseGuestTab(page, translator)
          await fillBookingForm(page, translator, {
            ...rafiq,
            checkin: app.day(30),
            checkout: app.day(32),
            paymenttype: 2,
          })
          await pressBookNow(page, translator)
          await page.getByRole('heading', { level: 2, name: t('booking.next') }).waitFor()
          await page.getByText(t('stay.then_pay')).waitFor()
          await page.getByText(t('summary.payment_unpaid')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          const { code } = await app.db
            .selectFrom('booking')
            .select('code')
            .orderBy('id', 'desc')
            .executeTakeFirstOrThrow()
          assert.match(await downloadCalendar(page), new RegExp(`UID:${code}@`))

          await page.route(`**${endpoints.getStayCalendar[1]}*`, (route) => route.abort('connectionfailed'))
          await page.getByRole('button', { name: t('summary.calendar') }).click()
          await page.getByRole('alert').getByText(t('booking.calendar_failed')).waitFor()
        },
        { width: 390, expectedErrors: [`failed ${endpoints.getStayCalendar[1]}`, 'error: Error fetching data'] },
      ))

    async function downloadCalendar(page: Page): Promise<string> {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('summary.calendar') }).click(),
      ])
      assert.equal(download.suggestedFilename(), 'stay.ics')
      return readFile(await download.path(), 'utf8')
    }
  })
}
