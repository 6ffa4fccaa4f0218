import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { visit, waitUntilAbsent } from '#testing/browser.ts'
import { openDesk } from '#testing/desk.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'
import { createDeskActions } from './desk-actions.ts'

for (const { engine, language } of selectPairs(import.meta.url))
  for (const width of [390, 1440]) {
    const { t, count, money } = translatorFor(language)
    const options = {
      width,
      locale: language === 'bn' ? 'bn-BD' : 'en-GB',
      ...(width < 700 && { isMobile: true, hasTouch: true }),
    }
    describe(`closing a day, on ${engine.name}, in ${language}, at ${width}`, () => {
      const app = setUpTestApp(engine)
      let desk: Awaited<ReturnType<typeof openDesk>>
      before(async () => {
        desk = await openDesk(app, 'owner')
        await desk.closeDay(app.day(-1))
        const guest = await desk.book('Mina Akter', 0, 1, { at: [0] })
        await desk.callOk('checkGuestIn', { booking: guest.booking, version: guest.version, anyway: true })
        await desk.callOk('takePayment', { code: guest.code, amount: 1500, method: 'cash' })
        const checkOutForm = { booking: guest.booking, version: guest.version + 1, owing: 'Her company pays' }
        await desk.callOk('checkGuestOut', checkOutForm)
      })

      test('carries over open items with reasons, asks for confirmation, shows the report and reopens the day (CLOSE-2, CLOSE-3, CLOSE-4)', () =>
        visit(
          app,
          async (page) => {
            const { button, part, axe } = createDeskActions(page, language, width)
            const day = app.day(0)
            await openOfficePage(page, app, language, officePages.day, 'owner')
            const getReasonField = (key: Parameters<typeof t>[0]) => part(t(key)).getByLabel(t('desk.day_carry_reason'))
            await getReasonField('desk.day_owing').fill('Her company pays')
            await getReasonField('desk.day_unregistered').fill('Passport tomorrow')
            await page.getByLabel(t('desk.day_early_reason')).fill('No more arrivals')

            // The form reports the missing reason before it asks for confirmation.
            await button(t('desk.day_close', { day })).click()
            await part(t('desk.day_cash')).getByText(t('error.required')).waitFor()
            await waitUntilAbsent(page.getByRole('dialog'))
            await getReasonField('desk.day_cash').fill('Counted in the morning')
            await page.keyboard.press('Enter')
            const dialog = page.getByRole('dialog')
            await dialog.getByRole('button', { name: t('edit.go_back') }).click()
            await dialog.waitFor({ state: 'hidden' })
            await button(t('desk.day_close', { day })).click()
            await axe()
            await dialog.getByRole('button', { name: t('desk.day_confirm_submit') }).click()

            await page.getByRole('link', { name: t('desk.report_link', { day }) }).click()
            await page.getByRole('heading', { level: 1, name: t('desk.report_title', { day }) }).waitFor()
            await part(t('takings.payments')).getByText(money(1500)).first().waitFor()
            await part(t('desk.report_balances')).getByRole('link', { name: 'Mina Akter' }).waitFor()
            await part(t('desk.report_carried')).getByText('Counted in the morning').waitFor()
            await axe()
            for (const [name, file] of [
              [t('bill.pdf_in', { language: t('settings.bangla') }), `daily-report-${day}-bn.pdf`],
              [t('desk.report_csv'), `daily-report-${day}.csv`],
            ] as const) {
              const download = page.waitForEvent('download')
              await button(name).click()
              assert.equal((await download).suggestedFilename(), file)
            }

            await page
              .getByRole('link', { name: t('desk.close_day'), exact: true })
              .first()
              .click()
            await button(t('desk.day_reopen', { day })).click()
            await page.getByLabel(t('desk.day_reopen_reason')).fill('One guest is missing')
            await axe()
            await button(t('desk.day_reopen', { day })).click()
            await page.getByText(t('desk.next_day_to_close', { day })).waitFor()
          },
          options,
        ))

      test('states to which day the night of a walk-in belongs, at booking and at check-in (CLOSE-1)', () =>
        visit(
          app,
          async (page) => {
            const { button, row, press, axe } = createDeskActions(page, language, width)
            const notice = page.getByText(count('desk.night_of_closed_day', 1, { day: app.day(0), to: app.day(1) }), {
              exact: true,
            })
            await openOfficePage(page, app, language, officePages.newBooking)
            await button(t('desk.book_submit')).waitFor()
            await waitUntilAbsent(notice)
            await desk.closeDay(app.day(0))

            await openOfficePage(page, app, language, officePages.newBooking)
            await notice.waitFor()
            await axe()
            const arrival = page.getByLabel(t('desk.book_from'), { exact: true })
            await arrival.fill(app.day(1))
            await waitUntilAbsent(notice)
            await arrival.fill(app.day(0))
            await notice.waitFor()
            await page.getByLabel(t('booking.name'), { exact: true }).fill('Wei Zhang')
            await page.getByLabel(t('booking.phone'), { exact: true }).fill('01700000008')
            await button(t('desk.book_submit')).click()
            await page.getByRole('heading', { level: 1, name: 'Wei Zhang' }).waitFor()

            await openOfficePage(page, app, language, officePages.today)
            const arrivalRow = row('Wei Zhang', 'arrivals')
            await press(arrivalRow, 'desk.assign')
            await notice.waitFor()
            const choice = arrivalRow.getByRole('radio').first()
            const unitName = (await choice.locator('..').locator('strong').textContent())!
            await axe()
            await press(arrivalRow, 'desk.check_in')
            await arrivalRow.getByText(t('desk.checked_in', { name: 'Wei Zhang', units: unitName })).waitFor()
          },
          options,
        ))
    })
  }
