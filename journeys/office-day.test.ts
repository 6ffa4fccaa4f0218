import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeFindings } from '../testing/axe.ts'
import { visit } from '../testing/browser.ts'
import { openHouse, type TestHouse } from '../testing/house.ts'
import { pairsOf } from '../testing/pairs.ts'
import { officeEndpoints, officePages } from '../src/urls-office.ts'
import { wordsIn } from '../src/words/both.ts'
import { comeIn, widths } from './come-in.ts'

for (const { engine, language } of pairsOf('office-day')) {
  const { t, money } = wordsIn(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  for (const width of widths) {
    describe(`a day at the desk, on ${engine.name}, in ${language}, at ${width}`, () => {
      let house: TestHouse
      let token: string
      let single: number
      before(async () => {
        house = await openHouse(engine)
        token = await house.signIn('owner')
        const room = await house.db
          .selectFrom('room')
          .select('id')
          .where('slug', '=', 'single')
          .executeTakeFirstOrThrow()
        single = room.id
      })
      after(() => house.close())

      async function book(name: string, from: number, to: number): Promise<void> {
        const form = {
          from: house.day(from),
          to: house.day(to),
          rooms: [{ room: single, adults: 1 }],
          source: 'phone',
          name,
          phone: '+8801700000009',
          language,
        }
        const { status, body } = await house.call('bookAtDesk', form, { token })
        assert.equal(status, 200, JSON.stringify(body))
      }
      const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
      const row = (page: Page, name: string) =>
        page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
      const press = (page: Page, name: string, what: Parameters<typeof t>[0]) =>
        row(page, name)
          .getByRole('button', { name: t(what) })
          .click()
      /** Into the first room that is free, or the one at that place among them. */
      async function letIn(page: Page, name: string, at = 0): Promise<void> {
        await press(page, name, 'desk.check_in')
        await row(page, name).getByRole('radio').nth(at).check()
        await press(page, name, 'desk.check_in')
        await row(page, name).getByText(t('desk.checked_in')).waitFor()
      }
      /** On a phone one list is shown, and its name leads there. */
      async function show(page: Page, part: 'arrivals' | 'departures' | 'in_house' | 'notes'): Promise<void> {
        if (width < 700)
          await page
            .getByRole('group', { name: t('desk.parts_of_sheet') })
            .getByText(t(`desk.part_${part}`))
            .click()
      }

      test('from the sheet of the morning to the close (OFF-112, OFF-113, OFF-114, OFF-191)', () =>
        visit(
          house,
          async (page) => {
            await book('Mina', 0, 2)
            await book('Rafiq', -1, 1)
            await book('Wei', -1, 0)
            await comeIn(page, house, language, officePages.today)
            assert.deepEqual(await axeFindings(page), [])

            await letIn(page, 'Mina')
            await press(page, 'Mina', 'desk.undo')
            await letIn(page, 'Mina')

            await press(page, 'Rafiq', 'desk.no_show')
            await row(page, 'Rafiq').getByLabel(t('desk.fee_none')).check()
            assert.deepEqual(await axeFindings(page), [])
            await press(page, 'Rafiq', 'desk.no_show_yes')
            await row(page, 'Rafiq').getByText(t('desk.marked_no_show')).waitFor()

            // The first one has Mina in it since a moment ago.
            await letIn(page, 'Wei', 1)
            await show(page, 'departures')
            const departures = page.locator('[data-part=departures]')
            await departures.getByRole('button', { name: t('desk.check_out') }).click()
            await departures.getByLabel(t('desk.why_owing')).waitFor()
            assert.deepEqual(await axeFindings(page), [])
            await departures.getByRole('button', { name: t('desk.take_owed', { amount: money(4500) }) }).click()
            await departures.getByLabel(t('bill.method_card')).check()
            await button(page, t('bill.take_yes')).click()
            await departures.getByText(t('bill.needs_reference')).waitFor()
            await departures.getByLabel(t('bill.reference')).fill('Slip 4417')
            assert.deepEqual(await axeFindings(page), [])
            await button(page, t('bill.take_yes')).click()
            await departures.getByRole('button', { name: t('desk.check_out') }).click()
            await departures.getByText(t('desk.checked_out')).waitFor()

            await departures.getByRole('link', { name: 'Wei' }).first().click()
            await page.getByRole('link', { name: t('bill.about') }).click()
            await page.getByText('Slip 4417').waitFor()
            await button(page, t('bill.add')).click()
            await page.getByLabel(t('bill.quantity')).fill(language === 'bn' ? '২' : '2')
            assert.deepEqual(await axeFindings(page), [])
            await button(page, t('bill.add_yes')).click()
            await page.getByText(money(7500)).first().waitFor()
            const line = page.getByRole('listitem').filter({ hasText: '× ' })
            await line.getByRole('button', { name: t('bill.take_back') }).click()
            await line.getByLabel(t('bill.reason')).fill('Of another guest')
            await line.getByRole('button', { name: t('bill.take_back') }).click()
            await page.getByText(t('bill.even')).first().waitFor()
            assert.deepEqual(await axeFindings(page), [])
            const paper = page.waitForEvent('download')
            await button(page, t('bill.paper_in', { language: t('settings.bangla') })).click()
            assert.match((await paper).suggestedFilename(), /^bill-.*-bn\.pdf$/)
            await page.goto(page.url().replace(/\/bookings\/.*/, '/today'))

            await show(page, 'notes')
            await page.getByLabel(t('desk.new_note')).fill('Bulb in 403')
            await button(page, t('desk.add_note')).click()
            await page.getByLabel('Bulb in 403').check()
            await page.getByLabel('Bulb in 403').and(page.locator(':checked')).waitFor()

            await page.goto(page.url().replace('/today', '/day'))
            await button(page, t('desk.day_close', { day: house.day(-1) })).click()
            await page
              .getByText(t('desk.day_closed', { day: house.day(-1) }))
              .first()
              .waitFor()
            assert.deepEqual(await axeFindings(page), [])
          },
          {
            width,
            locale,
            troubles: [`422 ${officeEndpoints.checkGuestOut[1]}`, `422 ${officeEndpoints.takePayment[1]}`],
            ...(width < 700 && { isMobile: true, hasTouch: true }),
          },
        ))
    })
  }
}
