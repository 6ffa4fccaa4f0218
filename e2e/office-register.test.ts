import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { waitForFocus, waitUntilAbsent, visit } from '#testing/browser.ts'
import { openDesk } from '#testing/desk.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { createPressCounter, createDeskActions } from './desk-actions.ts'
import { openOfficePage, checkPageState } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the guest register, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let code: string
    before(async () => {
      const token = await app.signIn('owner')
      const unit = await app.db
        .selectFrom('unit')
        .innerJoin('room', 'room.id', 'unit.room_id')
        .select(['unit.id', 'unit.room_id'])
        .where('max_guests', '>=', 3)
        .executeTakeFirstOrThrow()
      const rooms = [{ room: unit.room_id, unit: unit.id, adults: 2 }]
      const form = { from: app.day(0), to: app.day(2), rooms, source: 'walk_in', language, name: 'Lena Vogt' }
      assert.equal((await app.call('bookAtDesk', { ...form, phone: '+491700000009' }, { token })).status, 200)
      const stay = await app.db.selectFrom('booking').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
      code = stay.code
      const { status } = await app.call('checkGuestIn', { booking: stay.id, version: stay.version }, { token })
      assert.equal(status, 200)
    })

    const findButton = (scope: Pick<Page, 'getByRole'>, name: string) =>
      scope.getByRole('button', { name, exact: true })

    test('asks guests from abroad for more data, shows errors at their fields, and lists the guest in the register of the day (OFF-182, OFF-183, OFF-185)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('booking', code), 'staff')
          await page
            .getByRole('main')
            .getByRole('link', { name: t('desk.stay_guests'), exact: true })
            .click()
          await page.getByText(t('guests.about')).waitFor()
          await page.getByRole('main').getByText(t('guests.add'), { exact: true }).click()
          const dialog = page.getByRole('dialog')
          const findField = (key: Parameters<typeof t>[0]) => dialog.getByLabel(t(key), { exact: true })
          assert.equal(await findField('guests.name').inputValue(), 'Lena Vogt', 'the guest who booked is proposed')
          await findButton(dialog, t('guests.register')).click()
          await dialog.getByText(t('error.required'), { exact: true }).first().waitFor()
          assert.ok(await waitForFocus(findField('guests.nationality')), 'the first field with an error has the focus')
          assert.equal(
            await findField('guests.visa_number').count(),
            0,
            'no visa field before a foreign nationality is chosen',
          )
          await findField('guests.nationality').selectOption('DE')
          await findField('guests.visa_number').fill('A 123 456')
          await findField('guests.name').fill('Lena Vogt')
          await findField('guests.id_number').fill('C01X00T47')
          await checkPageState(page, width)
          await page.keyboard.press('Enter')
          await dialog.waitFor({ state: 'hidden' })
          await findButton(page, t('guests.change_of', { name: 'Lena Vogt' })).click()
          await findField('guests.purpose').fill('Trims')
          await findButton(dialog, t('guests.register')).click()
          await dialog.waitFor({ state: 'hidden' })
          const missingFields = [t('guests.passport_expires'), t('guests.entered'), t('guests.coming_from')].join(', ')
          await page.getByText(t('guests.missing', { what: missingFields }), { exact: true }).waitFor()

          await page.goto(inLanguage(officePages.register, language))
          await page.getByText(t('guests.registered', { count: 1, expected: 2 }), { exact: true }).waitFor()
          const [file] = await Promise.all([
            page.waitForEvent('download'),
            findButton(page, t('guests.download')).click(),
          ])
          assert.equal(file.suggestedFilename(), `register-${app.day(0)}.csv`)
          assert.match(await readFile(await file.path(), 'utf8'), /Lena Vogt/)
          for (const [label, name] of [
            [t('guests.download_pdf'), `register-${app.day(0)}.pdf`],
            [t('guests.sheet'), 'emergency-sheet.pdf'],
          ] as const) {
            const [paper] = await Promise.all([page.waitForEvent('download'), findButton(page, label).click()])
            assert.equal(paper.suggestedFilename(), name)
            assert.equal((await readFile(await paper.path())).subarray(0, 5).toString(), '%PDF-')
          }
          await page.getByLabel(t('guests.day'), { exact: true }).fill(app.day(30))
          await page.getByText(t('guests.none'), { exact: true }).waitFor()
        },
        { locale, width: 390, expectedErrors: ['422 /api/office/registerPerson'] },
      ))

    test('links from the check-in to the first missing field of the register (OFF-182)', () =>
      visit(
        app,
        async (page) => {
          const { row, press, axe } = createDeskActions(page, language, width)
          const { press: pressAndCount, take } = createPressCounter()
          await app.db.updateTable('unit_state').set({ condition: 'clean', seen_at: app.clock.now }).execute()
          const desk = await openDesk(app)
          await desk.book('Mina Akter', 0, 1, { at: [0] })
          const dialog = page.getByRole('dialog')
          const findField = (key: Parameters<typeof t>[0]) => dialog.getByLabel(t(key), { exact: true })
          await openOfficePage(page, app, language, officePages.today, 'staff')
          const arrival = row('Mina Akter', 'arrivals')
          await pressAndCount(findButton(arrival, t('desk.check_in')))
          await pressAndCount(findButton(arrival, t('desk.check_in')))
          const unitName = desk.kind('single').units[0]!.name
          await arrival.getByText(t('desk.checked_in', { name: 'Mina Akter', units: unitName })).waitFor()
          assert.equal(take(), 2, 'presses for the check-in')
          await axe()
          await arrival.getByRole('link', { name: t('desk.complete_register'), exact: true }).click()
          assert.ok(await waitForFocus(findField('guests.nationality')), 'the first missing field has the focus')
          await findField('guests.nationality').selectOption('BD')
          await press(dialog, 'guests.register')
          await dialog.waitFor({ state: 'hidden' })

          // The page of the stay shows the same link while a required field is missing.
          const completeLink = page.getByRole('link', { name: t('desk.complete_register'), exact: true })
          await page
            .getByRole('main')
            .getByRole('link', { name: t('request.stays'), exact: true })
            .click()
          await completeLink.click()
          assert.ok(await waitForFocus(findField('guests.id_number')), 'the missing field of the entry has the focus')
          await page.keyboard.type('1990123456')
          await page.keyboard.press('Enter')
          await dialog.waitFor({ state: 'hidden' })
          await page.getByText(t('guests.complete'), { exact: true }).waitFor()
          await page
            .getByRole('main')
            .getByRole('link', { name: t('request.stays'), exact: true })
            .click()
          await findButton(page, t('desk.change_nights')).waitFor()
          await waitUntilAbsent(completeLink)
        },
        { locale, width, ...(width < 700 && { isMobile: true, hasTouch: true }) },
      ))

    test('stores, shows and removes a copy of an identity document (OFF-232)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('stayGuests', code), 'staff')
          await findButton(page, `${t('guests.copies')}, Lena Vogt`).click()
          const dialog = page.getByRole('dialog')
          const file = dialog.locator('input[type=file]')
          await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
          await dialog.getByText(t('guests.copy_unreadable'), { exact: true }).waitFor()
          const pixels = { width: 3000, height: 2000, channels: 3, background: '#88aacc' } as const
          const photo = await sharp({ create: pixels }).jpeg().toBuffer()
          await file.setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: photo })
          await dialog.getByText(t('guests.copy_view'), { exact: true }).click()
          const picture = dialog.getByRole('img', { name: t('guests.copy_shown', { name: 'Lena Vogt' }) })
          await picture.waitFor()
          const uploadedWidth = await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)
          assert.equal(uploadedWidth, 1600, 'the image was made smaller before the upload')
          await checkPageState(page, width)
          await findButton(dialog, t('guests.copy_hide')).click()
          await findButton(dialog, t('guests.copy_remove')).click()
          await page
            .getByRole('dialog', { name: t('guests.copy_remove_title') })
            .getByRole('button', { name: t('guests.copy_remove'), exact: true })
            .click()
          await dialog.getByText(t('guests.copy_view'), { exact: true }).waitFor({ state: 'detached' })
        },
        { locale, width: 390 },
      ))

    test('shows a custom field for the local police under its configured name (OFF-231)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.registerSettings)
          const findField = (label: string) => page.getByLabel(label, { exact: true })
          const number = translatorFor(language).number(1)
          await findField(t('register_questions.own_scope', { number })).selectOption('everybody_needed')
          await findButton(page, t('edit.save')).click()
          await page.getByText(t('error.required'), { exact: true }).waitFor()
          await findField(t('edit.in_english', { label: t('register_questions.own_name', { number }) })).fill(
            'Father’s name',
          )
          await findField(t('edit.in_bangla', { label: t('register_questions.own_name', { number }) })).fill(
            'পিতার নাম',
          )
          await findButton(page, t('edit.save')).click()
          await page
            .getByRole('status')
            .filter({ hasText: translatorFor(language).t('edit.saved', { when: '' }).trim() })
            .waitFor()
          await page.goto(inLanguage(officeHref('stayGuests', code), language))
          await findButton(page, t('guests.change_of', { name: 'Lena Vogt' })).click()
          const fieldLabel = language === 'bn' ? 'পিতার নাম' : 'Father’s name'
          await page.getByRole('dialog').getByLabel(fieldLabel, { exact: true }).fill('Karl Vogt')
          await findButton(page.getByRole('dialog'), t('guests.register')).click()
          await page.getByRole('dialog').waitFor({ state: 'hidden' })
        },
        { locale, width: 390, expectedErrors: ['422 /api/office/saveRegisterSettings'] },
      ))

    test('removes a guest who was registered by mistake, after a confirmation (OFF-182)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('stayGuests', code), 'staff')
          await findButton(page, t('guests.change_of', { name: 'Lena Vogt' })).click()
          await findButton(page, t('guests.remove')).click()
          await checkPageState(page, width)
          await findButton(page, t('guests.remove_submit')).click()
          await page.getByText(t('guests.registered', { count: 0, expected: 2 })).waitFor()
        },
        { locale },
      ))
  })
}
