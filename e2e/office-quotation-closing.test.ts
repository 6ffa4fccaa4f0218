import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmail } from '#testing/mail.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createQuotationCalls } from '#testing/quotations.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, number } = translator
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`closing quotations, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    test(`lets the buyer decline a copied quotation through the link, and lets staff close the original, at ${width} px (OFF-211, OFF-213, OFF-214, OFF-295, LET-52)`, async () => {
      const quotations = createQuotationCalls(app, await app.signIn('owner'))
      const firstQuotation = await quotations.createSent(quotations.form(language))
      const [company, email] = ['Nordwind Fashion', 'lena@buyer.example']
      await visit(
        app,
        async (page) => {
          const findButton = (name: string) => page.getByRole('button', { name, exact: true })
          await openOfficePage(page, app, language, officeHref('quotation', firstQuotation.id))
          const originalUrl = page.url()
          await findButton(t('quotation.copy')).click()
          await page.waitForURL((url) => /\/quotations\/\d+$/.test(url.pathname) && url.href !== originalUrl)
          await page
            .getByLabel(t('quotation.company'), { exact: true })
            .and(page.locator(`[value="${company}"]`))
            .waitFor()

          // Adds a price break: first without its numbers, then with them.
          await page.getByRole('main').getByText(t('quotation.line_details')).click()
          const breakGroup = page.getByRole('group', { name: t('quotation.breaks'), exact: true })
          await breakGroup.getByRole('button', { name: t('quotation.add_break'), exact: true }).press('Enter')
          await findButton(t('edit.save')).click()
          await page
            .getByText(t('error.number'))
            .or(page.getByText(t('error.required')))
            .first()
            .waitFor()
          await breakGroup.getByLabel(t('quotation.break_from'), { exact: true }).fill('20000')
          await breakGroup.getByLabel(`${t('quotation.break_price')}, USD`).fill('0.0405')
          await breakGroup.getByRole('button', { name: t('quotation.add_break'), exact: true }).click()
          await breakGroup
            .getByRole('button', { name: t('quotation.remove_break'), exact: true })
            .last()
            .click()
          await findButton(t('edit.save')).click()
          await findButton(t('quotation.send', { email })).and(page.locator(':enabled')).click()
          await findButton(t('quotation.revise')).waitFor()
          const copyUrl = page.url()
          const breakLabel = t('quotation.break_is', {
            quantity: number(20_000),
            price: language === 'bn' ? 'USD\u00a0০.০৪০৫' : 'USD\u00a00.0405',
          })
          await page.getByText(breakLabel).first().waitFor()

          const linkPath = (await app.deliverEmails())
            .map(readEmail)
            .flatMap(({ text }) => /https:\/\/selvage\.example(\S*\/quotation\?quotation=\S+)/.exec(text)?.[1] ?? [])
            .at(-1)!
          await page.goto(app.url + linkPath)
          await page.getByText(breakLabel).first().waitFor()
          await page.getByRole('link', { name: t('quotation.answer_decline') }).click()
          await page.getByLabel(t('quotation.decline_reason')).fill('Too dear for us.')
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(t('quotation.confirm_decline')).click()
          await page.getByText(t('quotation.answer_recorded')).waitFor()
          await page.goto(app.url + linkPath)
          await page.getByText(t('quotation.notice_declined')).waitFor()
          await waitUntilAbsent(page.getByRole('link', { name: t('quotation.answer_accept') }))

          await page.goto(copyUrl)
          await page.getByText(t('quotation.state_declined'), { exact: true }).first().waitFor()
          await page.getByText('Too dear for us.').first().waitFor()

          await page.goto(originalUrl)
          await findButton(t('quotation.record_outcome')).click()
          await page.getByRole('radio', { name: t('quotation.outcome_withdrawn'), exact: true }).check()
          const messageField = page.getByLabel(t('request.message', { language: t(`office.in_${language}`) }))
          await messageField.waitFor()
          await page.getByText(t('quotation.outcome_notice', { email })).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByRole('radio', { name: t('quotation.outcome_lost'), exact: true }).check()
          await messageField.waitFor({ state: 'detached' })
          await findButton(t('quotation.record_outcome_submit')).click()
          await page.getByText(t('error.required')).waitFor()
          await page.getByLabel(t('quotation.reason'), { exact: true }).fill('They went to Guangzhou.')
          await page.getByLabel(t('quotation.reason'), { exact: true }).press('Enter')
          await page.getByText(t('quotation.state_lost'), { exact: true }).first().waitFor()
          await page.getByText('They went to Guangzhou.').first().waitFor()
          await waitUntilAbsent(findButton(t('quotation.record_outcome')))

          await page.goto(app.url + inLanguage(`${officePages.quotations}?view=lost`, language))
          const lostLinks = page.getByRole('main').getByRole('link', { name: company })
          await lostLinks.first().waitFor()
          assert.ok((await lostLinks.count()) >= 2)
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
        },
        {
          width,
          locale,
          expectedErrors: [
            `422 ${officeEndpoints.saveQuotation[1]}`,
            `422 ${officeEndpoints.recordQuotationOutcome[1]}`,
          ],
        },
      )
    })
  })
}
