import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import {
  openPage,
  readDescriptions,
  visit,
  waitForFocus,
  waitUntil,
  waitUntilHydrated,
  waitUntilAbsent,
} from '#testing/browser.ts'
import { findFreePort } from '#testing/browsers/child-program.ts'
import { payInDemo } from '#testing/demo-payments.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { moveFeeTimes } from '#testing/policies.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { holdToasts } from '#testing/toasts.ts'
import { createGatewayTranslator } from '#money/gateway-simulator/messages.ts'
import { endpoints, href, inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { findCheckInField, chooseDates, readDates, setDates } from './dates.ts'
import { openSignedIn } from './open-signed-in.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, money } = translator

  describe(`changing a stay, on ${engine.name}, in ${language}`, () => {
    let app: TestApp
    before(async () => {
      // The demo gateway runs at the public address of the site.
      const port = await findFreePort()
      app = await startTestApp(engine, { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` })
    })
    after(() => app.close())

    const readStayLink = async (code: string) =>
      /\/(?:bn\/)?booking-success\?stay=\S+/.exec(
        (await readEmailsTo(app, 'rafiq@guest.example')).findLast(({ text }) => text.includes(code))!.text,
      )![0]
    const readRow = (code: string) =>
      app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
    const readRoom = (slug: string) =>
      app.db.selectFrom('room').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
    const findChangeSection = (page: Page) => page.locator('section#change')
    const findChooseButton = (page: Page) => page.getByRole('button', { name: t('summary.change_choose') })
    const openForm = (page: Page) => findChooseButton(page).click()
    const findTypeField = (page: Page) => findChangeSection(page).getByLabel(t('summary.change_type'))
    const chooseGuests = async (page: Page, adults: number, children: number) => {
      await findChangeSection(page).getByLabel(t('booking.adult')).selectOption(String(adults))
      await findChangeSection(page).getByLabel(t('booking.child')).selectOption(String(children))
    }
    /** Chooses the dates in the calendar, which shows the nights of the stay itself as free. */
    const pickDates = (page: Page, from: number, to: number) =>
      chooseDates(findCheckInField(findChangeSection(page), translator), translator, [app.day(from), app.day(to)])
    const findPlanStatus = (page: Page) => findChangeSection(page).locator('form > [role=status]')
    const bookAsGuest = async (overrides: object) => {
      const { body } = await app.call('requestGuestBooking', createStayForm(app, overrides), {
        token: await app.newGuest(),
        language,
      })
      return body as { booking_id: string; total: number }
    }
    const fillUnits = async (slug: string, from: number, to: number) => {
      const { id, price_poisha } = await readRoom(slug)
      const units = await app.db.selectFrom('unit').select('id').where('room_id', '=', id).execute()
      await app.callOk(
        'bookAtDesk',
        {
          from: app.day(from),
          to: app.day(to),
          rooms: units.map((unit) => ({ room: id, unit: unit.id, adults: 1, price: price_poisha / 100 })),
          source: 'phone',
          name: 'Full house',
          phone: '+8801700000009',
          language: 'en',
        },
        { token: await app.signIn('staff') },
      )
    }

    test('moves a paid stay to another room type and other dates, collects the difference, and refunds everything when it is cancelled (REB-1, REB-8, PAY-10, PAY-16)', () =>
      visit(
        app,
        async (page) => {
          const firstDay = 20
          const code = await payInDemo(
            app,
            'pay',
            { slug: 'twin', checkin: app.day(firstDay), checkout: app.day(firstDay + 2) },
            { language },
          )
          const { total_poisha: paidPoisha } = await readRow(code)
          const family = await readRoom('family')
          const totalPoisha = family.price_poisha * 3
          const difference = money((totalPoisha - paidPoisha) / 100)
          await holdToasts(page)
          await openPage(page, await readStayLink(code))
          await page.getByText(t('summary.change_any')).waitFor()
          await findChooseButton(page).press('Enter')
          assert.ok(await waitForFocus(findCheckInField(findChangeSection(page), translator)))
          await pickDates(page, firstDay, firstDay + 3)
          await findTypeField(page).selectOption('family')
          await chooseGuests(page, 3, 1)
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await press(page, t('summary.change_review'))
          const upText = t('summary.change_up', { amount: difference, total: money(paidPoisha / 100) })
          await findPlanStatus(page).getByText(upText).waitFor()
          const planText = await findPlanStatus(page).innerText()
          for (const text of [t('summary.change_due'), difference, t('stay.due_stay', { day: app.day(firstDay + 3) })])
            assert.ok(planText.includes(text), planText)
          assert.deepEqual(await findAccessibilityViolations(page), [])
          assert.equal((await readRow(code)).total_poisha, paidPoisha)
          await press(page, t('summary.change_submit'))
          await page.getByText(t('change.done'), { exact: true }).waitFor()
          assert.ok(await waitForFocus(findChooseButton(page)))
          const changedRow = await readRow(code)
          assert.deepEqual(
            [changedRow.total_poisha, changedRow.room_id, changedRow.adults, changedRow.children],
            [totalPoisha, family.id, 3, 1],
          )

          await page.getByRole('heading', { name: t('summary.pay_title', { amount: difference }) }).waitFor()
          await press(page, t('summary.pay'))
          await page.waitForURL(/\/demo-gateway\/pay\//)
          const gatewayTranslator = createGatewayTranslator(language)
          await press(
            page,
            gatewayTranslator.t('pay', { amount: gatewayTranslator.money((totalPoisha - paidPoisha) / 100) }),
          )
          await page.waitForURL(/\/payment\?payment=/)
          await waitUntilHydrated(page)
          await app.worker.runDue()
          await page.getByText(t('payment.paid', { amount: difference }), { exact: true }).waitFor()
          assert.equal((await readRow(code)).payment_status, 'paid')

          await page.getByRole('link', { name: t('payment.see_stay') }).click()
          await press(page, t('summary.cancel'))
          const dialog = page.getByRole('dialog')
          await dialog.getByText(t('summary.refund_text', { amount: money(totalPoisha / 100) })).waitFor()
          await dialog.getByRole('button', { name: t('summary.cancel_submit') }).click()
          await page.getByText(t('stay.next_cancelled')).waitFor()
          await app.worker.runDue()
          const refunds = await app.db.selectFrom('refund').selectAll().where('stay_code', '=', code).execute()
          assert.equal(
            refunds.reduce((sum, { amount_poisha }) => sum + amount_poisha, 0),
            totalPoisha,
          )
        },
        { width },
      ))

    test('shows errors at their fields, and does not offer rooms that are sold out on the chosen dates (REB-3, REB-4, REB-8)', () =>
      visit(
        app,
        async (page) => {
          const { booking_id: code } = await bookAsGuest({ slug: 'twin', checkin: app.day(60), checkout: app.day(63) })
          await app.db
            .updateTable('booking')
            .set({ status: 'confirmed', expires_at: null })
            .where('code', '=', code)
            .execute()
          await fillUnits('super-deluxe', 63, 64)
          await openPage(page, await readStayLink(code))
          await openForm(page)
          await findTypeField(page).selectOption('super-deluxe')
          await chooseGuests(page, 3, 0)
          await press(page, t('summary.change_review'))
          const adults = findChangeSection(page).getByLabel(t('booking.adult'))
          assert.ok(await waitForFocus(adults))
          assert.deepEqual(await readDescriptions(adults), [translator.count('error.too_many_adults', 2)])

          await chooseGuests(page, 2, 0)
          await setDates(findChangeSection(page), { checkin: app.day(60), checkout: app.day(64) })
          const { name_en, name_bn } = await readRoom('super-deluxe')
          const roomName = language === 'bn' ? name_bn! : name_en
          await findChangeSection(page)
            .getByText(t('summary.change_type_gone', { room: roomName }))
            .waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          const option = findTypeField(page).locator('option', {
            hasText: t('summary.change_type_unavailable', { room: roomName }),
          })
          assert.ok(await option.evaluate((element) => (element as HTMLOptionElement).disabled))
          await press(page, t('summary.change_review'))
          assert.ok(await waitForFocus(findTypeField(page)))
          await setDates(findChangeSection(page), { checkin: app.day(60), checkout: app.day(63) })
          await waitUntil(
            page,
            () => document.querySelector<HTMLSelectElement>('#change select')!.value === 'super-deluxe',
          )

          await moveFeeTimes(app.db, code)
          await page.reload()
          await waitUntilHydrated(page)
          await page.getByText(t('summary.change_more')).waitFor()
          await openForm(page)
          await findTypeField(page).waitFor()
          await waitUntilAbsent(findTypeField(page).locator('option[value=single]'))
          await pickDates(page, 61, 63)
          await page.getByText(t('change.only_more_nights')).waitFor()
          await press(page, t('summary.change_review'))
          const arrivalField = findCheckInField(findChangeSection(page), translator)
          assert.ok(await waitForFocus(arrivalField))
          assert.deepEqual(await readDescriptions(arrivalField), [t('change.only_more_nights')])
          assert.deepEqual(await readDates(findChangeSection(page)), [app.day(61), app.day(63)])
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        {
          width: 390,
          expectedErrors: [`422 ${endpoints.previewStayChange[1]}`, `422 ${endpoints.getChangeOptions[1]}`],
        },
      ))

    test('works without scripts in steps: dates, then rooms and guests, then the confirmation (REB-1, REB-8)', () =>
      visit(
        app,
        async (page) => {
          const { booking_id: code, total } = await bookAsGuest({ checkin: app.day(70), checkout: app.day(73) })
          await fillUnits('family', 72, 73)
          await page.goto(await readStayLink(code))
          await page.getByRole('button', { name: t('booking.confirm') }).click()
          const forms = findChangeSection(page).locator('noscript form')
          const chooseDays = async (from: number, to: number) => {
            await forms.locator('[type=date][name=checkin]').fill(app.day(from))
            await forms.locator('[type=date][name=checkout]').fill(app.day(to))
            await press(page, t('summary.change_show_rooms'))
          }
          await chooseDays(60, 59)
          await forms.getByText(t('error.check_out_order')).waitFor()
          await waitUntilAbsent(findTypeField(page))
          await chooseDays(71, 73)
          assert.ok(await findTypeField(page).locator('option[value=family]').isDisabled())
          await findTypeField(page).selectOption('twin')
          await chooseGuests(page, 3, 0)
          await press(page, t('summary.change_review'))
          await forms.getByText(translator.count('error.too_many_adults', 2)).waitFor()
          assert.equal(await findTypeField(page).inputValue(), 'twin')
          await chooseGuests(page, 2, 0)
          await press(page, t('summary.change_review'))
          const twin = await readRoom('twin')
          const newTotal = (twin.price_poisha * 2) / 100
          const reviewForm = findChangeSection(page).locator('noscript form[method=post]')
          await reviewForm
            .getByText(t('summary.change_down', { amount: money(total - newTotal), total: money(total) }))
            .waitFor()
          await press(page, t('summary.change_submit'))
          await page
            .getByText(translator.day(app.day(71)))
            .first()
            .waitFor()
          const { check_in, check_out, room_id, adults, total_poisha } = await readRow(code)
          assert.deepEqual([check_out - check_in, room_id, adults, total_poisha], [2, twin.id, 2, newTotal * 100])
        },
        { javaScriptEnabled: false, width: 390 },
      ))

    test('lets a member change the guests and the room on the stay page (REB-1, REB-8)', () =>
      visit(
        app,
        async (page) => {
          const firstDay = 80
          const token = await app.signIn('anna')
          const form = createStayForm(app, {
            email: 'anna@buyer.example',
            slug: 'twin',
            checkin: app.day(firstDay),
            checkout: app.day(firstDay + 3),
          })
          const { body } = await app.call('requestBooking', form, { token })
          await holdToasts(page)
          await openSignedIn(page, app, inLanguage(href('booking', { id: body.booking_id }), language))
          await openForm(page)
          await press(page, t('summary.change_review'))
          await page.getByText(t('change.nothing')).waitFor()
          await chooseGuests(page, 2, 0)
          await press(page, t('summary.change_review'))
          await findPlanStatus(page).getByText(t('summary.change_same')).waitFor()
          await findTypeField(page).selectOption('super-deluxe')
          await press(page, t('summary.change_review'))
          const { price_poisha, name_en, name_bn } = await readRoom('super-deluxe')
          const increaseParams = { amount: money((price_poisha * 3) / 100 - body.total), total: money(body.total) }
          await findPlanStatus(page).getByText(t('summary.change_up', increaseParams)).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await press(page, t('summary.change_submit'))
          await page.getByText(t('change.done'), { exact: true }).waitFor()
          const roomName = language === 'bn' ? name_bn! : name_en
          await page.getByRole('heading', { level: 1, name: roomName }).waitFor()
          assert.equal((await readRow(body.booking_id)).adults, 2)
        },
        { width, expectedErrors: [`422 ${endpoints.previewStayChange[1]}`] },
      ))
  })
}
