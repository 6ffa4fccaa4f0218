import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { waitUntilHydrated, waitForFocus, openPage, visit, waitUntilAbsent } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmail } from '#testing/mail.ts'
import { selectPairs } from '#testing/pairs.ts'
import { jpeg } from '#testing/upload-files.ts'
import { endpoints, inLanguage, type Language } from '#routes/public.ts'
import { toLatinDigits } from '#locales/digits.ts'
import { translatorFor } from '#locales/both.ts'
import { HOUR_MS } from '#platform/durations.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`the contact page, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const { t, number } = translatorFor(language)

    test('shows a new sum after a wrong answer and sends the message after a correct one (CONT-1, CONT-2)', () =>
      visit(
        app,
        async (page) => {
          await openPage(page, inLanguage('/contact', language))
          const sendButton = page.getByRole('button', { name: t('contact.send') })
          const captchaField = page.locator('input[name=captcha]')
          await readSum(page, language)
          assert.equal(await countFetchedSums(page), 0, 'the sum comes with the page')
          await sendButton.click()
          for (const name of ['name', 'email', 'captcha']) {
            assert.equal(await page.locator(`input[name=${name}]`).getAttribute('aria-invalid'), 'true', name)
          }
          assert.deepEqual(await findAccessibilityViolations(page), [])

          await page.getByLabel(t('contact.name')).fill('Lena Vogt')
          await page.getByLabel(t('contact.email')).fill('lena@buyer.example')
          await page.getByLabel(t('contact.subject')).fill('Zippers')
          await page.getByLabel(t('contact.message')).fill('Five thousand, in navy')
          await page.setInputFiles('input[type=file]', { name: 'navy.jpg', mimeType: 'image/jpeg', buffer: jpeg })
          await page.getByRole('listitem').filter({ hasText: 'navy.jpg' }).waitFor()
          await waitUntilAbsent(page.locator('input[type=file]'))
          await captchaField.fill('99')
          const captchaResponse = page.waitForResponse('**' + endpoints.getCaptcha[1])
          await sendButton.click()
          await page.getByText(t('error.captcha')).waitFor()
          await captchaResponse
          await page.waitForFunction(
            () => document.querySelector<HTMLInputElement>('input[name=captcha]')!.value === '',
          )

          await captchaField.fill(number(await readSum(page, language)))
          await sendButton.click()
          const thanks = page.getByRole('dialog', { name: t('contact.thanks_title') })
          await thanks.waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await thanks
            .getByRole('button', { name: t('shell.close') })
            .last()
            .click()
          await thanks.waitFor({ state: 'hidden' })
          for (const name of ['name', 'email', 'subject', 'captcha']) {
            assert.equal(await page.locator(`input[name=${name}]`).inputValue(), '', name)
          }
          const message = readEmail((await app.deliverEmails()).at(-1)!)
          assert.match(message.text, /Lena Vogt <lena@buyer\.example>[^]*Five thousand, in navy[^]*Files: navy\.jpg/)
          await waitUntilAbsent(page.getByRole('listitem').filter({ hasText: 'navy.jpg' }))
          await captchaField.fill(number(await readSum(page, language)))
          assert.equal(await countFetchedSums(page), 2, 'one sum after the wrong answer, one for the next message')
        },
        { width: 390 },
      ))

    describe('in English', () => {
      test('shows a new sum once the first one has expired, and keeps the typed text (CONT-2)', () =>
        visit(app, async (page) => {
          await openPage(page, '/contact')
          const captchaToken = await page.locator('input[name=captcha_token]').inputValue()
          await page.getByLabel('Your Name').fill('Lena Vogt')
          await page.getByLabel('Your Email').fill('lena@buyer.example')
          assert.equal(await countFetchedSums(page), 0)
          app.clock.advance(HOUR_MS)
          await page.evaluate((ms) => {
            const { now } = Date
            Date.now = () => now() + ms
          }, HOUR_MS)
          await page.getByLabel('Message').fill('In navy')
          await page.locator(`input[name=captcha_token]:not([value="${captchaToken}"])`).waitFor({ state: 'attached' })
          await page.locator('input[name=captcha]').fill(String(await readSum(page, 'en')))
          await page.getByRole('button', { name: 'Send message' }).click()
          await page.getByRole('dialog', { name: 'Thank You' }).waitFor()
          assert.match(readEmail((await app.deliverEmails()).at(-1)!).text, /Lena Vogt[^]*In navy/)
          assert.equal(await countFetchedSums(page), 2)
        }))

      test('keeps the data and errors of a form that was sent before the scripts had loaded (CONT-1)', () =>
        visit(
          app,
          async (page) => {
            await openPage(page, '/contact')
            await page.getByLabel('Your Name').fill('Lena Vogt')
            await page.getByLabel('Your Email').fill('lena@buyer')
            await page.getByLabel('Message').fill('Two lines,\nin navy')
            const sum = await readSum(page, 'en')
            await page.locator('input[name=captcha]').fill(String(sum))
            const validationResponse = page.waitForResponse((response) => response.status() === 422)
            await page.evaluate(() => document.querySelector<HTMLFormElement>('form[method=post]')!.submit())
            await validationResponse
            await waitUntilHydrated(page)
            const email = page.getByLabel('Your Email')
            assert.ok(await waitForFocus(email))
            assert.equal(await email.getAttribute('aria-invalid'), 'true')
            assert.equal(await page.getByLabel('Message').inputValue(), 'Two lines,\nin navy')
            assert.equal(await readSum(page, 'en'), sum)
            await email.fill('lena@buyer.example')
            await page.getByRole('button', { name: 'Send message' }).click()
            await page.getByRole('dialog', { name: 'Thank You' }).waitFor()
            assert.equal(await page.getByLabel('Your Name').inputValue(), '', 'the form is empty after it was sent')
            assert.equal(await page.locator('input[name=captcha]').inputValue(), '')
          },
          { expectedErrors: ['422 /contact'] },
        ))

      const path = endpoints.sendContact[1]
      for (const [outcome, serverResponse, alertText, expectedError] of [
        ['fails', { status: 500, json: { message: '' } }, 'Something went wrong!', `500 ${path}`],
        ['does not arrive', null, 'Submission failed. Try again.', `failed ${path}`],
      ] as const) {
        test(`reports that the message was not sent and keeps the form, if the request ${outcome} (CONT-3)`, () =>
          visit(
            app,
            async (page) => {
              await openPage(page, '/contact')
              await page.route('**' + path, (route) =>
                serverResponse ? route.fulfill(serverResponse) : route.abort('connectionreset'),
              )
              await page.getByLabel('Your Name').fill('Lena Vogt')
              await page.getByLabel('Your Email').fill('lena@buyer.example')
              await page.locator('input[name=captcha]').fill(String(await readSum(page, 'en')))
              await page.getByRole('button', { name: 'Send message' }).click()
              await page.getByRole('alert').getByText(alertText).waitFor()
              assert.equal(await page.getByLabel('Your Name').inputValue(), 'Lena Vogt')
            },
            { expectedErrors: [expectedError, 'error: Sending failed'] },
          ))
      }
    })
  })
}

const countFetchedSums = (page: Page) =>
  page.evaluate((path) => {
    return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(path)).length
  }, endpoints.getCaptcha[1])

/** Returns the answer to the sum that the label asks for. */
async function readSum(page: Page, language: Language): Promise<number> {
  const label = page.locator('label').filter({ hasText: '+' })
  const digits = toLatinDigits(await label.innerText())
  assert.equal(/[০-৯]/.test(await label.innerText()), language === 'bn')
  return digits.match(/\d+/g)!.reduce((sum, summand) => sum + Number(summand), 0)
}
