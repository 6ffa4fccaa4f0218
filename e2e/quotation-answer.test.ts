import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit, waitForFocus, type VisitOptions, waitUntilAbsent } from '#testing/browser.ts'
import { createQuotationCalls } from '#testing/quotations.ts'
import { selectPairs } from '#testing/pairs.ts'
import { keepSignedIn } from '#testing/keep-signed-in.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { endpoints, href, inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { DAY_MS } from '#platform/durations.ts'

/** A name with a character that reverses the direction of the text after it. */
const UNSAFE_NAME = 'Lena\u202eVogel'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, day, number } = translatorFor(language)
  const totalText = language === 'bn' ? 'USD ৬৭৭.০৭' : 'USD 677.07'

  describe(`answering a quotation by the link, on ${engine.name}, in ${language}, at ${width} px`, () => {
    const app = setUpTestApp(engine)
    let quotations: ReturnType<typeof createQuotationCalls>
    before(async () => {
      quotations = createQuotationCalls(app, await app.signIn('owner'))
      await keepSignedIn(app.db)
    })

    const getPath = (token: string, answer?: string) =>
      inLanguage(href('quotation', null, { quotation: token, answer }), language)
    const findChoice = (page: Page, name: 'accept' | 'decline' | 'ask') =>
      page.getByRole('main').getByRole('link', { name: t(`quotation.answer_${name}`), exact: true })
    const findConfirmButton = (page: Page, name: 'accept' | 'decline' | 'ask') =>
      page.getByRole('button', { name: t(`quotation.confirm_${name}`), exact: true })
    const findHeading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
    const reviseAndSend = async (id: number) => {
      const [draft] = (await quotations.callOk('reviseQuotation', { id })).revisions
      const { revisions } = await quotations.callOk('sendQuotation', { id: draft.id, version: draft.version })
      return revisions[0].number as string
    }

    for (const hasScripts of [true, false]) {
      const suffix = hasScripts ? '' : ', without scripts'
      const open = (page: Page, path: string) => (hasScripts ? openPage(page, path) : page.goto(path))
      const createOptions = (expectedErrors: readonly string[]): VisitOptions => ({
        width,
        javaScriptEnabled: hasScripts,
        expectedErrors,
      })
      const checkPage = async (page: Page) => {
        if (hasScripts) assert.deepEqual(await findAccessibilityViolations(page), [])
      }
      /**
       * Submits the step with a value that is rejected, and checks the error, the value and, with scripts, the focus.
       */
      async function expectError(page: Page, step: 'accept' | 'decline' | 'ask', value: string, message: string) {
        const field = page.getByRole('main').getByRole('textbox')
        await field.evaluate((control) => control.removeAttribute('maxlength'))
        await field.fill(value)
        await findConfirmButton(page, step).click()
        await page.getByText(message, { exact: true }).waitFor()
        assert.deepEqual([await field.inputValue(), await field.getAttribute('aria-invalid')], [value, 'true'])
        if (hasScripts) assert.ok(await waitForFocus(field))
      }

      test(`accepts a quotation once in a separate step, with the name of the person${suffix} (OFF-213)`, () =>
        visit(
          app,
          async (page) => {
            const { token, number: quotationNumber, revision } = await quotations.createSent(quotations.form(language))
            await open(page, getPath(token))
            await waitUntilAbsent(page.getByRole('radio'))
            for (const name of ['accept', 'decline', 'ask'] as const) await findChoice(page, name).waitFor()
            await findChoice(page, 'accept').click()
            await findHeading(page, t('quotation.title_accept')).waitFor()
            const main = page.getByRole('main')
            for (const text of [quotationNumber, totalText, day(app.day(20))])
              await main.getByText(text, { exact: true }).first().waitFor()
            await checkPage(page)
            const otherTab = await page.context().newPage()
            await open(otherTab, getPath(token, 'accept'))

            await expectError(page, 'accept', '', t('quotation.name_needed'))
            await expectError(page, 'accept', UNSAFE_NAME, t('error.unsafe_text'))
            await expectError(page, 'accept', '12 34', t('quotation.name_needed'))
            await checkPage(page)
            await page.getByLabel(t('quotation.accept_name')).fill('Mina Ríos')
            await findConfirmButton(page, 'accept').click()
            await findHeading(page, t('quotation.state_accepted')).waitFor()
            await page.getByText(t('quotation.answer_recorded')).waitFor()
            await checkPage(page)
            for (const text of ['Mina Ríos', day(app.day(0)), totalText])
              await main.getByText(text, { exact: true }).first().waitFor()
            await main.getByRole('link', { name: t('quotation.download_pdf') }).waitFor()
            await waitUntilAbsent(findChoice(page, 'accept'))

            await otherTab.getByLabel(t('quotation.accept_name')).fill('Lena Vogel')
            await findConfirmButton(otherTab, 'accept').click()
            await otherTab
              .getByRole('alert')
              .filter({ hasText: t('quotation.not_recorded') })
              .waitFor()
            await findHeading(otherTab, t('quotation.state_accepted')).waitFor()
            await otherTab.getByText('Mina Ríos', { exact: true }).waitFor()
            await checkPage(otherTab)
            const row = await app.db
              .selectFrom('quotation_revision')
              .select(['state', 'accepted_by'])
              .where('id', '=', revision)
              .executeTakeFirstOrThrow()
            assert.deepEqual(row, { state: 'accepted', accepted_by: 'Mina Ríos' })
          },
          createOptions(['422 ', '409 ']),
        ))

      test(`declines a quotation with an optional reason, unless it was withdrawn meanwhile${suffix} (OFF-213)`, () =>
        visit(
          app,
          async (page) => {
            const withdrawnQuotation = await quotations.createSent(quotations.form(language))
            await open(page, getPath(withdrawnQuotation.token))
            await findChoice(page, 'decline').click()
            await findHeading(page, t('quotation.title_decline')).waitFor()
            await expectError(page, 'decline', UNSAFE_NAME, t('error.unsafe_text'))
            await expectError(page, 'decline', 'x'.repeat(2_001), t('error.too_long', { max: number(2_000) }))
            await checkPage(page)
            const outcome = { id: withdrawnQuotation.revision, outcome: 'withdrawn', reason: 'Brass has risen' }
            await quotations.callOk('recordQuotationOutcome', outcome)
            await page.getByLabel(t('quotation.decline_reason')).fill('Too dear for us.')
            await findConfirmButton(page, 'decline').click()
            await page
              .getByRole('alert')
              .filter({ hasText: t('quotation.not_recorded') })
              .waitFor()
            await findHeading(page, t('quotation.state_withdrawn')).waitFor()

            const { token } = await quotations.createSent(quotations.form(language))
            await open(page, getPath(token, 'decline'))
            await page
              .getByRole('main')
              .getByRole('link', { name: t('quotation.back') })
              .click()
            await findChoice(page, 'decline').click()
            await findConfirmButton(page, 'decline').click()
            await findHeading(page, t('quotation.state_declined')).waitFor()
            await page.getByText(t('quotation.answer_recorded')).waitFor()
            await page
              .getByText(day(app.day(0)), { exact: true })
              .last()
              .waitFor()
            await checkPage(page)
          },
          createOptions(['422 ', '409 ']),
        ))

      test(`sends a question and keeps the quotation open, unless a new revision replaced it${suffix} (OFF-213)`, () =>
        visit(
          app,
          async (page) => {
            const { id, token } = await quotations.createSent(quotations.form(language))
            await open(page, getPath(token))
            await findChoice(page, 'ask').click()
            await findHeading(page, t('quotation.title_ask')).waitFor()
            await expectError(page, 'ask', '', t('error.required'))
            await expectError(page, 'ask', UNSAFE_NAME, t('error.unsafe_text'))
            await checkPage(page)
            await page
              .getByLabel(t('quotation.ask_message'), { exact: true })
              .fill('Is it nickel-free?\nAnd lead-free?')
            await findConfirmButton(page, 'ask').click()
            await page.getByText(t('quotation.question_received', { day: app.day(20) })).waitFor()
            await page.getByText('Is it nickel-free?').waitFor()
            await checkPage(page)
            await findChoice(page, 'accept').waitFor()

            await findChoice(page, 'ask').click()
            await page.getByLabel(t('quotation.ask_message'), { exact: true }).fill('And the price?')
            const newerRevision = await reviseAndSend(id)
            await findConfirmButton(page, 'ask').click()
            await page
              .getByRole('alert')
              .filter({ hasText: t('quotation.not_recorded') })
              .waitFor()
            await page.getByText(t('quotation.notice_superseded', { number: newerRevision })).waitFor()
            await waitUntilAbsent(findChoice(page, 'accept'))
          },
          createOptions(['422 ', '409 ']),
        ))

      test(`explains that a quotation has expired, even on an accept page that is already open${suffix} (OFF-213)`, () =>
        visit(
          app,
          async (page) => {
            const { token } = await quotations.createSent({ ...quotations.form(language), valid_until: app.day(1) })
            const validUntil = app.day(1)
            await open(page, getPath(token, 'accept'))
            await page.getByLabel(t('quotation.accept_name')).fill('Lena Vogel')
            app.clock.advance(2 * DAY_MS)
            await findConfirmButton(page, 'accept').click()
            await page
              .getByRole('alert')
              .filter({ hasText: t('quotation.not_recorded') })
              .waitFor()
            await findHeading(page, t('quotation.state_expired')).waitFor()
            await page.getByText(t('quotation.notice_expired', { day: validUntil })).waitFor()
            await open(page, getPath(token, 'accept'))
            await findHeading(page, t('quotation.state_expired')).waitFor()
            await waitUntilAbsent(findConfirmButton(page, 'accept'))
            await checkPage(page)
          },
          createOptions([hasScripts ? `409 ${endpoints.answerQuotation[1]}` : '409 ']),
        ))
    }
  })
}
