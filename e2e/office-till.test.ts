import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { officeEndpoints, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, money } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the till, on ${engine.name}, in ${language}, at ${width}`, () => {
    const app = setUpTestApp(engine)

    test('moves cash, counts it and hands it over, and adds an extra to the price list (OFF-192, OFF-193)', () =>
      visit(
        app,
        async (page) => {
          const findButton = (name: string) => page.getByRole('button', { name, exact: true })
          await openOfficePage(page, app, language, officePages.today)
          await page
            .getByRole('main')
            .getByRole('link', { name: t('till.title'), exact: true })
            .click()
          await page.getByText(t('till.never_counted')).waitFor()
          await findButton(t('till.move')).click()
          await page.getByRole('radio', { name: t('till.move_in'), exact: true }).check()
          await page.getByLabel(t('bill.amount_bdt'), { exact: true }).fill(language === 'bn' ? '৫০০০' : '5,000')
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(t('till.move_submit')).click()
          await page.getByText(t('error.required')).first().waitFor()
          await page.getByLabel(t('bill.reason')).fill('Change from the bank')
          await findButton(t('till.move_submit')).click()
          await page.getByText('Change from the bank').waitFor()

          await page.getByLabel(t('till.counted')).fill('4990')
          await page.getByText(t('till.less', { amount: money(10) })).waitFor()
          await findButton(t('till.hand_over')).click()
          await page.getByText(t('till.reason_required')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByLabel(t('till.hand_over_to')).selectOption({ label: 'Tanvir Hasan' })
          await page.getByLabel(t('till.note')).fill('Ten taka for the gate')
          // The page shows the new movement before the user presses the button, but the cash was counted before it.
          const token = await app.signIn('staff')
          await app.call('recordTillMovement', { way: 'out', amount: 1000, why: 'To the bank' }, { token })
          await page.getByText('To the bank').waitFor()
          await findButton(t('till.hand_over')).click()
          await page.getByText(t('till.changed_meanwhile')).waitFor()
          await page.getByLabel(t('till.counted')).fill(language === 'bn' ? '৩,৯৯০' : '3,990')
          await page.getByText(t('till.less', { amount: money(10) })).waitFor()
          await findButton(t('till.hand_over')).click()
          await page.getByText('Ten taka for the gate', { exact: true }).waitFor()
          await page.getByText(t('till.by_to', { by: 'Nasreen Akter', to: 'Tanvir Hasan' })).waitFor()

          await page.goto(page.url().replace('/handover', '/extras'))
          await page.getByRole('link', { name: t('extras.add') }).click()
          await page.getByLabel(t('edit.in_english', { label: t('extras.name') })).fill('Tea')
          await page.getByLabel(t('extras.price')).fill(language === 'bn' ? '৬০.৫' : '60.5')
          await findButton(t('edit.save')).click()
          await page.waitForURL(/\/extras\/\d+$/)
          await page
            .getByRole('link', { name: t('extras.title'), exact: true })
            .first()
            .click()
          await page.getByText(money(60.5)).waitFor()
        },
        {
          width,
          locale,
          expectedErrors: [
            `422 ${officeEndpoints.recordTillMovement[1]}`,
            `422 ${officeEndpoints.handOver[1]}`,
            `409 ${officeEndpoints.handOver[1]}`,
          ],
          ...(width < 700 && { isMobile: true, hasTouch: true }),
        },
      ))
  })
}
