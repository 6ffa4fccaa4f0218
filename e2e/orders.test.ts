import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { openPage, visit, waitForFocus, waitUntilAbsent } from '#testing/browser.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createQuotationCalls, createSentSample } from '#testing/quotations.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { pdf } from '#testing/upload-files.ts'
import { endpoints, href, inLanguage } from '#routes/public.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openLivePage, openOfficePage } from './open-office-page.ts'

const packingList = { name: 'packing list.pdf', bytes: pdf }

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t, day, digits, number } = translator
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const formatUsd = (text: string) => (language === 'bn' ? `USD ${digits(text)}` : `USD ${text}`)

  describe(`orders, on ${engine.name}, in ${language}, at ${width} px`, () => {
    const app = setUpTestApp(engine)
    let quotations: ReturnType<typeof createQuotationCalls>
    before(async () => {
      quotations = createQuotationCalls(app, await app.signIn('owner'))
    })

    const findButton = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
    /** Creates and sends a quotation for 12,000 zips at 0.05 and 500 buttons at 0.10. */
    const sendQuotation = () =>
      quotations.createSent({
        ...quotations.form(language),
        lines: [
          { ...quotations.zipperLine, item: 'Zip', quantity: 12_000, price: 0.05, minimum: 1_000 },
          { ...quotations.zipperLine, item: 'Button', quantity: 500, price: 0.1 },
        ],
      })
    const readBuyerLink = async () => {
      const { text } = (await readEmailsTo(app, 'lena@buyer.example')).at(-1)!
      return /https:\/\/selvage\.example(\S*order=[\w-]{43})/.exec(text)![1]!
    }

    for (const hasScripts of [true, false]) {
      const suffix = hasScripts ? '' : ', without scripts'
      const open = (page: Page, path: string) => (hasScripts ? openPage(page, path) : page.goto(path))
      const checkPage = async (page: Page) => {
        if (hasScripts) assert.deepEqual(await findAccessibilityViolations(page), [])
      }
      const createOptions = (expectedErrors: string[]) => ({
        width,
        locale,
        javaScriptEnabled: hasScripts,
        expectedErrors,
      })

      test(`begin with a part of a quotation, by line and quantity${suffix} (OFF-340)`, () =>
        visit(
          app,
          async (page) => {
            const { token, number: quotationNumber } = await sendQuotation()
            await open(page, inLanguage(href('quotation', null, { quotation: token, answer: 'accept' }), language))
            const main = page.getByRole('main')
            await main.getByText(t('orders.choose_quantities')).click()
            const zipperLine = main.getByLabel('Zip', { exact: true })
            await zipperLine.fill(number(12_001))
            await main.getByLabel('Button', { exact: true }).fill(digits('0'))
            await main.getByLabel(t('quotation.accept_name')).fill('Lena Vogel')
            await findButton(page, t('quotation.confirm_accept')).click()
            await main.getByText(t('orders.quantity_max', { max: number(12_000) })).waitFor()
            assert.equal(await zipperLine.inputValue(), number(12_001))
            await checkPage(page)
            await zipperLine.fill(number(5_000))
            if (hasScripts) await main.locator('output').getByText(formatUsd('370.00')).waitFor()
            await main.getByLabel(t('quotation.accept_name')).fill('Lena Vogel')
            await findButton(page, t('quotation.confirm_accept')).click()
            await main.getByText(t('quotation.answer_recorded')).waitFor()
            await main.getByText(formatUsd('370.00'), { exact: true }).waitFor()
            await main.getByRole('link', { name: t('orders.follow') }).click()
            await page.getByRole('heading', { level: 1, name: t('orders.one') }).waitFor()
            await main.getByText(t('orders.is_partial', { number: quotationNumber })).waitFor()
            await main.getByText(formatUsd('370.00'), { exact: true }).first().waitFor()
            await waitUntilAbsent(main.getByText('Button', { exact: true }))
            await checkPage(page)
          },
          createOptions([hasScripts ? `422 ${endpoints.answerQuotation[1]}` : '422 ']),
        ))

      test(`let the buyer request changes to a sample by link, with a comment, once${suffix} (OFF-342)`, () =>
        visit(
          app,
          async (page) => {
            const { id } = await quotations.createOrdered(undefined, quotations.form(language))
            const sample = { kind: 'sample', contents: 'Zip 18 cm', due_on: null, sent_on: app.day(-1) }
            const shipment = { order: id, ...sample, courier: 'DHL', tracking_number: 'JD01' }
            await quotations.callOk('saveOrderShipment', { ...shipment, notify: true })
            await open(page, await readBuyerLink())
            const main = page.getByRole('main')
            const requestChangesButton = main.getByRole('button', { name: t('orders.decide_rejected') })
            await main.getByText('JD01').waitFor()
            await checkPage(page)
            await requestChangesButton.click()
            await main.getByText(t('orders.comment_needed'), { exact: true }).waitFor()
            await checkPage(page)
            await main.getByLabel(t('orders.comment')).fill('A shade darker, please.')
            await requestChangesButton.click()
            await main.getByText(t('orders.decision_recorded')).waitFor()
            await main.getByText(t('orders.decided_rejected')).waitFor()
            await waitUntilAbsent(requestChangesButton)
            await checkPage(page)
            const { shipments } = await quotations.callOk('getOrderRecord', { id })
            assert.deepEqual([shipments[0].decision, shipments[0].comment], ['rejected', 'A shade darker, please.'])
          },
          createOptions([hasScripts ? `422 ${endpoints.decideSample[1]}` : '422 ']),
        ))

      test(`show the buyer a sample that staff changed meanwhile before it is approved${suffix} (OFF-342)`, () =>
        visit(
          app,
          async (page) => {
            const { id } = await quotations.createOrdered(undefined, quotations.form(language))
            const form = { order: id, ...createSentSample(app) }
            const { shipments } = await quotations.callOk('saveOrderShipment', { ...form, notify: true })
            await open(page, await readBuyerLink())
            const main = page.getByRole('main')
            const approveButton = main.getByRole('button', { name: t('orders.decide_approved') })
            await main.getByText('Zip 18 cm, navy').first().waitFor()
            const [{ id: shipment, version }] = shipments
            await quotations.callOk('saveOrderShipment', { ...form, shipment, version, contents: 'Zip 20 cm, red' })
            await approveButton.click()
            await main.getByText(t('error.conflict'), { exact: true }).waitFor()
            await main.getByText('Zip 20 cm, red').first().waitFor()
            assert.equal((await quotations.callOk('getOrderRecord', { id })).shipments[0].decision, null)
            await checkPage(page)
            await approveButton.click()
            await main.getByText(t('orders.decision_recorded')).waitFor()
          },
          createOptions([hasScripts ? `409 ${endpoints.decideSample[1]}` : '409 ']),
        ))
    }

    test('are updated by staff: state, sample and document, which the buyer sees (OFF-341, OFF-342, OFF-343, OFF-344, OFF-354)', () =>
      visit(
        app,
        async (page) => {
          const { token } = await quotations.createOrdered(undefined, {
            ...quotations.form(language),
            company: 'Tavola Knitwear',
          })
          const email = 'lena@buyer.example'
          await openOfficePage(page, app, language, officePages.orders)
          await page.getByLabel(t('orders.search'), { exact: true }).fill('tavola')
          await page.keyboard.press('Enter')
          const listedItem = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Tavola Knitwear' })
          await listedItem.waitFor()
          const { height } = (await listedItem.boundingBox())!
          if (width >= 1200) assert.ok(height <= 48, `the row is ${height} px high`)
          const columnName = page.getByRole('main').getByText(t('orders.list_date'), { exact: true })
          assert.equal(await columnName.isVisible(), width >= 1200)
          await page.getByRole('main').getByRole('link', { name: 'Tavola Knitwear' }).click()
          await page.getByRole('heading', { level: 1, name: 'Tavola Knitwear' }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])

          await page.getByLabel(t('orders.state'), { exact: true }).selectOption('in_production')
          await page.getByLabel(t('orders.ship_by'), { exact: true }).fill(app.day(30))
          await page.getByLabel(t('changed.po_number'), { exact: true }).fill('TK-9')
          await findButton(page, t('orders.save')).click()
          await page.getByText(t('orders.saved_and_sent', { email })).waitFor()
          await page.getByRole('main').getByText(t('orders.state_in_production')).first().waitFor()

          await findButton(page, t('orders.add_sample')).click()
          await page.getByLabel(t('orders.contents'), { exact: true }).fill('Zip 18 cm, navy')
          await page.getByLabel(t('orders.due_on'), { exact: true }).fill(app.day(3))
          await findButton(page, t('orders.save')).last().click()
          await page.getByRole('heading', { level: 3, name: 'Zip 18 cm, navy' }).waitFor()
          await waitForFocus(findButton(page, t('orders.add_sample')))
          const markSentButton = page.getByRole('button', { name: t('orders.mark_sent') })
          await markSentButton.click()
          await findButton(page, t('desk.not_now')).click()
          await waitForFocus(markSentButton)
          await page.keyboard.press('Enter')
          await page.getByLabel(t('orders.courier'), { exact: true }).and(page.locator(':focus')).fill('DHL')
          await page.keyboard.press('Tab')
          await page.keyboard.type('JD01')
          await page.keyboard.press('Enter')
          await page.getByText('JD01').first().waitFor()
          const editButton = page.getByRole('button', { name: t('orders.edit') })
          await waitForFocus(editButton)
          const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'JD01' })
          assert.match((await row.getByRole('button').allTextContents()).at(-1)!, new RegExp(`^${t('orders.remove')} `))
          assert.deepEqual(await findAccessibilityViolations(page), [])

          await page.setInputFiles('input[type=file]', {
            name: packingList.name,
            mimeType: 'application/pdf',
            buffer: packingList.bytes,
          })
          await findButton(page, t('orders.upload')).click()
          await findButton(page, t('orders.remove_document', { name: packingList.name })).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])

          const link = await readBuyerLink()
          assert.notEqual(link.includes(token), true)
          const buyer = await page.context().newPage()
          await openPage(buyer, link)
          await buyer.locator('[aria-current=step]').getByText(t('orders.state_in_production')).waitFor()
          for (const text of [day(app.day(30)), 'TK-9', 'JD01']) await buyer.getByText(text).first().waitFor()
          const downloadPromise = buyer.waitForEvent('download')
          await buyer.getByRole('link', { name: new RegExp(`^${packingList.name}`) }).click()
          assert.deepEqual(await readFile(await (await downloadPromise).path()), packingList.bytes)
          await buyer.getByRole('button', { name: t('orders.decide_approved') }).click()
          await buyer.getByText(t('orders.decision_recorded')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(buyer), [])
          await page.bringToFront()
          await page.getByText(t('orders.decided_approved')).waitFor()
          await row.getByRole('button', { name: t('orders.remove') }).click()
          await page
            .getByRole('dialog')
            .getByRole('button', { name: t('orders.remove'), exact: true })
            .click()
          await page.getByText(t('orders.no_samples')).waitFor()
        },
        { width, locale },
      ))

    test('lose a sample once, without an error, if staff double-click to confirm (OFF-342)', () =>
      visit(
        app,
        async (page) => {
          const { id } = await quotations.createOrdered(undefined, quotations.form(language))
          await quotations.callOk('saveOrderShipment', { order: id, ...createSentSample(app) })
          await openOfficePage(page, app, language, officeHref('order', id))
          let requestCount = 0
          page.on('request', (request) => {
            if (request.url().endsWith(officeEndpoints.removeOrderShipment[1])) requestCount++
          })
          await page.getByRole('button', { name: t('orders.remove') }).click()
          const confirmButton = page.getByRole('dialog').getByRole('button', { name: t('orders.remove'), exact: true })
          await confirmButton.dblclick()
          await page.getByText(t('orders.no_samples')).waitFor()
          await waitUntilAbsent(confirmButton)
          assert.equal(requestCount, 1)
        },
        { width, locale },
      ))

    test('show the decision of the buyer and changes by other users at once, and keep the input of open forms (LIVE-1, OFF-341, OFF-342)', () =>
      visit(
        app,
        async (page) => {
          const { id, token } = await quotations.createOrdered(undefined, quotations.form(language))
          const { shipments } = await quotations.callOk('saveOrderShipment', { order: id, ...createSentSample(app) })
          await openLivePage(page, app, language, officeHref('order', id))
          const main = page.getByRole('main')
          const findField = (key: Parameters<typeof t>[0]) => main.getByLabel(t(key), { exact: true })
          await findField('changed.po_number').fill('NW-9')
          await main.getByRole('button', { name: t('orders.edit') }).click()
          await findField('orders.tracking_number').fill('JD02')

          const decision = { token, shipment: shipments[0].id, decision: 'approved', comment: '' }
          assert.equal((await app.call('decideSample', decision)).status, 200)
          await main
            .locator('select[name=decision] option:checked')
            .getByText(t('orders.decision_approved'))
            .waitFor({ state: 'attached' })
          const changes = { state: 'in_production', ship_by: app.day(30), po_number: '' }
          const { version } = await quotations.callOk('getOrderRecord', { id })
          await quotations.callOk('saveOrder', { id, version, ...changes })
          await main.getByText(t('orders.state_in_production'), { exact: true }).first().waitFor()
          assert.equal(await findField('orders.ship_by').inputValue(), app.day(30))
          assert.equal(await findField('orders.tracking_number').inputValue(), 'JD02')
          assert.equal(await findField('changed.po_number').inputValue(), 'NW-9')
          await quotations.callOk('saveOrder', { id, version: version + 1, ...changes, po_number: 'NW-8' })
          await main.getByText(t('edit.changed_meanwhile', { value: 'NW-8' })).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])

          await findButton(page, t('orders.save')).first().click()
          await page.getByText(t('orders.saved')).waitFor()
          await waitUntilAbsent(main.getByText(t('edit.changed_meanwhile', { value: 'NW-8' })))
          await findButton(page, t('orders.save')).last().click()
          await main.getByText(t('orders.decided_approved')).waitFor()
          const savedOrder = await quotations.callOk('getOrderRecord', { id })
          const [sample] = savedOrder.shipments
          assert.deepEqual(
            [savedOrder.po_number, savedOrder.state, savedOrder.ship_by, sample.tracking_number, sample.decision],
            ['NW-9', 'in_production', app.day(30), 'JD02', 'approved'],
          )
        },
        { width, locale },
      ))
  })
}
