import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { officeEndpoints, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'
import { createDeskActions } from './desk-actions.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, money, count } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const formatDigits = (text: string) => translatorFor(language).digits(text)

  describe(`a day at the desk, on ${engine.name}, in ${language}, at ${width}`, () => {
    const app = setUpTestApp(engine)
    const options = { width, locale, ...(width < 700 && { isMobile: true, hasTouch: true }) }

    /** The test uses only what reception can reach: the staff role, links and buttons. */
    test('completes a whole day, from the emergency sheet in the morning to the closing of the day (OFF-271, OFF-113, OFF-191, OFF-261, OFF-262, OFF-263, OFF-264, OFF-381, DES-142)', () =>
      visit(
        app,
        async (page) => {
          const { button, row, part, show, goTo, press, axe } = createDeskActions(page, language, width)
          await openOfficePage(page, app, language, officePages.today, 'staff')

          // The night shift did not close yesterday, and no guest is in the property.
          const sheetDownload = page.waitForEvent('download')
          await button(t('guests.sheet')).click()
          assert.equal((await sheetDownload).suggestedFilename(), 'emergency-sheet.pdf')
          await page.getByRole('link', { name: t('desk.close_yesterday', { day: app.day(-1) }) }).click()
          const confirmClosing = async (day: string) => {
            await button(t('desk.day_close', { day })).click()
            const dialog = page.getByRole('dialog')
            await dialog.getByText(t('desk.day_confirm', { day })).waitFor()
            await axe()
            await dialog.getByRole('button', { name: t('desk.day_confirm_submit') }).click()
          }
          await confirmClosing(app.day(-1))
          await page.getByText(t('desk.next_day_to_close', { day: app.day(0) })).waitFor()

          // A walk-in guest without an email address.
          await goTo('desk.today')
          await page.getByRole('link', { name: t('desk.new_booking') }).click()
          await page.getByLabel(t('booking.name'), { exact: true }).fill('Mina Akter')
          await page.getByLabel(t('booking.phone'), { exact: true }).fill(formatDigits('01700000009'))
          await page.getByLabel(t('desk.book_source')).selectOption('walk_in')
          await button(t('desk.book_submit')).click()
          await page.getByRole('heading', { level: 1, name: 'Mina Akter' }).waitFor()

          await page
            .getByRole('main')
            .getByRole('link', { name: t('desk.stay_guests'), exact: true })
            .click()
          await page.getByRole('main').getByText(t('guests.add'), { exact: true }).click()
          const dialog = page.getByRole('dialog')
          await dialog.getByLabel(t('guests.name'), { exact: true }).fill('Mina Akter')
          await dialog.getByLabel(t('guests.nationality'), { exact: true }).selectOption('BD')
          await dialog.getByLabel(t('guests.id_number'), { exact: true }).fill('1990123456')
          await page.keyboard.press('Enter')
          await dialog.waitFor({ state: 'hidden' })

          await goTo('desk.today')
          const mina = row('Mina Akter', 'arrivals')
          await waitUntilAbsent(mina.getByText(count('desk.unregistered', 1)))
          await press(mina, 'desk.assign')
          const unitName = (await mina.getByRole('radio').first().locator('..').locator('strong').textContent())!
          await mina.getByRole('radio').first().check()
          await axe()
          await press(mina, 'desk.assign')
          await mina.getByText(t('desk.assigned', { unit: unitName })).waitFor()
          await press(mina, 'desk.undo')
          await mina.getByText(t('desk.unassigned')).waitFor()
          await press(mina, 'desk.assign')
          await mina.getByRole('radio').first().check()
          await press(mina, 'desk.assign')
          await mina.getByText(t('desk.assigned', { unit: unitName })).waitFor()
          await press(mina, 'desk.check_in')
          await mina.getByText(t('desk.into_unit', { unit: unitName }), { exact: true }).waitFor()
          await press(mina, 'desk.check_in')
          await mina.getByText(t('desk.checked_in', { name: 'Mina Akter', units: unitName })).waitFor()

          await waitUntilAbsent(mina.getByText(t('desk.unassigned'), { exact: true }))

          // Takes a payment by mistake, undoes it in the same row, and takes the right payment.
          await show('in_house')
          const inHouseRow = row('Mina Akter', 'in_house')
          const takePaymentLabel = t('desk.collect', { amount: money(4500) })
          await inHouseRow.getByRole('button', { name: takePaymentLabel }).click()
          await button(t('bill.record_payment_submit')).click()
          await inHouseRow.getByText(t('bill.payment_recorded', { amount: money(4500) })).waitFor()
          await press(inHouseRow, 'desk.undo')
          await inHouseRow.getByRole('button', { name: takePaymentLabel }).click()
          await inHouseRow.getByLabel(t('bill.method_card')).check()
          await button(t('bill.record_payment_submit')).click()
          await inHouseRow.getByText(t('bill.needs_reference')).waitFor()
          await inHouseRow.getByLabel(t('bill.reference')).fill('Slip 4417')
          await button(t('bill.record_payment_submit')).click()
          await inHouseRow.getByText(t('bill.payment_recorded', { amount: money(4500) })).waitFor()

          await inHouseRow.getByRole('link', { name: 'Mina Akter', exact: true }).click()
          await page.getByRole('link', { name: t('bill.title'), exact: true }).click()
          await page.getByText(t('desk.void_reason')).waitFor()
          await button(t('bill.add_charge')).click()
          await page.getByLabel(t('bill.quantity')).fill(formatDigits('2'))
          await button(t('bill.add_charge_submit')).click()
          await page.getByText(money(7500)).first().waitFor()
          const billDownload = page.waitForEvent('download')
          await button(t('bill.pdf_of', { title: t('bill.title') })).click()
          assert.match((await billDownload).suggestedFilename(), /^bill-.*-(en|bn)\.pdf$/)

          await goTo('housekeeping.title')
          const card = page
            .getByRole('listitem')
            .filter({ has: page.getByRole('heading', { level: 3, name: unitName, exact: true }) })
          await card.getByRole('button', { name: t('housekeeping.dirty'), exact: true }).click()
          await card
            .getByText(t('housekeeping.marked', { unit: unitName, condition: t('housekeeping.dirty') }))
            .waitFor()
          await card.getByRole('button', { name: t('housekeeping.clean'), exact: true }).click()
          await card
            .getByText(t('housekeeping.marked', { unit: unitName, condition: t('housekeeping.clean') }))
            .waitFor()

          await goTo('desk.today')
          await show('notes')
          assert.equal(await button(t('desk.add_task')).count(), 0, 'the form is one field until the user writes')
          await page.getByLabel(t('desk.new_note')).fill('Bulb in 403')
          await page.getByLabel(t('desk.note_due_time')).fill('18:00')
          await page.getByLabel(t('desk.new_note')).focus()
          await page.getByText(formatDigits('18:00'), { exact: true }).waitFor()
          await button(t('desk.add_task')).click()
          await page
            .getByText(t('desk.note_due_at', { when: translatorFor(language).day(app.day(0), 'short'), time: '18:00' }))
            .waitFor()
          await page.getByLabel('Bulb in 403').check()
          await page.getByLabel('Bulb in 403').and(page.locator(':checked')).waitFor()

          // The guest leaves the same evening, and her company pays.
          await show('in_house')
          await press(inHouseRow, 'desk.check_out')
          await press(inHouseRow, 'desk.check_out_unpaid')
          await inHouseRow.getByLabel(t('desk.unpaid_reason')).fill('Her company pays')
          await inHouseRow.getByRole('button', { name: t('desk.check_out_unpaid') }).click()
          await inHouseRow.getByText(t('desk.checked_out', { name: 'Mina Akter' })).waitFor()

          await page
            .getByRole('link', { name: t('till.title'), exact: true })
            .first()
            .click()
          await page.getByLabel(t('till.counted')).fill(formatDigits('0'))
          await button(t('till.hand_over')).click()
          await page.getByText(t('till.done')).waitFor()

          await goTo('desk.close_day')
          const unpaidSection = part(t('desk.day_owing'))
          await unpaidSection.getByText(money(3000)).waitFor()
          await page.getByLabel(t('desk.day_note')).fill('All well')
          // The unpaid balance and the early closing need a reason. The form asks for confirmation only after both are
          // filled in.
          await button(t('desk.day_close', { day: app.day(0) })).click()
          await page.getByText(t('error.required')).first().waitFor()
          assert.equal(await page.getByText(t('error.required')).count(), 2)
          await axe()
          await unpaidSection.getByLabel(t('desk.day_carry_reason')).fill('Her company pays')
          await page.getByLabel(t('desk.day_early_reason')).fill('No more arrivals')
          await confirmClosing(app.day(0))
          await page
            .getByText(t('desk.day_closed', { day: app.day(0) }))
            .first()
            .waitFor()
          await page.getByText(t('desk.day_none')).waitFor()
        },
        {
          ...options,
          expectedErrors: [`422 ${officeEndpoints.takePayment[1]}`],
        },
      ))

    test('shows the room of a guest without an assigned room immediately after the check-in (LIVE-3)', () =>
      visit(
        app,
        async (page) => {
          const { row, press } = createDeskActions(page, language, width)
          const singleRoom = await app.db
            .selectFrom('room')
            .select('id')
            .where('slug', '=', 'single')
            .executeTakeFirstOrThrow()
          const form = {
            from: app.day(0),
            to: app.day(1),
            rooms: [{ room: singleRoom.id, unit: null, adults: 1 }],
            source: 'phone',
            name: 'Rafiq Islam',
            phone: '+8801700000009',
            language,
          }
          const token = await app.signIn('staff')
          assert.equal((await app.call('bookAtDesk', form, { token })).status, 200)
          await openOfficePage(page, app, language, officePages.today, 'staff')
          const rafiq = row('Rafiq Islam', 'arrivals')
          await rafiq.getByText(t('desk.unassigned'), { exact: true }).waitFor()
          await press(rafiq, 'desk.assign')
          const choice = rafiq.getByRole('radio').first()
          const unitName = (await choice.locator('..').locator('strong').textContent())!
          await choice.check()
          await press(rafiq, 'desk.check_in')
          await rafiq.getByText(t('desk.checked_in', { name: 'Rafiq Islam', units: unitName })).waitFor()
          await rafiq.getByText(t('desk.unassigned'), { exact: true }).waitFor({ state: 'detached' })
          await rafiq.getByText(unitName, { exact: true }).waitFor()
        },
        options,
      ))
  })
}
