import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit } from '#testing/browser.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { openMailServer, type MailServer } from '#testing/mail.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { holdToasts } from '#testing/toasts.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage, waitUntilSaved } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the email section of the office, on ${engine.name}, in ${language}`, () => {
    let app: TestApp
    let mailServer: MailServer
    const rejectionReplies = new Map<string, string>()
    before(async () => {
      mailServer = await openMailServer(0, 0, { rejectRecipient: (address) => rejectionReplies.get(address) })
      app = await startTestApp(engine, { SMTP_URL: mailServer.url })
    })
    after(async () => {
      await app.close()
      await mailServer.close()
    })

    test(`shows a failed email with its reason and resends it, at ${width} px (LET-10, LET-11, LET-12)`, () =>
      visit(
        app,
        async (page) => {
          await holdToasts(page)
          // An email to a member contains no secret link, so the office shows its content.
          const email = 'anna@buyer.example'
          const countDeliveredEmails = () => mailServer.delivered.filter(({ to }) => to[0] === email).length
          const deliveredCountBefore = countDeliveredEmails()
          rejectionReplies.set(email, '550 5.1.1 no such user')
          const form = { company: 'Nordwind', name: 'Anna', email, lines: [{ product: 'zipper' }] }
          const { body } = await app.call('sendEnquiry', form, { language, token: await app.signIn('anna') })
          await app.worker.runDue()
          rejectionReplies.clear()
          await openOfficePage(page, app, language, `${officePages.emails}?view=failed`, 'staff')
          const subject = t('mail.enquiry_subject', { code: body.reference })
          await page.getByRole('main').getByRole('link', { name: subject }).click()
          await page.getByRole('heading', { level: 1, name: subject }).waitFor()
          await page.getByText('550 5.1.1 no such user').waitFor()
          const frame = page.frameLocator('iframe')
          await frame.locator('td.sheet').getByText(t('mail.enquiry_text')).waitFor()
          const sheetCell = frame.locator('td.sheet').first()
          assert.equal(await sheetCell.evaluate((td) => getComputedStyle(td).backgroundColor), 'rgb(255, 255, 255)')
          assert.equal(
            await frame.locator('[href], [src], script').count(),
            0,
            'the email contains no links and loads nothing',
          )
          const [contentHeight, frameHeight] = await Promise.all([
            frame.locator('body').evaluate((element) => element.scrollHeight),
            page.locator('iframe').evaluate((element) => element.clientHeight),
          ])
          assert.ok(Math.abs(contentHeight - frameHeight) <= 1, `${contentHeight} px in a frame of ${frameHeight} px`)
          await page.getByLabel(t('emails.plain_text')).check()
          await page.locator('pre').getByText(t('mail.enquiry_text')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByRole('button', { name: t('emails.resend') }).click()
          await page.getByText(t('emails.resending')).waitFor()
          await page.getByText(t('emails.not_resendable_waits')).waitFor()
          await app.worker.runDue()
          assert.equal(countDeliveredEmails() - deliveredCountBefore, 1)
        },
        { locale, width },
      ))

    test('lets the owner change the wording of an email, shows a preview, reports missing placeholders and restores the original (LET-15, LET-16)', () =>
      visit(
        app,
        async (page) => {
          const bookingForm = createStayForm(app, {})
          await app.call('requestGuestBooking', bookingForm, { token: await app.newGuest(), key: language, language })
          await openOfficePage(page, app, language, officeHref('emailWording', 'stay_requested'))
          const preview = page.frameLocator('iframe')
          await preview.locator('td.sheet').getByText('Rafiq Islam').first().waitFor()
          const subject = t('emails.part_subject')
          const part = page
            .getByRole('region', { name: subject })
            .or(page.locator('section', { hasText: subject }))
            .first()
          await part.getByRole('button', { name: t('emails.edit_text') }).click()
          const englishField = page.getByLabel(t('edit.in_english', { label: subject }), { exact: true })
          // The preview follows the typed text after a moment. Saving first would cancel it.
          const previewResponse = page.waitForResponse((answer) =>
            answer.url().includes(officeEndpoints.previewEmail[1]),
          )
          await englishField.fill('Your wish')
          assert.equal((await previewResponse).status(), 422)
          await page.getByRole('button', { name: t('edit.save'), exact: true }).click()
          await page
            .getByText(t('error.placeholders_missing', { places: '{code}' }))
            .first()
            .waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await englishField.fill('Your wish {code}')
          await page.getByLabel(t('edit.in_bangla', { label: subject }), { exact: true }).fill('আপনার ইচ্ছা {code}')
          await page.getByText(language === 'bn' ? /^আপনার ইচ্ছা \w+$/ : /^Your wish \w+$/).waitFor()
          await page.getByRole('button', { name: t('edit.save'), exact: true }).click()
          await waitUntilSaved(page, language)
          await page.getByRole('button', { name: t('emails.restore_all') }).click()
          await page.getByRole('button', { name: t('edit.save'), exact: true }).click()
          await waitUntilSaved(page, language)
        },
        {
          locale,
          width: 1440,
          expectedErrors: [`422 ${officeEndpoints.previewEmail[1]}`, `422 ${officeEndpoints.saveEmailWording[1]}`],
        },
      ))
  })
}
