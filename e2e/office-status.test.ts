import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { visit } from '#testing/browser.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { translatorFor } from '#locales/both.ts'
import { officePages } from '#routes/office.ts'
import { checkPageState, openOfficePage } from './open-office-page.ts'
import { pressTabUntil } from './tab-to.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, count } = translatorFor(language)

  describe(`the system status in the office, on ${engine.name}, in ${language}, at ${width}`, () => {
    let app: TestApp
    before(async () => {
      const installation = { readCertificate: async () => ({ kind: 'not encrypted' }) as const }
      app = await startTestApp(engine, {}, undefined, {}, installation)
    })
    after(() => app.close())

    test('shows the most urgent part first, and leads to the failed emails by keyboard (OPS-15)', () =>
      visit(
        app,
        async (page) => {
          await app.call('requestGuestBooking', createStayForm(app), { token: await app.newGuest() })
          await app.db.updateTable('mail').set({ failed_at: app.clock.now }).execute()
          await openOfficePage(page, app, language, officePages.status)
          await page.getByText(count('status.open', 3)).waitFor()
          const parts = page.getByRole('main').getByRole('listitem')
          const readStatusTitles = async () => (await parts.allInnerTexts()).map((text) => text.split('\n')[0])
          assert.deepEqual(
            (await readStatusTitles()).slice(0, 3),
            (['certificate', 'backup', 'emails'] as const).map((name) => t(`status.${name}`)),
          )
          await parts.first().getByText(t('status.certificate_none_advice')).waitFor()
          await parts.first().getByText(t('status.state_problem')).waitFor()
          await checkPageState(page, width)

          const link = page.getByRole('link', { name: t('status.emails_show') })
          await pressTabUntil(page, link)
          await page.keyboard.press('Enter')
          await page.getByRole('heading', { level: 1, name: t('emails.title') }).waitFor()
          assert.match(page.url(), /view=failed/)
        },
        { width },
      ))

    test('is not offered to staff, who get no data either (OPS-15)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.today, 'staff')
          assert.equal(await page.locator(`a[href$="${officePages.status}"]`).count(), 0)
          const token = await app.signIn('staff')
          assert.equal((await app.call('getSystemStatus', {}, { token })).status, 403)
        },
        { width },
      ))
  })
}
