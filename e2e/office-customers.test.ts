import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { visit } from '#testing/browser.ts'
import { createCustomerForm } from '#testing/customers.ts'
import { openDesk } from '#testing/desk.ts'
import { selectPairs } from '#testing/pairs.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { translatorFor } from '#locales/both.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { createDeskActions } from './desk-actions.ts'
import { checkPageState, openOfficePage, waitUntilSaved } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t, money } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`customers in the office, on ${engine.name}, in ${language}, at ${width}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app, 'owner')
    })
    const options = { width, locale, ...(width < 700 && { isMobile: true, hasTouch: true }) }

    test('adds a customer with a contact and an agreed rate, and books a stay at that rate (OFF-330)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.customers)
          await page.getByText(t('customer.none_text')).waitFor()
          await page.getByRole('link', { name: t('customer.add') }).click()
          await page.getByRole('heading', { level: 1, name: t('customer.new') }).waitFor()
          await page.getByLabel(t('customer.name')).fill('Meghna Sourcing Ltd.')
          await page.getByLabel(t('customer.bin'), { exact: true }).fill('0012345670101')
          await page.getByRole('button', { name: t('edit.save') }).click()
          await page.getByText(t('invoice.needs_address')).waitFor()
          await page.getByLabel(t('customer.address')).fill('House 12, Road 5, Uttara, Dhaka')
          await page.getByRole('button', { name: t('customer.add_contact') }).click()
          const contact = page.getByRole('group', { name: t('customer.contact', { place: 1 }) })
          await contact.getByLabel(t('customer.contact_name')).fill('Farhana Akter')
          await contact.getByLabel(t('customer.contact_email')).fill('farhana@meghna.example')
          await checkPageState(page, width)
          const singleRoom = desk.kind('single')
          const { data } = await desk.callOk('getRoomPrices', {})
          const roomPosition = data.findIndex(({ room }: { room: number }) => room === singleRoom.id)
          await page.locator('[name^="rates."]').nth(roomPosition).fill('3200')
          await page.getByRole('button', { name: t('edit.save') }).click()
          await page.getByRole('heading', { level: 1, name: 'Meghna Sourcing Ltd.' }).waitFor()
          await page.getByRole('link', { name: 'farhana@meghna.example' }).waitFor()

          await openOfficePage(page, app, language, `${officePages.newBooking}?from=${app.day(8)}&to=${app.day(10)}`)
          await page.getByLabel(t('desk.book_room'), { exact: true }).selectOption(String(singleRoom.id))
          await page.getByLabel(t('customer.one')).selectOption({ label: 'Meghna Sourcing Ltd.' })
          await page.getByText(money(6400), { exact: true }).waitFor()
          await page.getByLabel(t('booking.name')).fill('Wei Zhang')
          await page.getByLabel(t('booking.phone')).fill('+8801711223344')
          await page.getByRole('button', { name: t('desk.book_submit') }).click()
          await page.getByRole('heading', { level: 1, name: 'Wei Zhang' }).waitFor()
          await page.getByRole('link', { name: 'Meghna Sourcing Ltd.' }).waitFor()
        },
        { ...options, expectedErrors: [`422 ${officeEndpoints.addCustomer[1]}`] },
      ))

    test('bills a stay to its customer, records the payment, and shows both on the statement (OFF-331, OFF-332, DES-73)', () =>
      visit(
        app,
        async (page) => {
          const { id } = await desk.callOk('addCustomer', createCustomerForm({ name: 'Padma Trims' }))
          const { code } = await desk.book('Lena Vogt', 20, 22)
          await openOfficePage(page, app, language, officeHref('booking', code))
          await page.getByRole('button', { name: t('customer.choose') }).click()
          await page.getByLabel(t('customer.one')).selectOption({ label: 'Padma Trims' })
          await page.getByRole('button', { name: t('edit.save') }).click()
          await page.getByRole('link', { name: 'Padma Trims' }).waitFor()
          await page.getByRole('button', { name: t('desk.collect', { amount: money(9000) }) }).click()
          await page.getByLabel(t('bill.bill_to', { customer: 'Padma Trims' })).check()
          await page.getByRole('button', { name: t('bill.bill_to', { customer: 'Padma Trims' }) }).click()
          await page.getByText(t('bill.billed', { amount: money(9000), customer: 'Padma Trims' })).waitFor()
          await page.getByText(t('bill.is_settled')).first().waitFor()

          await openOfficePage(page, app, language, officePages.customers)
          const listedItem = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Padma Trims' })
          assert.ok((await listedItem.innerText()).includes(t('customer.balance')), 'the amount has a name')
          const { height } = (await listedItem.boundingBox())!
          if (width >= 1200) assert.ok(height <= 48, `the row is ${height} px high`)

          await openOfficePage(page, app, language, officePages.receivables)
          await page.getByRole('link', { name: 'Padma Trims' }).click()
          await page.getByRole('button', { name: t('customer.record_payment') }).click()
          await page.getByLabel(t('bill.amount_bdt')).fill('4000')
          await page.getByLabel(t('bill.reference')).fill('TT 4711')
          await checkPageState(page, width)
          await page.getByRole('button', { name: t('customer.record_payment') }).click()
          const row = page.getByRole('row', { name: 'TT 4711' })
          await row.waitFor()
          await page.getByRole('row', { name: code }).waitFor()
          const readBalance = (name: string) => page.getByRole('row', { name }).getByRole('cell').last().innerText()
          assert.equal(await page.getByRole('columnheader').last().innerText(), t('customer.balance'))
          assert.deepEqual(
            await Promise.all([t('customer.opening'), code, 'TT 4711', t('customer.closing')].map(readBalance)),
            [0, 9000, 5000, 5000].map(money),
          )
          assert.equal((await desk.callOk('getCustomerAccount', { id })).balance, 5000)
          const [download] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: `${t('customer.statement')}, ${t('settings.english')}` }).click(),
          ])
          assert.match(download.suggestedFilename(), /^statement-\d+-.*\.pdf$/)

          await row.getByRole('button').click()
          await page.getByLabel(t('bill.reason')).fill('Typed twice')
          await page.getByRole('button', { name: t('bill.void'), exact: true }).click()
          await page.getByText(t('customer.line_void', { method: t('bill.method_bank') })).waitFor()
          assert.equal((await desk.callOk('getCustomerAccount', { id })).balance, 9000)
        },
        options,
      ))

    test('lists the amounts that are not billed to a customer yet, with the state of each stay (OFF-332, OFF-334)', () =>
      visit(
        app,
        async (page) => {
          const { id } = await desk.callOk('addCustomer', createCustomerForm({ name: 'Teesta Exports' }))
          const { booking, version, code } = await desk.book('Hui Lin', 0, 2, { at: [1], customer: id })
          await desk.callOk('checkGuestIn', { booking, version, anyway: true })
          await desk.callOk('addCharge', { code, booking, name: 'Coffee', quantity: 3, each: 0.33 })
          const laterStay = await desk.book('Ravi Menon', 31, 32, { customer: id })
          await openOfficePage(page, app, language, officeHref('customer', id))
          const section = page.locator('section', { has: page.getByRole('heading', { name: t('customer.unbilled') }) })
          await section.getByText(money(13_500.99)).waitFor()
          const hui = section.getByRole('listitem').filter({ hasText: 'Hui Lin' })
          await hui.getByText(money(9000.99)).waitFor()
          await hui.getByText(t('stays.status_here')).waitFor()
          const ravi = section.getByRole('listitem').filter({ hasText: 'Ravi Menon' })
          await ravi.getByText(t('dashboard.status_confirmed')).waitFor()
          await checkPageState(page, width)

          await hui.getByRole('link').click()
          await page.getByRole('heading', { level: 1, name: 'Hui Lin' }).waitFor()
          for (const [stayCode, amount] of [
            [code, 9000.99],
            [laterStay.code, 4500],
          ] as const)
            await desk.callOk('takePayment', { code: stayCode, amount, method: 'customer' })
          await openOfficePage(page, app, language, officeHref('customer', id))
          await page
            .getByRole('definition')
            .filter({ hasText: money(13_500.99) })
            .waitFor()
          assert.equal(await section.count(), 0)
        },
        options,
      ))

    test('proposes a bill for a customer with payment days, and cash for other stays (OFF-331)', () =>
      visit(
        app,
        async (page) => {
          const { row, show, press } = createDeskActions(page, language, width)
          const bookAndCheckIn = async (name: string, unit: number, customer: number | null) => {
            const stay = await desk.book(name, 0, 1, { slug: 'deluxe', at: [unit], customer })
            await desk.callOk('checkGuestIn', { booking: stay.booking, version: stay.version, anyway: true })
            return stay.code
          }
          const laterCustomer = await desk.callOk(
            'addCustomer',
            createCustomerForm({ name: 'Surma Knit', payment_days: 15 }),
          )
          const immediateCustomer = await desk.callOk(
            'addCustomer',
            createCustomerForm({ name: 'Halda Wear', payment_days: 0 }),
          )
          const codes = [
            await bookAndCheckIn('Mina Akter', 0, laterCustomer.id),
            await bookAndCheckIn('Rafiq Islam', 1, immediateCustomer.id),
            await bookAndCheckIn('Lena Vogt', 2, null),
          ] as const
          const price = (await desk.callOk('getBill', { code: codes[0] })).owed
          const billToLabel = t('bill.bill_to', { customer: 'Surma Knit' })
          const cashLabel = t('bill.method_cash')
          await openOfficePage(page, app, language, officePages.today)
          await show('in_house')
          for (const [name, label] of [
            ['Rafiq Islam', cashLabel],
            ['Lena Vogt', cashLabel],
            ['Mina Akter', billToLabel],
          ] as const) {
            await press(row(name, 'in_house'), 'desk.check_out')
            assert.ok(await row(name, 'in_house').getByLabel(label, { exact: true }).isChecked(), name)
          }
          await checkPageState(page, width)
          await row('Mina Akter', 'in_house')
            .getByRole('button', { name: t('desk.bill_and_check_out', { amount: money(price) }) })
            .waitFor()
          for (const [code, label] of [
            [codes[1], cashLabel],
            [codes[2], cashLabel],
            [codes[0], billToLabel],
          ] as const) {
            await openOfficePage(page, app, language, officeHref('booking', code))
            await page.getByRole('button', { name: t('desk.collect', { amount: money(price) }) }).click()
            assert.ok(await page.getByLabel(label, { exact: true }).isChecked(), code)
          }
          await page.getByRole('button', { name: billToLabel }).click()
          await page.getByText(t('bill.billed', { amount: money(price), customer: 'Surma Knit' })).waitFor()
        },
        options,
      ))

    test('adds the sender of an enquiry as a customer, with the details from the enquiry (OFF-334)', () =>
      visit(
        app,
        async (page) => {
          const lines = [{ product: 'zipper', quantity: '500' }]
          const buyer = { company: 'Nordwind Textil', name: 'Lena Vogt', email: 'lena@nordwind.example' }
          await app.call('sendEnquiry', { ...buyer, lines, message: '' })
          const { data } = await desk.callOk('getInbox', { view: 'all', search: 'nordwind' })
          await openOfficePage(page, app, language, officeHref('enquiry', data[0].enquiry))
          await page.getByRole('link', { name: t('customer.add_buyer') }).click()
          await page.getByRole('heading', { level: 1, name: t('customer.new') }).waitFor()
          assert.equal(await page.getByLabel(t('customer.name')).inputValue(), 'Nordwind Textil')
          assert.equal(await page.getByLabel(t('customer.contact_email')).inputValue(), 'lena@nordwind.example')
          await page.getByLabel(t('customer.notes')).fill('Asks for zippers')
          await page.getByRole('button', { name: t('edit.save') }).click()
          await page.getByRole('heading', { level: 1, name: 'Nordwind Textil' }).waitFor()
          await page.getByRole('heading', { name: t('customer.conversations') }).waitFor()
          await page.getByRole('link', { name: 'Nordwind Textil' }).first().click()
          await page.getByRole('article').getByRole('link', { name: 'Nordwind Textil' }).waitFor()

          const [customer] = (await desk.callOk('getCustomers', { search: 'nordwind' })).data
          await openOfficePage(page, app, language, officeHref('customerDetails', customer.id))
          await page.getByLabel(t('customer.payment_days')).fill('15')
          await page.getByRole('button', { name: t('edit.save') }).click()
          await waitUntilSaved(page, language)
          assert.equal((await desk.callOk('getCustomer', { id: customer.id })).payment_days, 15)
        },
        options,
      ))
  })
}
