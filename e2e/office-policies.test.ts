import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { inLanguage, queryString } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { chooseGuestTab, pressBookNow, fillBookingForm, rafiq } from './booking-form.ts'
import { openOfficePage, waitUntilSaved } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, count, money, moment: formatTime } = translator
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const toDigits = (digits: string) => translator.digits(digits)

  describe(`policy management, on ${engine.name}, in ${language}, at ${width}`, () => {
    const app = setUpTestApp(engine)

    const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

    test('corrects and creates a policy, assigns it to a room, shows it to guests, and then rejects its removal (POL-2, POL-3)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.policies)
          await page.getByRole('link', { name: t('policy.add') }).click()
          await page.getByLabel(t('edit.in_english', { label: t('policy.name') })).fill('Two steps')
          await page.getByLabel(t('edit.in_bangla', { label: t('policy.name') })).fill('দুই ধাপ')
          await page.getByLabel(t('policy.hours')).fill(toDigits('240'))
          await findButton(page, t('policy.add_tier')).click()
          const [hours, costs, amounts] = [
            page.getByLabel(t('policy.hours')),
            page.getByLabel(t('policy.costs')),
            page.locator('input[name^="amount-"]'),
          ]
          await hours.nth(1).fill(toDigits('240'))
          await costs.nth(1).selectOption('nights')
          await amounts.nth(1).fill(toDigits('2'))
          await findButton(page, t('edit.save')).click()
          await page.getByText(translatorFor(language).t('error.policy_duplicate')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await hours.nth(1).fill(toDigits('48'))
          await page.locator('select[name="no_show-kind"]').selectOption('percent')
          await findButton(page, t('edit.save')).click()
          await page.waitForURL(/\/policies\/\d+$/)
          await page.getByText(count('policy.days_before', 10)).first().waitFor()
          await page
            .getByText(t('policy.unused'))
            .or(page.getByText(t('policy.no_rooms')))
            .first()
            .waitFor()
          const policyId = Number(/\d+$/.exec(page.url())![0])

          const { id } = await app.db
            .selectFrom('room')
            .select('id')
            .where('slug', '=', 'twin')
            .executeTakeFirstOrThrow()
          await page.goto(inLanguage(officeHref('room', id), language))
          await page.getByLabel(t('roomtype.policy')).selectOption(String(policyId))
          await findButton(page, t('edit.save')).click()
          await waitUntilSaved(page, language)

          await page.goto(inLanguage('/booking-details/twin', language))
          const rules = page.locator('section', { has: page.getByRole('heading', { name: t('room.rules') }) })
          // On phones, the rules are folded.
          if (width < 700) await rules.locator('summary').first().click()
          const rows = await rules.getByRole('row').allInnerTexts()
          assert.equal(rows.length, 4)
          assert.ok(rows[1]!.includes(count('policy.fee_nights', 1)), rows[1]!)

          await page.goto(inLanguage(officeHref('policy', policyId), language))
          await findButton(page, t('policy.remove')).click()
          const dialog = page.getByRole('dialog')
          await dialog.getByRole('button', { name: t('policy.remove'), exact: true }).click()
          await dialog.getByRole('alert').getByText(count('error.policy_used_by_rooms', 1)).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { width, locale, expectedErrors: [`422 /api/office/addPolicy`, `409 /api/office/removePolicy`] },
      ))

    test('shows the cancellation steps with dates and amounts before booking, in the email and on the stay page (POL-4)', () =>
      visit(
        app,
        async (page) => {
          const days = { check_in: app.day(30), check_out: app.day(32), adult: 1, child: 0 }
          const { body: price } = await app.call('getStayPrice', { slug: 'executive', ...days }, { language })
          const arrivalMs = Date.parse(`${days.check_in}T14:00:00+06:00`)
          const termLines = [
            [t('policy.when_until', { moment: formatTime(new Date(arrivalMs - 168 * 3_600_000)) }), t('policy.no_fee')],
            [
              t('policy.when_since', { moment: formatTime(new Date(arrivalMs - 168 * 3_600_000)) }),
              money(price.total / 4),
            ],
            [
              t('policy.when_since', { moment: formatTime(new Date(arrivalMs - 48 * 3_600_000)) }),
              money(price.total / 2),
            ],
            [t('policy.when_since', { moment: formatTime(new Date(arrivalMs - 24 * 3_600_000)) }), money(price.total)],
            [t('policy.when_no_show'), money(price.total)],
          ] as const
          const expectTerms = async () => {
            for (const [period, fee] of termLines)
              await page.getByRole('row').filter({ hasText: period }).filter({ hasText: fee }).first().waitFor()
          }
          await openPage(page, inLanguage('/booking-details/executive' + queryString(days), language))
          await expectTerms()
          await chooseGuestTab(page, translator)
          await fillBookingForm(page, translator, { ...rafiq, paymenttype: 2 })
          await pressBookNow(page, translator)
          await page.waitForURL(/booking-success/)
          await page.getByRole('heading', { level: 1 }).waitFor()
          await expectTerms()

          const email = (await readEmailsTo(app, rafiq.email)).at(-1)!
          for (const [period, fee] of termLines) assert.ok(email.text.includes(`${period}: ${fee}`), email.text)
          await page.goto(/\/(?:bn\/)?booking-success\?stay=\S+/.exec(email.text)![0]!)
          await page.getByText(t('policy.free_unconfirmed')).waitFor()
          await expectTerms()
        },
        { width, locale },
      ))
  })
}
