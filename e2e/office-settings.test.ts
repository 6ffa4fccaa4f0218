import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage, waitUntilSaved } from './open-office-page.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`company settings, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const contactPath = officeHref('settingsSection', 'contact')
    const findTelephoneField = (page: Page) => page.getByLabel(t('settings.telephone'), { exact: true })

    test('changes a setting with the keyboard alone and shows it on the site (OFF-98, OFF-91, OFF-99, OFF-375)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.settings)
          const { body } = await app.call('getSettings', {}, { token: await app.signIn('owner') })
          for (const value of [
            body.company[`name_${language}`],
            t('settings.stays_now', { arrival: '14:00', departure: '12:00' }),
          ])
            await page.getByRole('main').getByRole('listitem').getByText(value, { exact: true }).waitFor()
          await page.keyboard.press('Tab')
          const contactLink = page.getByRole('main').getByRole('link', { name: t('settings.contact') })
          for (
            let step = 0;
            step < 40 && !(await contactLink.evaluate((link) => link === document.activeElement));
            step++
          )
            await page.keyboard.press('Tab')
          await page.keyboard.press('Enter')
          await findTelephoneField(page).waitFor()
          for (
            let step = 0;
            step < 40 && !(await findTelephoneField(page).evaluate((field) => field === document.activeElement));
            step++
          )
            await page.keyboard.press('Tab')
          await page.keyboard.press('ControlOrMeta+a')
          await page.keyboard.type('call us')
          await page.keyboard.press('Enter')
          await page.getByText(t('edit.refused')).waitFor()
          assert.ok(await findTelephoneField(page).evaluate((field) => field === document.activeElement))
          await page.keyboard.press('ControlOrMeta+a')
          await page.keyboard.type('+880 2 4444 0000')
          await page.keyboard.press('Enter')
          await waitUntilSaved(page, language)
          await page.goto(inLanguage('/contact', language))
          await page.getByRole('link', { name: '+880 2 4444 0000' }).first().waitFor()
        },
        { locale, expectedErrors: [`422 ${officeEndpoints.saveContactSettings[1]}`] },
      ))

    test('shows both versions when two users change the same setting, and saves only the chosen one (OFF-99)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, contactPath)
          const token = await app.signIn('owner')
          const { body } = await app.call('getSettings', {}, { token })
          const changedContact = { ...body.contact, telephone: '+880 2 1111 0000' }
          assert.equal((await app.call('saveContactSettings', changedContact, { token })).status, 200)
          await findTelephoneField(page).fill('+880 2 2222 0000')
          const saveButton = page.getByRole('button', { name: t('edit.save'), exact: true })
          await saveButton.click()
          await page.getByRole('heading', { name: t('edit.stale') }).waitFor()
          await page.getByRole('cell', { name: '+880 2 1111 0000' }).waitFor()
          await page.getByRole('button', { name: t('edit.keep_mine') }).click()
          await waitUntilSaved(page, language)
          await page.goto(inLanguage('/contact', language))
          await page.getByRole('link', { name: '+880 2 2222 0000' }).first().waitFor()
        },
        { locale, width: 390, expectedErrors: [`409 ${officeEndpoints.saveContactSettings[1]}`] },
      ))

    test("combines the changes of two users to different fields, and lists the other user's changes (LIVE-6)", () =>
      visit(
        app,
        async (page) => {
          const token = await app.signIn('owner')
          const readStays = async () => (await app.call('getSettings', {}, { token })).body.stays
          await openOfficePage(page, app, language, officeHref('settingsSection', 'stays'))
          await page.getByLabel(t('settings.check_in_from'), { exact: true }).fill('13:30')
          const changedStays = { ...(await readStays()), check_out_until: '11:30' }
          assert.equal((await app.call('saveStaysSettings', changedStays, { token })).status, 200)
          await page.getByRole('button', { name: t('edit.save'), exact: true }).click()
          await page.getByRole('button', { name: t('settings.hours_change_submit') }).click()
          await page.getByText(t('edit.included', { fields: t('settings.check_out_until') })).waitFor()
          const savedStays = await readStays()
          assert.deepEqual([savedStays.check_in_from, savedStays.check_out_until], ['13:30', '11:30'])
        },
        { locale, width: 390, expectedErrors: [`409 ${officeEndpoints.saveStaysSettings[1]}`] },
      ))

    test('asks the user only about fields that both users have changed, individually or all together (LIVE-6)', () =>
      visit(
        app,
        async (page) => {
          const token = await app.signIn('owner')
          const readContact = async () => (await app.call('getSettings', {}, { token })).body.contact
          const toEnglishLabel = (label: string) => t('edit.in_english', { label })
          await openOfficePage(page, app, language, contactPath)
          const otherVersion = {
            ...(await readContact()),
            telephone: '+880 2 3333 0000',
            email: 'other@selvage.example',
            address_bn: 'ধানমন্ডি, ঢাকা',
          }
          await findTelephoneField(page).fill('+880 2 5555 0000')
          await page.getByLabel(t('settings.email'), { exact: true }).fill('own@selvage.example')
          await page.getByLabel(toEnglishLabel(t('settings.address')), { exact: true }).fill('Dhanmondi, Dhaka')
          assert.equal((await app.call('saveContactSettings', otherVersion, { token })).status, 200)
          await page.getByRole('button', { name: t('edit.save'), exact: true }).click()
          await page.getByRole('heading', { name: t('edit.stale') }).waitFor()
          const conflictRows = page.getByRole('alert').getByRole('row')
          assert.equal(await conflictRows.count(), 3, 'the heads and two fields')
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await conflictRows
            .filter({ hasText: t('settings.email') })
            .getByRole('button', { name: t('edit.use_theirs') })
            .click()
          await conflictRows.nth(2).waitFor({ state: 'detached' })
          await page.getByRole('button', { name: t('edit.keep_mine') }).click()
          await waitUntilSaved(page, language)
          const { telephone: phone, email, address_en, address_bn } = await readContact()
          assert.deepEqual(
            [phone, email, address_en, address_bn],
            ['+880 2 5555 0000', 'other@selvage.example', 'Dhanmondi, Dhaka', 'ধানমন্ডি, ঢাকা'],
          )
        },
        { locale, width: 1440, expectedErrors: [`409 ${officeEndpoints.saveContactSettings[1]}`] },
      ))

    test('reports invalid hours before it asks for a confirmation (LIVE-7)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('settingsSection', 'stays'))
          await page.getByLabel(t('settings.check_out_until'), { exact: true }).fill('10:30')
          const nights = page.getByLabel(t('settings.max_nights'), { exact: true })
          await nights.fill('1000')
          await page.getByRole('button', { name: t('edit.save'), exact: true }).click()
          await page.getByText(t('edit.refused')).waitFor()
          assert.ok(await nights.evaluate((field) => field === document.activeElement))
          await waitUntilAbsent(page.getByRole('dialog'))
        },
        { locale, width: 1440, expectedErrors: [`422 ${officeEndpoints.checkStaysSettings[1]}`] },
      ))

    test('asks for confirmation of new check-in times and explains the effect on stays (OFF-91)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('settingsSection', 'stays'))
          const checkInField = page.getByLabel(t('settings.check_in_from'), { exact: true })
          await checkInField.fill('15:00')
          const saveButton = page.getByRole('button', { name: t('edit.save'), exact: true })
          await saveButton.click()
          await page.getByText(t('settings.hours_change_text')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByRole('button', { name: t('settings.hours_change_cancel') }).click()
          await page.getByText(t('edit.unsaved')).waitFor()
          await saveButton.click()
          await page.getByRole('button', { name: t('settings.hours_change_submit') }).click()
          await waitUntilSaved(page, language)
          // The changed times are saved, so the next save needs no confirmation.
          await page.getByLabel(t('settings.max_nights'), { exact: true }).fill('28')
          await saveButton.click()
          await waitUntilSaved(page, language)
          assert.equal((await app.call('getGlobalData')).body.maxNights, 28)
        },
        { locale },
      ))

    test('sends a test email to the user and shows the result (OFF-93)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.emailsSettings)
          await page.getByRole('button', { name: t('settings.test_send') }).click()
          const sentStatus = page.getByRole('status').filter({ hasText: 'owner@selvage.example' })
          await sentStatus.waitFor()
          const email = (await readEmailsTo(app, 'owner@selvage.example')).at(-1)!
          assert.equal(email.header('subject'), t('mail.test_subject'))
        },
        { locale, width: 390 },
      ))
  })
}
