import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { getDocumentProxy } from 'unpdf'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { findBar, findButton, dragAndHold, createChartActions, drag, findInRow, findRow } from './chart-actions.ts'
import { openOfficePage } from './open-office-page.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, money, count, day } = translator
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const options = { width: 1440, locale }

  describe(`the chart, when a move needs a choice, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    before(async () => {
      token = await app.signIn('owner')
    })
    const createActions = () => createChartActions(app, language, () => token)
    const findUnit = (name: string) =>
      app.db.selectFrom('unit').select(['id', 'room_id']).where('name', '=', name).executeTakeFirstOrThrow()

    test('keeps or updates the price of nights in another room type, as the user chooses (OFF-316)', () =>
      visit(
        app,
        async (page) => {
          const { booking } = await createActions().book('Olivia', '101', 20, 22)
          await createActions().open(page, 19)
          await drag(page, findBar(page, 'Olivia'), 'middle', findRow(page, '201'))
          const findPriceText = (priceBefore: number, priceAfter: number) =>
            page.getByText(t('desk.price_before_after', { before: money(priceBefore), after: money(priceAfter) }))
          await page.getByText(t('desk.price_same')).waitFor()
          await page.getByLabel(t('desk.price_new', { total: money(12_400) })).check()
          await findPriceText(9_000, 12_400).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(page, t('desk.move_stay')).click()
          await findInRow(page, '201', 'Olivia').waitFor()
          const row = app.db.selectFrom('booking').select('total_poisha').where('id', '=', booking)
          assert.equal((await row.executeTakeFirstOrThrow()).total_poisha, 1_240_000)
        },
        options,
      ))

    test("offers to move only the nights before another guest's stay begins in the unit (OFF-316)", () =>
      visit(
        app,
        async (page) => {
          await createActions().book('Anna', '101', 40, 43)
          await createActions().book('Rafiq', '102', 42, 44)
          await createActions().open(page, 39)
          await drag(page, findBar(page, 'Anna'), 'middle', findRow(page, '102'))
          await page.getByRole('alert').filter({ hasText: 'Rafiq' }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(page, t('desk.split_at', { when: day(app.day(42), 'short') })).click()
          await findInRow(page, '102', 'Anna').waitFor()
          assert.deepEqual(
            [await createActions().unitsByNight('Anna'), await createActions().unitsByNight('Rafiq')],
            [
              ['102', '102', '101'],
              ['102', '102'],
            ],
          )
        },
        { ...options, expectedErrors: ['409 /api/office/arrangeStays'] },
      ))

    test('leaves one room of a group without a unit if its unit is occupied on the new dates (OFF-316)', () =>
      visit(
        app,
        async (page) => {
          const [firstUnit, secondUnit] = [await findUnit('201'), await findUnit('202')]
          const rooms = [firstUnit, secondUnit].map(({ id, room_id }) => ({ room: room_id, unit: id, adults: 1 }))
          await createActions().book('Giulia', '201', 60, 62, { rooms })
          await createActions().book('James', '202', 62, 63)
          await createActions().open(page, 59)
          await drag(page, page.getByRole('gridcell', { name: /^201.*Giulia/ }), 'middle', findRow(page, '201'), 1)
          await page.getByLabel(count('desk.all_of_the_rooms', 2)).check()
          await page.getByRole('alert').filter({ hasText: 'James' }).waitFor()
          await findButton(page, t('desk.all_rooms_later', { units: '202' })).click()
          await findButton(page, t('desk.move_stay')).click()
          await page.getByText(count('desk.rooms_changed', 2, { name: 'Giulia' })).waitFor()
          assert.deepEqual(await createActions().unitsByNight('Giulia'), ['201', '201'])
          await findRow(page, t('desk.unassigned'))
            .getByRole('gridcell', { name: /Giulia/ })
            .waitFor()

          // The row of stays without a unit offers no booking and no closure, because it has no unit.
          const freeCell = findRow(page, t('desk.unassigned')).getByRole('gridcell').nth(8)
          await dragAndHold(page, freeCell, 'middle', findRow(page, t('desk.unassigned')), 2)
          await page.mouse.up()
          await freeCell.focus()
          await page.keyboard.press('Enter')
          await waitUntilAbsent(page.getByRole('region', { name: t('desk.nights') }))
        },
        options,
      ))

    test('previews the move of a checked-in guest, and applies it from the current night on (OFF-317)', () =>
      visit(
        app,
        async (page) => {
          const dates = { from: app.day(0), to: app.day(3) }
          const { body } = await app.call('getFreeUnits', dates, { token })
          const roomType = body.data.find((entry: { units: object[] }) => entry.units.length > 1)
          const [firstUnit, otherUnit] = roomType.units as { id: number; name: string }[]
          const stay = await createActions().book('Tasnim', firstUnit!.name, 0, 3)
          const bookingVersion = { booking: stay.booking, version: stay.version }
          await app.call('checkGuestIn', { ...bookingVersion, anyway: true }, { token })
          app.clock.advance(86_400_000)
          token = await app.signIn('owner')
          await createActions().open(page, -1)
          await drag(page, findBar(page, 'Tasnim'), 'middle', findRow(page, otherUnit!.name))
          const moveParams = {
            name: 'Tasnim',
            from: firstUnit!.name,
            to: otherUnit!.name,
            when: day(app.day(0), 'short'),
          }
          await page.getByText(t('desk.move_checked_in', moveParams)).waitFor()
          await page.getByText(t('desk.price_same')).waitFor()
          assert.ok(!(await page.getByLabel(t('desk.notify')).isChecked()))
          assert.deepEqual(await createActions().unitsByNight('Tasnim'), Array(3).fill(firstUnit!.name))
          await findButton(page, t('desk.move_stay')).click()
          await findInRow(page, otherUnit!.name, 'Tasnim').waitFor()
          assert.deepEqual(await createActions().unitsByNight('Tasnim'), [
            firstUnit!.name,
            otherUnit!.name,
            otherUnit!.name,
          ])
        },
        options,
      ))

    test('lets the desk close and reopen nights of the next two weeks, but not later ones (OFF-310)', () =>
      visit(
        app,
        async (page) => {
          const chartPath = `${officePages.chart}?from=${app.day(8)}&days=14`
          await openOfficePage(page, app, language, chartPath, 'staff')
          const cells = findRow(page, '104').getByRole('gridcell')
          await cells.nth(0).focus()
          await page.keyboard.press('Shift+ArrowRight')
          await page.keyboard.press('Enter')
          await findButton(page, t('desk.close_nights')).click()
          await page.getByText(t('error.required')).waitFor()
          await page.getByLabel(t('desk.close_reason')).fill('No hot water')
          await findButton(page, t('desk.close_nights')).click()
          await findInRow(page, '104', 'No hot water').click()
          await findButton(page, t('desk.reopen_nights')).click()
          await findInRow(page, '104', 'No hot water').waitFor({ state: 'detached' })
          assert.equal((await app.deliverEmails()).filter((email) => email.includes('No hot water')).length, 2)
          await findRow(page, '104').getByRole('gridcell').nth(10).click()
          await page.getByText(t('desk.closing_until', { day: app.day(14) })).waitFor()
          await waitUntilAbsent(findButton(page, t('desk.close_nights')))
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { ...options, expectedErrors: ['422 /api/office/closeNights'] },
      ))

    test('prints a fortnight on one sheet, with every name and no controls (OFF-319)', () =>
      visit(
        app,
        async (page) => {
          const { booking } = await createActions().book('Lakshan Perera', '103', 80, 90)
          await createActions().book('Sultana Begum', '104', 84, 86)
          await createActions().open(page, 80, 14, `&stay=${booking}`)
          await page.getByRole('dialog').waitFor()
          const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })))
          assert.equal(pdf.numPages, 1)
          const [, , width, height] = (await pdf.getPage(1)).view
          assert.ok(width! > height!, 'the page is landscape')
          const { items } = await (await pdf.getPage(1)).getTextContent()
          const pdfText = items.map((item) => ('str' in item ? item.str : '')).join(' ')
          for (const entry of ['Lakshan Perera', 'Sultana Begum', '101', '404'].slice(0, 3))
            assert.ok(pdfText.includes(entry), `${entry}: ${pdfText}`)
          await page.emulateMedia({ media: 'print' })
          assert.equal(await countPrintedControls(page), 0)
        },
        options,
      ))
  })
}

const countPrintedControls = (page: Page) => page.locator('main :is(button, input, nav, [role=dialog]):visible').count()
