import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit } from '#testing/browser.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { addOfficeActivity } from '#testing/office-activity.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { createPressCounter, createDeskActions } from './desk-actions.ts'
import { openOfficePage } from './open-office-page.ts'

/** The buyer wrote in English. */
const englishTranslator = translatorFor('en')

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, money, count, digits } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`journeys through the office, on ${engine.name}, in ${language}, at ${width} px`, () => {
    const app = setUpTestApp(engine)
    before(async () => {
      await addOfficeActivity({
        send: (name, form, token) => app.call(name, form, token === null ? {} : { token }),
        setTime: (now) => void (app.clock.now = now),
        now: app.clock.now,
        password: passwordsByUsername.staff,
      })
    })
    const options = { width, locale, ...(width < 700 && { isMobile: true, hasTouch: true }) }

    test('turn an enquiry into a quotation, order a part of it, and get a sample approved (OFF-211, OFF-340, OFF-341, OFF-342)', () =>
      visit(
        app,
        async (page) => {
          const { button } = createDeskActions(page, language, width)
          const { press, take } = createPressCounter()
          const main = page.getByRole('main')
          const assertAccessible = async () => assert.deepEqual(await findAccessibilityViolations(page), [])
          const readBuyerLink = async (name: 'quotation' | 'order') => {
            const emails = await readEmailsTo(app, 'giulia@tavola.example')
            const links = emails.map(({ text }) => new RegExp(`https://selvage\\.example(\\S*${name}=\\S+)`).exec(text))
            return links.findLast((link) => link !== null)![1]!
          }

          await openOfficePage(page, app, language, officePages.inbox)
          await press(main.getByRole('link', { name: 'Tavola Knitwear' }))
          await press(button(t('quotation.create')))
          await page.waitForURL(/\/quotations\/\d+$/)
          await page.getByLabel(t('quotation.quantity'), { exact: true }).fill(digits('3000'))
          await page.getByLabel(`${t('quotation.price')}, USD`, { exact: true }).fill(digits('0.12'))
          await press(button(t('edit.save')))
          await press(button(t('quotation.send', { email: 'giulia@tavola.example' })).and(page.locator(':enabled')))
          await button(t('quotation.revise')).waitFor()
          assert.equal(take(), 4, 'presses from the inbox to the sent quotation')
          const quotationUrl = page.url()

          await openPage(page, await readBuyerLink('quotation'))
          await press(main.getByRole('link', { name: englishTranslator.t('quotation.answer_accept'), exact: true }))
          await press(main.getByText(englishTranslator.t('orders.choose_quantities')))
          await main.getByRole('textbox').first().fill('2000')
          await page.getByLabel(englishTranslator.t('quotation.accept_name')).fill('Giulia Conti')
          await press(button(englishTranslator.t('quotation.confirm_accept')))
          await main.getByRole('link', { name: englishTranslator.t('orders.follow') }).waitFor()
          assert.equal(take(), 3, 'presses of the buyer from the quotation to the order')

          await page.goto(quotationUrl)
          await press(main.getByRole('link', { name: t('orders.follow') }))
          await main.getByText(t('orders.is_partial', { number: 'Q-2027-0003' })).waitFor()
          await press(button(t('orders.add_sample')))
          await page.getByLabel(t('orders.contents'), { exact: true }).fill('Elastic 20 mm')
          await page.getByLabel(t('orders.sent_on'), { exact: true }).fill(app.day(0))
          await page.getByLabel(t('orders.courier'), { exact: true }).fill('FedEx')
          await page.getByLabel(t('orders.tracking_number'), { exact: true }).fill('FX-77')
          await assertAccessible()
          await press(button(t('orders.save')).last())
          await page.getByText(t('orders.saved_and_sent', { email: 'giulia@tavola.example' })).waitFor()
          assert.equal(take(), 3, 'presses from the quotation to the sent sample')

          await openPage(page, await readBuyerLink('order'))
          await press(page.getByRole('button', { name: englishTranslator.t('orders.decide_approved') }))
          await page.getByText(englishTranslator.t('orders.decision_recorded')).waitFor()
          assert.equal(take(), 1, 'presses of the buyer to approve the sample')
          await page.goto(app.url + inLanguage(officePages.orders, language))
          await main.getByRole('link', { name: 'Tavola Knitwear' }).click()
          await main.getByText(t('orders.decided_approved')).waitFor()
        },
        options,
      ))

    test('complete and close a day with an early departure, a no-show, a walk-in and a company guest (OFF-113, OFF-191, OFF-331)', () =>
      visit(
        app,
        async (page) => {
          const { button, row, show, goTo, axe } = createDeskActions(page, language, width)
          const { press, take } = createPressCounter()
          await openOfficePage(page, app, language, officePages.today, 'staff')

          // Mina Akter arrives.
          const mina = row('Mina Akter', 'arrivals')
          await press(mina.getByRole('button', { name: t('desk.check_in'), exact: true }))
          await press(mina.getByRole('button', { name: t('desk.check_in'), exact: true }))
          await mina.getByText(t('desk.checked_in', { name: 'Mina Akter', units: '102' })).waitFor()
          assert.equal(take(), 2, 'presses to check in')

          // Jonas Weber is a no-show.
          await press(row('Jonas Weber', 'arrivals').getByRole('button', { name: t('desk.no_show'), exact: true }))
          await axe()
          await press(row('Jonas Weber', 'arrivals').getByRole('button', { name: t('desk.no_show_submit') }))
          await row('Jonas Weber', 'arrivals')
            .getByText(t('desk.marked_no_show', { name: 'Jonas Weber' }))
            .waitFor()
          assert.equal(take(), 2, 'presses to mark a no-show')

          // Tomas Novak leaves and pays.
          await show('departures')
          const tomas = row('Tomas Novak', 'departures')
          await press(tomas.getByRole('button', { name: t('desk.check_out'), exact: true }))
          await press(tomas.getByRole('button', { name: t('desk.take_and_check_out', { amount: money(7_900) }) }))
          await tomas.getByText(t('bill.payment_recorded', { amount: money(7_900) })).waitFor()
          assert.equal(take(), 2, 'presses to check out with payment')

          // Ingrid Lindqvist leaves two nights early, and her company is billed.
          await show('in_house')
          const ingrid = row('Ingrid Lindqvist', 'in_house')
          await press(ingrid.getByRole('button', { name: t('desk.check_out'), exact: true }))
          await ingrid.getByText(t('desk.unused', { nights: count('rooms.nights', 2), price: money(8_000) })).waitFor()
          assert.ok(await ingrid.getByLabel(t('desk.unused_waive', { total: money(8_000) })).isChecked())
          assert.ok(await ingrid.getByLabel(t('bill.bill_to', { customer: 'Nordwind Sourcing Ltd.' })).isChecked())
          await axe()
          await press(ingrid.getByRole('button', { name: money(8_000) }))
          await ingrid
            .getByText(t('bill.billed', { amount: money(8_000), customer: 'Nordwind Sourcing Ltd.' }))
            .waitFor()
          assert.equal(take(), 2, 'presses of an early departure that is billed to the company')

          // A walk-in guest takes a room and checks in.
          await press(page.getByRole('link', { name: t('desk.new_booking') }))
          await page.getByLabel(t('booking.name'), { exact: true }).fill('Karim Chowdhury')
          await page.getByLabel(t('booking.phone'), { exact: true }).fill(digits('01712345678'))
          await page.getByLabel(t('desk.book_source')).selectOption('walk_in')
          await press(button(t('desk.book_submit')))
          await page.getByRole('heading', { level: 1, name: 'Karim Chowdhury' }).waitFor()
          await press(button(t('desk.check_in')))
          await page.getByRole('radio').first().waitFor()
          await press(button(t('desk.check_in')))
          await page.getByText(t('stays.status_here'), { exact: true }).waitFor()
          assert.equal(take(), 4, 'presses from the walk-in to the room')

          // Both open days are closed.
          await goTo('desk.close_day')
          for (const offset of [-1, 0]) {
            await button(t('desk.day_close', { day: app.day(offset) })).waitFor()
            for (const reason of await page
              .getByRole('main')
              .getByRole('textbox', { name: matchReasonNames(t) })
              .all())
              await reason.fill('Settled tomorrow')
            await button(t('desk.day_close', { day: app.day(offset) })).click()
            await page
              .getByRole('dialog')
              .getByRole('button', { name: t('desk.day_confirm_submit') })
              .click()
            await page
              .getByText(t('desk.day_closed', { day: app.day(offset) }))
              .first()
              .waitFor()
          }
        },
        { ...options, possibleErrors: [`422 ${officeEndpoints.closeDay[1]}`] },
      ))
  })
}

/** Matches the names of the fields for the reasons to carry items over and to close early. */
const matchReasonNames = (t: ReturnType<typeof translatorFor>['t']) =>
  new RegExp(`^(${t('desk.day_carry_reason')}|${t('desk.day_early_reason')})`)
