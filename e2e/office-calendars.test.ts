import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { waitForFocus, visit } from '#testing/browser.ts'
import { startCalendarApp, type CalendarApp } from '#testing/calendar-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage, checkPageState } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, count } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the calendar page of the office, on ${engine.name}, in ${language}`, () => {
    let calendarApp: CalendarApp
    let unit: { id: number; name: string }
    let roomId: number
    before(async () => {
      calendarApp = await startCalendarApp(engine)
      const createdRoom = await calendarApp.newRoom(1)
      ;[unit, roomId] = [createdRoom.units[0]!, createdRoom.room]
    })
    after(() => calendarApp.close())

    const findButton = (scope: Pick<Page, 'getByRole'>, name: string) =>
      scope.getByRole('button', { name, exact: true })
    const findUnitRow = (page: Page): Locator =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: unit.name, exact: true }) })

    test('creates, copies, renews and withdraws a calendar address (CAL-5, CAL-9)', () =>
      visit(
        calendarApp.testApp,
        async (page) => {
          await openOfficePage(page, calendarApp.testApp, language, officePages.calendars)
          const row = findUnitRow(page)
          const createButton = findButton(row, t('calendars.create_of', { name: unit.name }))
          await createButton.focus()
          await page.keyboard.press('Enter')
          const field = row.getByRole('textbox', { name: t('calendars.address_of', { name: unit.name }), exact: true })
          await field.waitFor()
          const firstAddress = await field.inputValue()
          assert.match(firstAddress, /^https:\/\/selvage\.example\/calendars\/[\w-]{43}\.ics$/)
          await findButton(row, t('calendars.copy_of', { name: unit.name })).click()
          await page.getByText(t('calendars.copied')).waitFor()
          assert.equal(await page.evaluate(() => navigator.clipboard.readText()), firstAddress)

          await findButton(row, t('calendars.renew')).focus()
          await page.keyboard.press('Enter')
          const dialog = page.getByRole('dialog')
          await dialog.getByText(t('calendars.renew_text'), { exact: true }).waitFor()
          await checkPageState(page, width)
          await findButton(dialog, t('edit.go_back')).click()
          assert.equal(await field.inputValue(), firstAddress)
          assert.ok(await waitForFocus(findButton(row, t('calendars.renew'))))
          await findButton(row, t('calendars.renew')).click()
          await findButton(dialog, t('calendars.renew_submit')).click()
          await page.getByText(t('calendars.renewed')).waitFor()
          assert.notEqual(await field.inputValue(), firstAddress)
          await findButton(row, t('calendars.withdraw')).click()
          await findButton(dialog, t('calendars.withdraw_submit')).click()
          await createButton.waitFor()
        },
        { locale, permissions: ['clipboard-read', 'clipboard-write'] },
      ))

    test('imports a calendar, shows errors at their fields, and lists double bookings, also on the today page (CAL-9, CAL-21)', () =>
      visit(
        calendarApp.testApp,
        async (page) => {
          const token = await calendarApp.owner()
          const rooms = [{ room: roomId, unit: unit.id, adults: 1, children: 0 }]
          const stay = {
            from: calendarApp.testApp.day(6),
            to: calendarApp.testApp.day(8),
            rooms,
            source: 'phone',
            language: 'en',
          }
          await calendarApp.testApp.call('bookAtDesk', { ...stay, name: 'Mina', phone: '+8801700000009' }, { token })
          calendarApp.setEvents({
            uid: 'a',
            from: calendarApp.testApp.day(5),
            to: calendarApp.testApp.day(8),
            title: 'Reserved',
          })

          await openOfficePage(page, calendarApp.testApp, language, officePages.calendars)
          const row = findUnitRow(page)
          const addButton = findButton(row, t('calendars.add_of', { name: unit.name }))
          await addButton.click()
          const dialog = page.getByRole('dialog')
          await dialog.getByLabel(t('calendars.name'), { exact: true }).fill('Airbnb')
          const address = dialog.getByLabel(t('calendars.their_address'), { exact: true })
          await address.fill('rooms')
          await page.keyboard.press('Enter')
          await dialog.getByText(t('error.calendar_address'), { exact: true }).waitFor()
          assert.ok(await waitForFocus(address), 'the field with the error has the focus')
          await checkPageState(page, width)
          await address.fill(calendarApp.server.url)
          await page.keyboard.press('Enter')
          await row.getByText(count('calendars.events', 1)).waitFor()
          await row.getByText(count('calendars.also_sold_here', 1)).waitFor()
          await row.getByRole('textbox', { name: t('calendars.export_address', { name: 'Airbnb' }) }).waitFor()
          await page.getByRole('heading', { level: 2, name: count('desk.double_booked', 1) }).waitFor()
          await checkPageState(page, width)

          calendarApp.server.behaviour = (_, response) => response.writeHead(503).end()
          await findButton(row, t('calendars.read_now_of', { name: 'Airbnb' })).click()
          await row.getByText(t('calendars.fault_status', { detail: 503 })).waitFor()

          await page.goto(inLanguage(officePages.today, language))
          const doubleBookings = page.getByRole('region', { name: count('desk.double_booked', 1) })
          await doubleBookings.getByRole('link', { name: 'Mina' }).waitFor()
          await doubleBookings.getByText('Airbnb', { exact: true }).waitFor()
          await checkPageState(page, width)
          await doubleBookings.getByText(t('desk.resolve'), { exact: true }).click()
          const settleNote = language === 'bn' ? 'একই অতিথি' : 'The same guest'
          await doubleBookings.getByLabel(t('desk.resolve_note'), { exact: true }).fill(settleNote)
          await findButton(doubleBookings, t('desk.resolve_submit')).click()
          await doubleBookings.waitFor({ state: 'detached' })

          await page.goto(inLanguage(officePages.chart, language))
          const bar = page.getByRole('gridcell', {
            name: new RegExp(t('desk.sold_elsewhere_by', { reason: 'Airbnb' })),
          })
          await bar.waitFor()
          await bar.click()
          await page.getByText(t('desk.sold_elsewhere_text', { reason: 'Airbnb' })).waitFor()

          await page.goto(inLanguage(officePages.calendars, language))
          const source = page
            .getByRole('listitem')
            .filter({ has: page.getByRole('heading', { level: 4, name: 'Airbnb' }) })
          await findButton(source.last(), t('calendars.remove')).click()
          await dialog.getByText(t('calendars.remove_text', { unit: unit.name }), { exact: true }).waitFor()
          await findButton(dialog, t('calendars.remove_submit')).click()
          await page.getByText(t('calendars.removed')).waitFor()
          assert.deepEqual(await calendarApp.readClosures(unit.id), [])
        },
        { locale, expectedErrors: ['422 /api/office/addCalendar'] },
      ))
  })
}
