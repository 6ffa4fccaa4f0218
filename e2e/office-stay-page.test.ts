import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { visit, waitForFocus } from '#testing/browser.ts'
import { openDesk } from '#testing/desk.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { inLanguage } from '#routes/public.ts'
import { openOfficePage } from './open-office-page.ts'
import { createPressCounter, createDeskActions } from './desk-actions.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, money, digits } = translatorFor(language)
  const options = {
    width,
    locale: language === 'bn' ? 'bn-BD' : 'en-GB',
    ...(width < 700 && { isMobile: true, hasTouch: true }),
  }

  describe(`the page of a stay, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app, 'owner')
      await app.db.updateTable('unit_state').set({ condition: 'clean', seen_at: app.clock.now }).execute()
    })

    test(`checks in, takes a part payment and checks out with payment in two presses each, at ${width} (OFF-320)`, () =>
      visit(
        app,
        async (page) => {
          const { button, axe } = createDeskActions(page, language, width)
          const { press, take } = createPressCounter()
          const { code } = await desk.book('Lena Vogt', 0, 1)
          await openOfficePage(page, app, language, officeHref('booking', code))
          await press(button(t('desk.check_in')))
          await page.getByRole('radio').first().waitFor()
          await axe()
          await press(button(t('desk.check_in')))
          await page.getByText(t('stays.status_here'), { exact: true }).waitFor()
          assert.equal(take(), 2)

          await press(button(t('desk.collect', { amount: money(4500) })))
          await page.keyboard.type(digits('1000'))
          await axe()
          await press(button(t('bill.record_payment_submit')))
          await page.getByText(t('desk.balance_due', { amount: money(3500) })).waitFor()
          assert.equal(take(), 2)

          await press(button(t('desk.check_out')))
          await page.getByText(t('bill.method'), { exact: true }).waitFor()
          await axe()
          await press(page.getByRole('button', { name: money(3500) }))
          await page.getByText(t('bill.is_settled'), { exact: true }).waitFor()
          assert.equal(take(), 2)
          const { owed, rooms } = await desk.callOk('getStayHeader', { code })
          assert.deepEqual([owed, rooms[0].status], [0, 'checked_out'])
        },
        options,
      ))

    test(`checks in, takes a part payment and checks out in two presses each in the list of today too, at ${width} (OFF-320)`, () =>
      visit(
        app,
        async (page) => {
          const { row, show } = createDeskActions(page, language, width)
          const { press, take } = createPressCounter()
          await desk.book('Wei Zhang', 0, 1)
          await openOfficePage(page, app, language, officePages.today)
          const findRowButton = (list: 'arrivals' | 'departures' | 'in_house', name: string) =>
            row('Wei Zhang', list).getByRole('button', { name, exact: true })
          await press(findRowButton('arrivals', t('desk.assign')))
          const choice = row('Wei Zhang', 'arrivals').getByRole('radio').first()
          const unitName = (await choice.locator('..').locator('strong').textContent())!
          await press(findRowButton('arrivals', t('desk.check_in')))
          await row('Wei Zhang', 'arrivals')
            .getByText(t('desk.checked_in', { name: 'Wei Zhang', units: unitName }))
            .waitFor()
          assert.equal(take(), 2)

          await show('in_house')
          await press(findRowButton('in_house', t('desk.collect', { amount: money(4500) })))
          await page.keyboard.type(digits('1000'))
          await press(findRowButton('in_house', t('bill.record_payment_submit')))
          await row('Wei Zhang', 'in_house')
            .getByText(t('bill.payment_recorded', { amount: money(1000) }))
            .waitFor()
          assert.equal(take(), 2)

          await press(findRowButton('in_house', t('desk.check_out')))
          await press(findRowButton('in_house', t('desk.take_and_check_out', { amount: money(3500) })))
          const resultTexts = [
            t('desk.checked_out', { name: 'Wei Zhang' }),
            t('desk.needs_cleaning', { units: unitName }),
            t('bill.payment_recorded', { amount: money(3500) }),
          ]
          await row('Wei Zhang', 'in_house').getByText(resultTexts.join(' ')).waitFor()
          assert.equal(take(), 2)
        },
        options,
      ))

    test(`shows the header and the next action on every tab, and opens each tab by a link, at ${width} (OFF-321)`, () =>
      visit(
        app,
        async (page) => {
          const { button } = createDeskActions(page, language, width)
          const { code } = await desk.book('Ingrid Lindqvist', 0, 3, { email: 'ingrid@guest.example', at: [3] })
          await openOfficePage(page, app, language, officeHref('booking', code))
          const tabs = page.getByRole('navigation', { name: t('stay.tabs') })
          for (const [tab, label, contentText] of [
            ['bill', t('bill.title'), t('bill.charges')],
            ['stayGuests', t('desk.stay_guests'), t('guests.about')],
            ['stayEmails', t('stay.tab_emails'), t('request.write')],
            ['stayHistory', t('request.history'), t('log.stay_booked_by_staff')],
          ] as const) {
            await tabs.getByRole('link', { name: label, exact: true }).click()
            await page.waitForURL(`**${inLanguage(officeHref(tab, code), language)}`)
            await page.getByRole('main').getByText(contentText).first().waitFor()
            await page.getByRole('heading', { level: 1, name: 'Ingrid Lindqvist' }).waitFor()
            assert.equal(await tabs.locator('[aria-current=page]').innerText(), label)
            await button(t('desk.check_in')).waitFor()
            await page.getByText(t('desk.balance_due', { amount: money(13_500) })).waitFor()
          }
        },
        options,
      ))

    test(`saves the preferences of the guest, and shows them in the header and on arrival, at ${width} (OFF-346)`, () =>
      visit(
        app,
        async (page) => {
          const { button, row, axe } = createDeskActions(page, language, width)
          const { code } = await desk.book('Giulia Conti', 0, 1)
          await openOfficePage(page, app, language, officeHref('booking', code), 'staff')
          await button(t('people.preferences_edit')).click()
          const field = page.getByLabel(t('people.preferences'), { exact: true })
          assert.ok(await waitForFocus(field))
          await field.fill('Room 101')
          await axe()
          await button(t('edit.save')).click()
          await page.getByText(t('people.preferences_saved')).waitFor()
          assert.ok(await waitForFocus(button(t('people.preferences_edit'))))
          await page.getByRole('definition').getByText('Room 101', { exact: true }).waitFor()
          await openOfficePage(page, app, language, officePages.today, 'staff')
          await row('Giulia Conti', 'arrivals')
            .getByText(t('people.preferences_are', { preferences: 'Room 101' }))
            .waitFor()
        },
        options,
      ))
  })
}
