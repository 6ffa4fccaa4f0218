import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { visit } from '#testing/browser.ts'
import { openDesk } from '#testing/desk.ts'
import { selectPairs } from '#testing/pairs.ts'
import { freeCancellation, setDefaultPolicy } from '#testing/policies.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'
import { createDeskActions } from './desk-actions.ts'
import { HOUR_MS } from '#platform/durations.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, money, count } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`check-out on the day sheet, on ${engine.name}, in ${language}, at ${width}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app, 'owner')
      await setDefaultPolicy(app.db, freeCancellation)
    })
    const options = { width, locale, ...(width < 700 && { isMobile: true, hasTouch: true }) }

    /** Checks in a guest for two nights who has paid the given amount. */
    async function bookAndCheckIn(name: string, unit: number, paidAmount: number): Promise<string> {
      const stay = await desk.book(name, 0, 2, { at: [unit] })
      await desk.callOk('checkGuestIn', { booking: stay.booking, version: stay.version, anyway: true })
      await desk.callOk('takePayment', { code: stay.code, amount: paidAmount, method: 'cash' })
      return stay.code
    }
    const readBill = (code: string) => desk.callOk('getBill', { code })

    test('waives the unused night, takes exactly the amount shown, and reverts both on undo (CHK-1, CHK-2, CHK-3, CHK-5)', () =>
      visit(
        app,
        async (page) => {
          const { row, show, press, axe } = createDeskActions(page, language, width)
          const code = await bookAndCheckIn('Lena', 0, 1000)
          await openOfficePage(page, app, language, officePages.today)
          await show('in_house')
          const lena = row('Lena', 'in_house')
          await press(lena, 'desk.check_out')
          await lena.getByText(t('desk.unused', { nights: count('rooms.nights', 1), price: money(4500) })).waitFor()
          const dueText = lena.getByText(t('desk.balance_due', { amount: money(3500) }))
          await dueText.waitFor()
          const termsOptions = lena.locator('label').filter({ hasText: t('desk.unused_terms') })
          assert.ok(
            await termsOptions.getByRole('radio', { name: t('desk.unused_waive', { total: money(4500) }) }).isChecked(),
          )
          await lena.getByText(t('desk.unused_terms_waive')).waitFor()
          assert.equal(await lena.getByLabel(t('desk.unused_reason')).count(), 0)
          await axe()
          await lena.getByLabel(t('desk.unused_charge', { total: money(9000) })).check()
          await lena.getByText(t('desk.balance_due', { amount: money(8000) })).waitFor()
          await lena.getByRole('button', { name: t('desk.take_and_check_out', { amount: money(8000) }) }).waitFor()
          await lena.getByLabel(t('desk.unused_waive', { total: money(4500) })).check()
          await dueText.waitFor()
          await lena.getByRole('button', { name: t('desk.take_and_check_out', { amount: money(3500) }) }).click()
          const resultTexts = [
            t('desk.checked_out', { name: 'Lena' }),
            t('desk.needs_cleaning', { units: desk.kind('single').units[0]!.name }),
            t('bill.payment_recorded', { amount: money(3500) }),
          ]
          await lena.getByText(resultTexts.join(' ')).waitFor()
          const bill = await readBill(code)
          assert.deepEqual([bill.costs, bill.paid, bill.owed], [4500, 4500, 0])
          await press(lena, 'desk.undo')
          await lena.getByRole('button', { name: t('desk.check_out'), exact: true }).waitFor()
          const restoredBill = await readBill(code)
          assert.deepEqual([restoredBill.costs, restoredBill.paid], [9000, 1000])
        },
        options,
      ))

    test('charges the unused night, or keeps the overpayment as a credit with a reason (CHK-2, CHK-3, CHK-4)', () =>
      visit(
        app,
        async (page) => {
          const { row, show, press, axe } = createDeskActions(page, language, width)
          const codes = {
            charged: await bookAndCheckIn('Wei', 1, 9000),
            waived: await bookAndCheckIn('Rafiq', 2, 9000),
          }
          await openOfficePage(page, app, language, officePages.today)
          await show('in_house')
          const wei = row('Wei', 'in_house')
          await press(wei, 'desk.check_out')
          await wei.getByLabel(t('desk.unused_charge', { total: money(9000) })).check()
          await wei.getByText(t('bill.is_settled')).waitFor()
          await wei.getByLabel(t('desk.unused_reason')).fill('Left after a quarrel')
          await axe()
          await press(wei, 'desk.check_out_now')
          await wei.getByText(t('desk.checked_out', { name: 'Wei' })).waitFor()
          const chargedBill = await readBill(codes.charged)
          assert.deepEqual([chargedBill.costs, chargedBill.charges[0].total, chargedBill.owed], [9000, 4500, 0])
          const { data } = await desk.callOk('getLog', { subject: `booking ${codes.charged}` })
          assert.match(JSON.stringify(data[0].changes), /Left after a quarrel/)

          const rafiq = row('Rafiq', 'in_house')
          await press(rafiq, 'desk.check_out')
          await rafiq.getByText(t('desk.to_refund', { amount: money(4500) })).waitFor()
          await rafiq.getByLabel(t('desk.overpaid_refund', { amount: money(4500) })).waitFor()
          await rafiq.getByLabel(t('desk.overpaid_credit')).check()
          await axe()
          await rafiq.getByLabel(t('desk.credit_reason')).fill('Returns next week')
          await press(rafiq, 'desk.check_out_now')
          await rafiq.getByText(t('desk.checked_out', { name: 'Rafiq' })).waitFor()
          assert.equal((await readBill(codes.waived)).owed, -4500)
        },
        options,
      ))

    test('offers to charge for a late check-out after the check-out time, and takes the payment (CHK-9)', () =>
      visit(
        app,
        async (page) => {
          const { row, show, press, axe } = createDeskActions(page, language, width)
          const stay = await desk.book('Giulia', 0, 1, { slug: 'twin', at: [0] })
          await desk.callOk('checkGuestIn', { booking: stay.booking, version: stay.version, anyway: true })
          await desk.callOk('takePayment', { code: stay.code, amount: desk.kind('twin').price, method: 'cash' })
          // 13:00 on the departure day.
          app.clock.advance(28 * HOUR_MS)
          await openOfficePage(page, app, language, officePages.today)
          await show('departures')
          const giulia = row('Giulia', 'departures')
          await press(giulia, 'desk.check_out')
          await giulia.getByText(t('desk.late', { time: '12:00', price: money(1500) })).waitFor()
          await giulia.getByText(t('bill.is_settled')).waitFor()
          await axe()
          await giulia.getByLabel(t('desk.unused_charge', { total: money(desk.kind('twin').price + 1500) })).check()
          await giulia.getByRole('button', { name: t('desk.take_and_check_out', { amount: money(1500) }) }).click()
          await giulia.getByText(t('bill.payment_recorded', { amount: money(1500) })).waitFor()
          const bill = await readBill(stay.code)
          assert.deepEqual([bill.owed, bill.charges[0].total], [0, 1500])
        },
        // The press for a paid stay is rejected and opens the form.
        { ...options, expectedErrors: ['422 /api/office/checkGuestOut'] },
      ))
  })
}
