import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitForFocus, visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmail } from '#testing/mail.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage, pages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatDateList } from '#locales/dates.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`without scripts, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    const translator = translatorFor(language)
    const { t, count, money, number } = translator

    test('the menu and a link to a post work, and a message can be sent (CONT-1, CONT-2)', () =>
      visit(
        app,
        async (page) => {
          await page.goto(inLanguage('/', language))
          await chooseInMenu(page, t('shell.menu'), t('shell.services'))
          await page.getByRole('heading', { level: 1, name: t('page.services') }).waitFor()
          await page.goto(inLanguage('/blog', language))
          await page
            .getByRole('link', { name: t('page.read_more') })
            .first()
            .click()
          await page.waitForURL('**/reading-blog/**')
          await chooseInMenu(page, t('shell.menu'), t('shell.contact'))

          const [name, email] = [page.getByLabel(t('contact.name')), page.getByLabel(t('contact.email'))]
          const captcha = page.locator('input[name=captcha]')
          const sendButton = page.getByRole('button', { name: t('contact.send') })
          await email.fill('lena@buyer')
          await page.getByLabel(t('contact.message')).fill('Five thousand,\nin <navy>')
          await captcha.fill(number(await readSum(page)))
          await sendButton.click()
          await page.getByText(t('error.required')).waitFor()
          assert.ok(await waitForFocus(name))
          assert.equal(await email.getAttribute('aria-invalid'), 'true')
          assert.equal(await email.inputValue(), 'lena@buyer')
          assert.equal(await captcha.inputValue(), number(await readSum(page)), 'a right answer stays')

          await name.fill('Lena Vogt')
          await email.fill('lena@buyer.example')
          await captcha.fill('99')
          await sendButton.click()
          await page.getByText(t('error.captcha')).waitFor()
          assert.ok(await waitForFocus(captcha))
          await captcha.fill(number(await readSum(page)))
          await sendButton.click()
          await page.getByRole('heading', { level: 1, name: t('contact.thanks_title') }).waitFor()
          await page.reload()
          const allMessages = await app.db.selectFrom('contact_message').selectAll().execute()
          const messages = allMessages.filter((item) => item.language === language)
          assert.deepEqual(
            messages.map((item) => [item.name, item.email, item.message]),
            [['Lena Vogt', 'lena@buyer.example', 'Five thousand,\nin <navy>']],
          )
          assert.match(
            readEmail((await app.deliverEmails()).at(-1)!).text,
            /Lena Vogt <lena@buyer\.example>[^]*in <navy>/,
          )
          await page.getByRole('link', { name: t('contact.another') }).click()
          assert.equal(await page.getByLabel(t('contact.message')).inputValue(), '')
        },
        { ...phone, expectedErrors: ['422 '] },
      ))

    test('a room page shows the price of a stay and the contact details (BOOK-8, SRCH-4)', () =>
      visit(
        app,
        async (page) => {
          await page.goto(inLanguage('/booking-details/deluxe', language))
          const form = page.locator('#booking noscript > form')
          const [arrival, departure] = [form.getByLabel(t('booking.checkin')), form.getByLabel(t('booking.checkout'))]
          const showPrice = async (from: number, adults: number) => {
            await arrival.fill(app.day(from))
            await departure.fill(app.day(from + 3))
            await form.getByLabel(t('booking.adult'), { exact: true }).fill(String(adults))
            await form.getByRole('button', { name: t('booking.show_price') }).click()
          }
          await form.getByText(t('booking.price_hint')).waitFor()
          assert.equal(await form.evaluate((item) => getComputedStyle(item).display), 'grid', 'the form has its style')
          await showPrice(-9, 2)
          await form.getByText(t('error.check_in_past')).waitFor()
          await showPrice(29, 9)
          await form.getByText(count('error.too_many_adults', 2)).waitFor()
          assert.equal(await arrival.inputValue(), app.day(29))
          await showPrice(29, 2)
          await form.getByText(money(24_500), { exact: true }).waitFor()
          assert.equal(new URL(page.url()).hash, '#booking')
          const { body: globalData } = await app.call('getGlobalData', {}, { language })
          const fallback = page.locator('#booking noscript > div')
          assert.ok((await fallback.innerText()).includes(globalData.telephone))
          await fallback.getByRole('link', { name: t('home.talk_action') }).click()
          const room = (await app.call('getRoomDetails', { slug: 'deluxe' }, { language })).body.roomParticular
          const datesText = formatDateList(translator, app.day(29), app.day(32))
          assert.equal(await page.getByLabel(t('contact.subject')).inputValue(), `${room.name}, ${datesText}`)
        },
        phone,
      ))

    test('every English page has only controls that work (APP-7)', (context) =>
      visit(
        app,
        async (page) => {
          for (const path of publicPaths) {
            await context.test(path, async () => {
              assert.equal((await page.goto(path))!.status(), 200)
              assert.deepEqual(await page.evaluate(findInactiveControls), [])
            })
          }
        },
        phone,
      ))
  })
}

const phone = { width: 390, javaScriptEnabled: false, hasTouch: true }

const slugs: Record<string, string> = {
  post: 'button-sizes-in-ligne',
  detail: 'zipper',
  room: 'deluxe',
  product: 'zipper',
}
const publicPaths = Object.entries(pages).map(([name, path]) => path.replace(':slug', () => slugs[name]!))

async function chooseInMenu(page: Page, menu: string, linkName: string): Promise<void> {
  await page.getByRole('button', { name: menu }).tap()
  await page.getByRole('navigation').getByRole('link', { name: linkName, exact: true }).first().tap()
}

async function readSum(page: Page): Promise<number> {
  const [firstField, secondField] = ['captcha_first', 'captcha_second'].map((name) =>
    page.locator(`input[name=${name}]`),
  )
  return Number(await firstField!.inputValue()) + Number(await secondField!.inputValue())
}

/** Visible controls without an effect: they open nothing and submit no form. */
function findInactiveControls(): string[] {
  const hasEffect = (control: HTMLInputElement | HTMLButtonElement) =>
    control instanceof HTMLButtonElement && control.type === 'button'
      ? control.popoverTargetElement !== null
      : control.form !== null && control.form.method !== 'dialog'
  const controls = [...document.querySelectorAll<HTMLInputElement>('button, input, select, textarea, [role=button]')]
  const inactiveControls = controls.filter((control) => control.checkVisibility() && !hasEffect(control))
  return inactiveControls.map(({ outerHTML }) => outerHTML.slice(0, 120))
}
