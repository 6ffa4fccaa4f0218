import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { visit } from '#testing/browser.ts'
import { openDesk } from '#testing/desk.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'
import { createDeskActions } from './desk-actions.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, money } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the day sheet, on ${engine.name}, in ${language}, at ${width}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app, 'owner')
    })
    const options = { width, locale, ...(width < 700 && { isMobile: true, hasTouch: true }) }

    test('lists each guest in house on one line of a wide screen, and lines up the buttons of the arrivals (DES-75)', () =>
      visit(
        app,
        async (page) => {
          const nadia = await desk.book('Nadia', 0, 2, { slug: 'twin', at: [0] })
          await desk.callOk('checkGuestIn', {
            booking: nadia.booking,
            version: nadia.version,
            unit: null,
            anyway: true,
          })
          await desk.book('Omar', 0, 1, { slug: 'twin', at: [1] })
          await desk.book('Wilhelmina Achterberg', 0, 3, { slug: 'twin', at: [2] })
          await openOfficePage(page, app, language, officePages.today)
          const { row } = createDeskActions(page, language, 1440)
          const readBox = async (target: Locator) => (await target.boundingBox())!
          const { height } = await readBox(row('Nadia', 'in_house'))
          assert.ok(height <= 56, `the row is ${height} px high`)
          const edges = []
          for (const name of ['Omar', 'Wilhelmina Achterberg'])
            edges.push((await readBox(row(name, 'arrivals').getByRole('button', { name: t('desk.check_in') }))).x)
          assert.equal(edges[0], edges[1])
        },
        { width: 1440, locale },
      ))

    test('fills the button of a guest who can move in, and lines up the columns of all rows (OFF-361, OFF-369, OFF-376)', () =>
      visit(
        app,
        async (page) => {
          await desk.book('Ready Rahim', 0, 3, { slug: 'super-deluxe', at: [0] })
          await desk.book('Waiting Wei', 0, 1, { slug: 'super-deluxe' })
          await openOfficePage(page, app, language, officePages.today)
          const { row } = createDeskActions(page, language, 1440)
          const readStyle = (name: string, key: 'desk.check_in' | 'desk.assign' | 'amount') =>
            row(name, 'arrivals')
              .getByRole(
                'button',
                key === 'amount' ? { name: t('desk.collect', { amount: '' }).trim() } : { name: t(key), exact: true },
              )
              .evaluate((button) => {
                const { backgroundColor, fontWeight } = getComputedStyle(button)
                return { backgroundColor, fontWeight, right: button.getBoundingClientRect().right }
              })
          const [ready, waiting] = [
            await readStyle('Ready Rahim', 'desk.check_in'),
            await readStyle('Waiting Wei', 'desk.assign'),
          ]
          assert.notEqual(ready.backgroundColor, waiting.backgroundColor)
          await row('Waiting Wei', 'arrivals').getByText(t('desk.unassigned'), { exact: true }).waitFor()
          const amounts = [await readStyle('Ready Rahim', 'amount'), await readStyle('Waiting Wei', 'amount')]
          assert.deepEqual(
            amounts.map(({ fontWeight }) => fontWeight),
            ['400', '400'],
          )
          assert.equal(amounts[0]!.right, amounts[1]!.right)
          const waitingRow = row('Waiting Wei', 'arrivals')
          assert.equal(await waitingRow.getByRole('button', { name: t('desk.check_in'), exact: true }).count(), 0)
          const readColumns = (name: string) =>
            row(name, 'arrivals').evaluate((element) =>
              [...element.children].slice(0, 4).map((cell) => cell.getBoundingClientRect().x),
            )
          assert.deepEqual(await readColumns('Ready Rahim'), await readColumns('Waiting Wei'))
          const list = page.locator('[data-part=arrivals]')
          const nameColumns = (['desk.book_unit', 'desk.stay_status'] as const).map((key) =>
            list.locator('header').getByText(t(key), { exact: true }),
          )
          const lefts = await Promise.all(nameColumns.map(async (name) => Math.round((await name.boundingBox())!.x)))
          const rowColumns = (await readColumns('Ready Rahim')).map(Math.round)
          assert.deepEqual(lefts, rowColumns.slice(1, 3))
        },
        { width: 1440, locale },
      ))

    test('shows the buttons of an arrival on one line of a phone, in a low row (OFF-360)', () =>
      visit(
        app,
        async (page) => {
          await desk.book('Pieter van Houten', 0, 2, { slug: 'single', at: [0] })
          await openOfficePage(page, app, language, officePages.today)
          const arrival = createDeskActions(page, language, 390).row('Pieter van Houten', 'arrivals')
          const readBox = async (target: Locator) => (await target.boundingBox())!
          const buttons = arrival.getByRole('button')
          const tops = []
          for (const key of ['desk.check_in', 'desk.no_show_short'] as const)
            tops.push((await readBox(buttons.filter({ hasText: t(key) }))).y)
          assert.equal(tops[0], tops[1])
          const { height } = await readBox(arrival)
          assert.ok(height <= 176, `the row is ${height} px high`)
        },
        { width: 390, locale, isMobile: true, hasTouch: true },
      ))

    test('lists a departure of today once, and lets other guests check out by a quieter button, with the keyboard too (OFF-357)', () =>
      visit(
        app,
        async (page) => {
          const { row, show, axe } = createDeskActions(page, language, width)
          for (const [name, from, to, unitIndex] of [
            ['Tania', -1, 0, 0],
            ['Kamal', -1, 1, 1],
          ] as const) {
            const { booking, version } = await desk.book(name, from, to, { slug: 'deluxe', at: [unitIndex] })
            await desk.callOk('checkGuestIn', { booking, version, unit: null, anyway: true })
          }
          await openOfficePage(page, app, language, officePages.today)
          const findCheckOut = (target: Locator) =>
            target.getByRole('button', { name: t('desk.check_out'), exact: true })
          const readWeight = (target: Locator) =>
            target.evaluate((button) => Number(getComputedStyle(button).fontWeight))
          await show('departures')
          const departureWeight = await readWeight(findCheckOut(row('Tania', 'departures')))
          await show('in_house')
          const earlyCheckOut = findCheckOut(row('Kamal', 'in_house'))
          assert.ok((await readWeight(earlyCheckOut)) < departureWeight)
          assert.equal(await row('Tania', 'in_house').count(), 0)
          await earlyCheckOut.focus()
          await page.keyboard.press('Enter')
          await row('Kamal', 'in_house').getByText(t('desk.unused_terms'), { exact: true }).waitFor()
          await axe()
        },
        options,
      ))

    test('checks guests in, undoes a check-in, marks a no-show, and checks guests out once they have paid (OFF-112, OFF-114, OFF-191, OFF-260, LET-50)', () =>
      visit(
        app,
        async (page) => {
          const { button, row, show, press, axe } = createDeskActions(page, language, width)
          const mina = await desk.book('Mina', 0, 2)
          await desk.book('Rafiq', -1, 1, { email: 'rafiq@guest.example' })
          const wei = await desk.book('Wei', -1, 0)
          await desk.callOk('addDeskNote', { text: 'A parcel for her', code: mina.code, show_at: 'arrival' })
          await desk.callOk('addDeskNote', { text: 'Ask for the key', code: wei.code, show_at: 'departure' })
          await openOfficePage(page, app, language, officePages.today)
          async function checkIn(name: string, unitIndex: number): Promise<void> {
            const guestRow = row(name, 'arrivals')
            await press(guestRow, 'desk.assign')
            const choice = guestRow.getByRole('radio').nth(unitIndex)
            const unitName = (await choice.locator('..').locator('strong').textContent())!
            await choice.check()
            await press(guestRow, 'desk.check_in')
            await guestRow.getByText(t('desk.checked_in', { name, units: unitName })).waitFor()
          }

          const minaRow = row('Mina', 'arrivals')
          // The note disappears with the click, so `check()` would wait for its new state.
          await minaRow.getByLabel('A parcel for her').click()
          await minaRow.getByLabel('A parcel for her').waitFor({ state: 'detached' })
          await checkIn('Mina', 0)
          await press(minaRow, 'desk.undo')
          await checkIn('Mina', 0)

          const rafiq = row('Rafiq', 'arrivals')
          await press(rafiq, 'desk.no_show')
          await rafiq.getByLabel(t('desk.fee_none')).check()
          await rafiq.getByRole('checkbox', { name: t('desk.notify'), checked: true }).waitFor()
          await axe()
          await press(rafiq, 'desk.no_show_submit')
          await rafiq.getByText(t('desk.marked_no_show', { name: 'Rafiq' })).waitFor()

          // The first unit is occupied by Mina now.
          await checkIn('Wei', 1)
          await show('departures')
          const weiRow = row('Wei', 'departures')
          await weiRow.getByLabel('Ask for the key').waitFor()
          await press(weiRow, 'desk.check_out')
          await press(weiRow, 'desk.check_out_unpaid')
          await weiRow.getByLabel(t('desk.unpaid_reason')).waitFor()
          await axe()
          await press(weiRow, 'desk.not_now')
          const collectButton = weiRow.getByRole('button', { name: t('desk.collect', { amount: money(4500) }) })
          await collectButton.click()
          await weiRow.getByLabel(t('bill.method_card')).check()
          await weiRow.getByLabel(t('bill.reference')).fill('Slip 4417')
          await axe()
          await button(t('bill.record_payment_submit')).click()
          await weiRow.getByText(t('bill.payment_recorded', { amount: money(4500) })).waitFor()
          // The row is loaded again, and then has nothing to collect.
          await collectButton.waitFor({ state: 'detached' })
          await press(weiRow, 'desk.check_out')
          await weiRow.getByText(t('desk.checked_out', { name: 'Wei' })).waitFor()
          await press(weiRow, 'desk.undo')
          await weiRow.getByRole('button', { name: t('desk.check_out') }).waitFor()
        },
        options,
      ))
  })
}
