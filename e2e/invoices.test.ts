import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit, waitUntilAbsent } from '#testing/browser.ts'
import { openDesk } from '#testing/desk.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmail } from '#testing/mail.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { href, inLanguage } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, money } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`invoices, on ${engine.name}, in ${language}, at ${width}`, () => {
    const app = setUpTestApp(engine)
    let ownerDesk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      ownerDesk = await openDesk(app, 'owner')
    })

    test('are issued to the saved buyer, and one of their lines can be credited (INV-4, INV-8)', async () => {
      const { code, booking } = await ownerDesk.book('Mina Akter', 4, 6)
      await ownerDesk.callOk('addCharge', { code, booking, name: 'Laundry', quantity: 1, each: 450 })
      await visit(
        app,
        async (page) => {
          const findButton = (name: string) => page.getByRole('button', { name, exact: true })
          await openOfficePage(page, app, language, officeHref('bill', code))
          await page.getByLabel(t('summary.invoice_bin'), { exact: true }).fill('12345')
          await page.getByLabel(t('summary.invoice_address')).fill('Kaiserkai, Hamburg')
          await findButton(t('invoice.save_buyer')).press('Enter')
          await page.getByText(t('invoice.invalid_bin')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByLabel(t('summary.invoice_bin'), { exact: true }).fill('০০০১২৩৪৫৬০১০১')
          await findButton(t('invoice.save_buyer')).press('Enter')
          await page.getByText(t('invoice.buyer_saved')).waitFor()
          await findButton(t('invoice.issue')).press('Enter')
          await page.getByText(t('invoice.issue_about')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(t('invoice.issue')).press('Enter')
          await page.getByText(t('invoice.issue_done')).waitFor()
          await page.getByRole('link', { name: /^INV-2026-27-\d{4}$/ }).click()
          await page.getByText('BIN 000123456-0101').waitFor()
          await findButton(t('invoice.credit')).press('Enter')
          await page.getByRole('checkbox').first().uncheck()
          await findButton(t('invoice.credit_submit')).press('Enter')
          await page.getByLabel(t('invoice.reason')).fill('Not theirs')
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(t('invoice.credit_submit')).press('Enter')
          await page.getByText(t('invoice.credit_done')).waitFor()
          await page.getByText(/CN-2026-27-\d{4}/).waitFor()
          await page.goto(inLanguage(officePages.invoices, language))
          await page
            .getByText(`−${money(450)}`)
            .first()
            .waitFor()
        },
        { width, locale, expectedErrors: ['422 /api/office/saveBuyer', '422 /api/office/creditInvoice'] },
      )
    })

    test('can be downloaded through the emailed link: the proforma before check-out, invoices and receipts afterwards (INV-7, INV-8, INV-11, INV-13)', async () => {
      const token = await app.newGuest()
      const form = createStayForm(app, { checkin: app.day(0), checkout: app.day(1), email: 'mina@guest.example' })
      const code = (await app.call('requestGuestBooking', form, { token, language })).body.booking_id as string
      await ownerDesk.callOk('confirmRequest', { code, message: '' })
      const emailTexts = (await app.deliverEmails())
        .map((source) => readEmail(source).text)
        .filter((text) => text.includes(code))
      const [, stayToken] = /[?&]stay=([\w-]+)/.exec(emailTexts.join()) as unknown as [string, string]
      await visit(
        app,
        async (page) => {
          const invoiceSection = page.getByRole('region', { name: t('summary.invoice') })
          await page.goto(inLanguage(href('bookingSuccess', null, { stay: stayToken }), language))
          await invoiceSection.getByText(t('summary.invoice_text')).waitFor()
          await invoiceSection.getByRole('button', { name: t('summary.invoice_open') }).press('Enter')
          await invoiceSection.getByLabel(t('summary.invoice_buyer')).fill('Nordwind GmbH')
          await invoiceSection.getByLabel(t('summary.invoice_bin')).fill('1234')
          await invoiceSection.getByRole('button', { name: t('summary.invoice_save') }).press('Enter')
          await invoiceSection.getByText(t('invoice.invalid_bin')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await invoiceSection.getByLabel(t('summary.invoice_bin')).fill('0001234560101')
          await invoiceSection.getByLabel(t('summary.invoice_address')).fill('Hamburg')
          await invoiceSection.getByRole('button', { name: t('summary.invoice_save') }).press('Enter')
          await page.getByText(t('invoice.details_saved')).waitFor()
          const download = async (name: RegExp) => {
            const downloadEvent = page.waitForEvent('download')
            await invoiceSection.getByRole('button', { name }).press('Enter')
            return (await downloadEvent).suggestedFilename()
          }
          assert.equal(await download(new RegExp(`^${t('summary.proforma')}.* English$`)), 'proforma-en.pdf')
          await ownerDesk.callOk('takePayment', { code, amount: 100, method: 'cash' })
          await checkOutGuest(code)
          await page.reload()
          await invoiceSection.getByRole('button', { name: t('summary.invoice_open') }).press('Enter')
          await invoiceSection.getByText(t('summary.invoice_get_about')).waitFor()
          assert.equal(await invoiceSection.getByLabel(t('summary.invoice_bin')).inputValue(), '000123456-0101')
          await invoiceSection.getByRole('button', { name: t('summary.invoice_get') }).press('Enter')
          await invoiceSection.getByText(/^INV-2026-27-\d{4}$/).waitFor()
          assert.match(await download(/INV-2026-27-\d{4}.* বাংলা$/), /^INV-2026-27-\d{4}-bn\.pdf$/)
          await invoiceSection.getByText(t('summary.receipt', { amount: money(100) })).waitFor()
          assert.match(await download(/REC-\d{6}.* বাংলা$/), /^REC-\d{6}-bn\.pdf$/)
          await waitUntilAbsent(invoiceSection.getByText(t('summary.proforma')))
          assert.deepEqual(await findAccessibilityViolations(page), [])
        },
        { width, locale, expectedErrors: ['422 /api/public/requestInvoice'] },
      )
    })

    async function checkOutGuest(code: string) {
      const readRoom = async () => (await ownerDesk.callOk('getDeskStay', { code })).rooms[0]
      const { booking, version } = await readRoom()
      const { data } = await ownerDesk.callOk('getFreeUnits', { from: app.day(0), to: app.day(1) })
      const { units } = data.find(({ room: kind }: { room: number }) => kind === ownerDesk.kind('single').id)
      await ownerDesk.callOk('assignUnit', { booking, version, unit: units[0].id })
      await ownerDesk.callOk('checkGuestIn', { booking, version: (await readRoom()).version, anyway: true })
      await ownerDesk.callOk('checkGuestOut', { booking, version: (await readRoom()).version, owing: 'Pays later' })
    }
  })
}
