import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeFindings } from '../testing/axe.ts'
import { open, visit } from '../testing/browser.ts'
import { engines } from '../testing/engines.ts'
import { openHouse, type TestHouse } from '../testing/house.ts'
import { readLetter } from '../testing/mail.ts'
import { endpoints, inLanguage, languages, type Language } from '../src/urls.ts'
import { wordsIn } from '../src/words/both.ts'

describe('writing to the company', () => {
  let house: TestHouse
  before(async () => {
    house = await openHouse(engines[0]!)
  })
  after(() => house.close())

  for (const language of languages) {
    const { t, number } = wordsIn(language)

    test(`a wrong sum is asked anew, a right one sends the message, ${language} (CONT-1, CONT-2)`, () =>
      visit(house, async (page) => {
        await open(page, inLanguage('/contact', language))
        const send = page.getByRole('button', { name: t('contact.send') })
        const captcha = page.locator('input[name=captcha]')
        await sumAsked(page, language)
        await send.click()
        for (const name of ['name', 'email', 'captcha']) {
          assert.equal(await page.locator(`input[name=${name}]`).getAttribute('aria-invalid'), 'true', name)
        }
        assert.deepEqual(await axeFindings(page), [])

        await page.getByLabel(t('contact.name')).fill('Lena Vogt')
        await page.getByLabel(t('contact.email')).fill('lena@buyer.example')
        await page.getByLabel(t('contact.subject')).fill('Zippers')
        await page.getByLabel(t('contact.message')).fill('Five thousand, in navy')
        await captcha.fill('99')
        const renewed = page.waitForResponse('**' + endpoints.getCaptcha[1])
        await send.click()
        await page.getByText(t('error.captcha')).waitFor()
        await renewed
        await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=captcha]')!.value === '')

        await captcha.fill(number(await sumAsked(page, language)))
        await send.click()
        const thanks = page.getByRole('dialog', { name: t('contact.thanks_title') })
        await thanks.waitFor()
        assert.deepEqual(await axeFindings(page), [])
        await thanks.getByRole('button', { name: t('shell.close') }).last().click()
        await thanks.waitFor({ state: 'hidden' })
        for (const name of ['name', 'email', 'subject', 'captcha']) {
          assert.equal(await page.locator(`input[name=${name}]`).inputValue(), '', name)
        }
        const letter = readLetter((await house.letters()).at(-1)!)
        assert.match(letter.text, /Lena Vogt <lena@buyer\.example>[^]*Five thousand, in navy/)
      }, { width: 390 }))
  }

  const path = endpoints.sendContact[1]
  for (const [what, answer, said, trouble] of [
    ['is refused', { status: 500, json: { message: '' } }, 'Something went wrong!', `500 ${path}`],
    ['does not arrive', null, 'Submission failed. Try again.', `failed ${path}`],
  ] as const) {
    test(`a message that ${what} is said to be lost, and stands there still (CONT-3)`, () =>
      visit(house, async (page) => {
        await open(page, '/contact')
        await page.route('**' + path, (route) => (answer ? route.fulfill(answer) : route.abort('connectionreset')))
        await page.getByLabel('Your Name').fill('Lena Vogt')
        await page.getByLabel('Your Email').fill('lena@buyer.example')
        await page.locator('input[name=captcha]').fill(String(await sumAsked(page, 'en')))
        await page.getByRole('button', { name: 'Send message' }).click()
        await page.getByRole('alert').getByText(said).waitFor()
        assert.equal(await page.getByLabel('Your Name').inputValue(), 'Lena Vogt')
      }, { troubles: [trouble] }))
  }
})

/** What the label asks for, worked out. */
async function sumAsked(page: Page, language: Language): Promise<number> {
  const label = page.locator('label').filter({ hasText: '+' })
  const digits = (await label.innerText()).replace(/[০-৯]/g, (digit) => String('০১২৩৪৫৬৭৮৯'.indexOf(digit)))
  assert.equal(/[০-৯]/.test(await label.innerText()), language === 'bn')
  return digits.match(/\d+/g)!.reduce((sum, each) => sum + Number(each), 0)
}
