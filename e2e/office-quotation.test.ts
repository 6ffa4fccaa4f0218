import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit } from '#testing/browser.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { openInbox } from '#testing/inbox.ts'
import { readEmail } from '#testing/mail.ts'
import { selectPairs } from '#testing/pairs.ts'
import { pdf } from '#testing/upload-files.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

const techPack = { name: 'tech-pack.pdf', bytes: pdf }

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, number } = translator
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`a quotation, on ${engine.name}, in ${language}, at ${width}`, () => {
    const app = setUpTestApp(engine)
    let enquiry: string
    before(async () => {
      // At 01:00 in Dhaka it is still the day before in UTC.
      app.clock.now = Date.parse('2027-01-04T01:00:00+06:00')
      enquiry = await openInbox(app).sendEnquiry({ language, files: [techPack] })
    })

    test('is created from an enquiry with a tech pack, revised, accepted through the link, and shown in the enquiry and the figures (OFF-211, OFF-213, OFF-216, OFF-250, OFF-354, LIVE-9)', () =>
      visit(
        app,
        async (page) => {
          const findButton = (name: string) => page.getByRole('button', { name, exact: true })
          await openOfficePage(page, app, language, officeHref('enquiry', enquiry) as typeof officePages.requests)
          const downloadPromise = page.waitForEvent('download')
          await page.getByRole('button', { name: techPack.name }).click()
          await page
            .getByRole('dialog')
            .getByRole('button', { name: t('inbox.download_file') })
            .click()
          assert.deepEqual(await readFile(await (await downloadPromise).path()), techPack.bytes)
          await page.keyboard.press('Escape')
          await findButton(t('quotation.create')).click()
          await page.waitForURL(/\/quotations\/\d+$/)
          await page
            .getByLabel(t('quotation.company'), { exact: true })
            .and(page.locator('[value="Nordwind Fashion"]'))
            .waitFor()

          await page.getByText(t('quotation.line_details')).nth(1).click()
          await findButton(t('quotation.remove_line', { place: 2 })).click()
          await findButton(t('edit.save')).click()
          await findButton(t('quotation.send', { email: 'lena@buyer.example' }))
            .and(page.locator(':enabled'))
            .click()
          await page.getByText(t('error.required')).first().waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByLabel(t('quotation.quantity'), { exact: true }).fill(language === 'bn' ? '২৪০০০' : '24,000')
          await page.getByLabel(`${t('quotation.price')}, USD`).fill('0.045125')
          await findButton(t('quotation.add_charge')).click()
          await page.getByLabel(t('quotation.charge_name')).fill('Mould')
          await page.getByLabel(t('quotation.charge_amount'), { exact: true }).fill('120')
          const totalText = language === 'bn' ? 'USD ১,২০৩.০০' : 'USD 1,203.00'
          await page.getByText(totalText).first().waitFor()
          await findButton(t('edit.save')).click()
          await findButton(t('quotation.send', { email: 'lena@buyer.example' }))
            .and(page.locator(':enabled'))
            .click()
          await findButton(t('quotation.revise')).waitFor()
          const sentEntry = page
            .getByRole('complementary')
            .or(page.locator('article'))
            .getByRole('listitem')
            .filter({ hasText: t('log.quotation_sent') })
            .first()
          await sentEntry.getByText(totalText.replace('\u00a0', ' ')).waitFor()
          await page.getByText(translator.day('2027-01-04'), { exact: true }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])

          await findButton(t('quotation.revise')).click()
          await page.getByLabel(`${t('quotation.price')}, USD`).fill('0.044')
          await findButton(t('edit.save')).click()
          await findButton(t('quotation.send', { email: 'lena@buyer.example' }))
            .and(page.locator(':enabled'))
            .click()
          await findButton(t('quotation.revise')).waitFor()
          const officeUrl = page.url()

          const links = (await app.deliverEmails()).map(readEmail).flatMap(({ text }) => {
            return /https:\/\/selvage\.example(\S*\/quotation\?quotation=\S+)/.exec(text)?.[1] ?? []
          })
          assert.equal(links.length, 2)
          await page.goto(app.url + links[0]!)
          await page.getByText(t('quotation.notice_superseded', { number: 'Q-2027-0001-R2' })).waitFor()
          assert.ok(links[1]!.startsWith(inLanguage('/quotation', language)))
          await page.goto(app.url + links[1]!)
          await page
            .getByText(language === 'bn' ? 'USD ১,১৭৬.০০' : 'USD 1,176.00')
            .first()
            .waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          const pdfDownload = page.waitForEvent('download')
          await page.getByRole('link', { name: t('quotation.download_pdf') }).click()
          assert.match((await pdfDownload).suggestedFilename(), /^Q-2027-0001-R2\.pdf$|^quotation\.pdf$/)
          await page.getByRole('link', { name: t('quotation.answer_accept') }).click()
          await page.getByLabel(t('quotation.accept_name')).fill('Mina Ríos')
          await findButton(t('quotation.confirm_accept')).click()
          await page.getByText(t('quotation.answer_recorded')).waitFor()

          await page.goto(app.url + inLanguage(officeHref('enquiry', enquiry), language))
          const acceptedText = t('inbox.quotation_accepted', { number: 'Q-2027-0001-R2' })
          await page.getByRole('listitem').filter({ hasText: acceptedText }).getByText('Mina Ríos').waitFor()
          await page.getByText(t('inbox.state_open'), { exact: true }).first().waitFor()
          await page.getByRole('listitem').filter({ hasText: acceptedText }).getByRole('link').click()
          await page.waitForURL(/\/office\/orders\/1$/)
          await page.getByRole('main').getByRole('link', { name: 'Q-2027-0001-R2' }).click()
          await page.waitForURL(officeUrl)
          const outcome = page
            .getByRole('main')
            .locator('section')
            .filter({ hasText: t('quotation.accepted_by') })
          for (const text of ['Mina Ríos', 'Q-2027-0001-R2', language === 'bn' ? 'USD ১,১৭৬.০০' : 'USD 1,176.00'])
            await outcome.getByText(text, { exact: true }).waitFor()
          await outcome.getByText(translator.day('2027-01-04')).waitFor()
          await page.goto(app.url + inLanguage(`${officePages.quotations}?view=won`, language))
          await page.getByRole('link', { name: 'Nordwind Fashion' }).waitFor()
          const listedItem = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Nordwind Fashion' })
          const { height } = (await listedItem.boundingBox())!
          if (width >= 1200) assert.ok(height <= 48, `the row is ${height} px high`)
          const columnName = page.getByRole('main').getByText(t('quotation.list_at'), { exact: true })
          assert.equal(await columnName.isVisible(), width >= 1200)
          await page.goto(app.url + inLanguage(`${officePages.figures}?card=sales`, language))
          const offersTable = page.getByRole('table', { name: t('figures.offers') })
          const wonRow = offersTable.getByRole('row').filter({ hasText: t('figures.won_in', { currency: 'USD' }) })
          await wonRow.getByText(number(1_176), { exact: true }).first().waitFor()
        },
        {
          width,
          locale,
          expectedErrors: [`422 ${officeEndpoints.sendQuotation[1]}`],
          ...(width < 700 && { isMobile: true, hasTouch: true }),
        },
      ))

    test('fills in the unit of a product and shows its minimum, updates amounts at once, and can save its terms as the default (OFF-345)', () =>
      visit(
        app,
        async (page) => {
          const findButton = (name: string) => page.getByRole('button', { name, exact: true })
          const zipper = language === 'bn' ? 'জিপার' : 'Zipper'
          await sql`update product set minimum_quantity = 500, minimum_unit = 'metre' where slug = 'zipper'`.execute(
            app.db,
          )
          await openOfficePage(page, app, language, officePages.quotations)
          await findButton(t('quotation.create')).click()
          await page.waitForURL(/\/quotations\/\d+$/)
          const productsResponse = page.waitForResponse((response) =>
            response.url().includes(officeEndpoints.getQuotationProducts[1]),
          )
          await page.reload()
          await productsResponse
          await findButton(t('quotation.add_line')).press('Enter')
          const item = page.getByLabel(t('quotation.item_label'), { exact: true })
          await item.and(page.locator(':focus')).waitFor()
          await page.locator(`datalist option:text-is("${zipper}")`).waitFor({ state: 'attached' })
          await page.keyboard.type(zipper)
          await page.getByLabel(t('quotation.unit'), { exact: true }).and(page.locator('[name=unit]')).waitFor()
          assert.equal(await page.getByLabel(t('quotation.unit'), { exact: true }).inputValue(), 'metre')
          await page.getByText(t('quotation.minimum_is', { quantity: number(500) })).waitFor()
          await page.keyboard.press('Tab')
          await page.keyboard.type('1000')
          await page.keyboard.press('Tab')
          await page.keyboard.press('Tab')
          await page.keyboard.type('0.25')
          const totalText = language === 'bn' ? 'USD ২৫০.০০' : 'USD 250.00'
          await page.getByRole('listitem').getByText(totalText).first().waitFor()
          await page
            .locator('p')
            .filter({ hasText: t('quotation.total') })
            .getByText(totalText)
            .waitFor()
          await page.getByLabel(t('quotation.payment'), { exact: true }).fill('T/T with 30% in advance')
          await findButton(t('quotation.save_terms')).click()
          await page.getByText(t('quotation.terms_saved')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(t('edit.save')).click()
          await page.goto(app.url + inLanguage(officePages.quotations, language))
          await findButton(t('quotation.create')).click()
          await page.waitForURL(/\/quotations\/\d+$/)
          await page
            .getByLabel(t('quotation.payment'), { exact: true })
            .and(page.locator('[value="T/T with 30% in advance"]'))
            .waitFor()
        },
        { width, locale, ...(width < 700 && { isMobile: true, hasTouch: true }) },
      ))

    test('can be answered without scripts (OFF-213)', async () => {
      const token = await sendQuotation(app)
      const path = inLanguage('/quotation', language) + `?quotation=${token}&answer=ask`
      const rejectedResponse = await app.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ token, answer: 'ask', text: '' }),
      })
      assert.equal(rejectedResponse.status, 422)
      assert.ok((await rejectedResponse.text()).includes(t('error.required')))
      const acceptedResponse = await app.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ token, answer: 'ask', text: 'Is it nickel-free?' }),
      })
      assert.equal(acceptedResponse.status, 303)
    })
  })
}

/** Sends a new quotation and returns the token of its link. */
async function sendQuotation(app: TestApp): Promise<string> {
  const ownerToken = await app.signIn('owner')
  const callApiAsOwner = async (name: Parameters<TestApp['call']>[0], form: object) =>
    (await app.call(name, form, { token: ownerToken })).body
  const { revisions } = await callApiAsOwner('startQuotation', {})
  const { id, version, form } = revisions[0]
  const line = {
    item: 'Zip',
    specification: '',
    colour: '',
    size: '',
    quantity: 10,
    unit: 'piece',
    price: 1,
    breaks: [],
    minimum: null,
    hs: '',
  }
  const recipient = { company: 'Nordwind', name: 'Lena Vogel', email: 'lena@buyer.example' }
  const savedQuotation = await callApiAsOwner('saveQuotation', { id, version, ...form, ...recipient, lines: [line] })
  await callApiAsOwner('sendQuotation', { id, version: savedQuotation.revisions[0].version })
  const emails = (await app.deliverEmails()).map(readEmail)
  return emails.map(({ text }) => /quotation=([\w-]{43})/.exec(text)?.[1]).findLast(Boolean)!
}
