import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { assertDailyReportsMatchLedger } from '#testing/assert-daily-reports.ts'
import { createCustomerForm } from '#testing/customers.ts'
import { openDesk } from '#testing/desk.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { bothEngines } from '#testing/engines.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { recordQueries } from '#testing/record-queries.ts'
import { grantToDesk } from '#testing/second-process.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { translatorFor } from '#locales/both.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

for (const engine of bothEngines) {
  describe(`the account of a customer, on ${engine.name}`, () => {
    let app: TestApp
    let owner: Awaited<ReturnType<typeof openDesk>>
    const queries: string[] = []
    before(async () => {
      app = await startTestApp(recordQueries(engine, ({ sql }) => queries.push(sql)))
      owner = await openDesk(app, 'owner')
    })
    after(() => app.close())

    let customerCount = 0
    const addCustomer = async (overrides: object = {}): Promise<number> =>
      (await owner.callOk('addCustomer', createCustomerForm({ name: `Meghna ${++customerCount}`, ...overrides }))).id
    const readAccount = (id: number, period = {}) => owner.callOk('getCustomerAccount', { id, ...period })
    const billStay = (code: string, amount: number) => owner.callOk('takePayment', { code, amount, method: 'customer' })

    test('counts bills and payments of customers in the takings and in the daily report (OFF-333)', async () => {
      const id = await addCustomer()
      const { code } = await owner.book('Sumaiya Khan', 80, 82, { customer: id })
      const takingsBefore = await owner.callOk('getTakings')
      await billStay(code, 800)
      await owner.callOk('takeCustomerPayment', { id, amount: 300, method: 'bank', reference: 'TT 90' })
      const { customers, accounts, day } = await owner.callOk('getTakings')
      assert.deepEqual(
        [customers.billed - takingsBefore.customers.billed, customers.received - takingsBefore.customers.received],
        [800, 300],
      )
      const getBankBalance = (rows: { account: string; received: number }[]) =>
        rows.find(({ account }) => account === 'bank')!.received
      assert.equal(getBankBalance(accounts) - getBankBalance(takingsBefore.accounts), 300)
      for (
        let openDay = (await owner.callOk('getDay')).day;
        openDay <= day;
        openDay = (await owner.callOk('getDay')).day
      )
        await owner.closeDay(openDay)
      const closedDay = await owner.callOk('getClosedDay', { day })
      assert.deepEqual(closedDay.money.customers, customers)
      await assertDailyReportsMatchLedger(app.db)
    })

    test('bills a stay to its customer, who pays later (OFF-331)', async () => {
      const id = await addCustomer()
      const { code } = await owner.book('Wei Zhang', 5, 7, { customer: id })
      const { owed, customer } = await owner.callOk('getBill', { code })
      assert.equal(customer.id, id)
      const bill = await billStay(code, owed)
      assert.deepEqual([bill.owed, bill.payments[0].method], [0, 'customer'])
      const account = await readAccount(id)
      assert.deepEqual([account.balance, account.not_due, account.lines.length], [owed, owed, 1])
      assert.deepEqual(account.lines[0].stay, { code, guest: 'Wei Zhang', invoices: [] })
      assert.equal(account.lines[0].due_day, app.day(30))
      await owner.callOk('takeCustomerPayment', { id, amount: owed, method: 'bank', reference: 'TT 1' })
      assert.equal((await readAccount(id)).balance, 0)
      await assertMoneyConsistent(app.db)
    })

    test('rejects billing a stay without a customer, and more than the balance (OFF-331)', async () => {
      const { code } = await owner.book('Omar Sheikh', 5, 6)
      const request = { code, amount: 100, method: 'customer' }
      const { status, body } = await owner.call('takePayment', request)
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['method']])
      const id = await addCustomer()
      await owner.callOk('setStayCustomer', { code, customer: id })
      assert.equal((await owner.call('takePayment', { ...request, amount: 10_000_000 })).status, 422)
      assert.equal((await readAccount(id)).balance, 0)
    })

    test('promises guests who cancel only the amount that they have paid, not the amount billed to their company (OFF-331, PAY-16)', async () => {
      const { t, money } = translatorFor('en')
      const id = await addCustomer()
      const cases = [
        { paid: 0, refund: 0 },
        { paid: 1000, refund: 1000 },
      ]
      for (const [index, { paid, refund }] of cases.entries()) {
        const email = `guest-${index}@nordwind.example`
        const { code } = await owner.book('Ingrid Lindqvist', 50, 52, { customer: id, email, notify_guest: true })
        if (paid > 0) await owner.callOk('takePayment', { code, amount: paid, method: 'cash' })
        const { owed } = await owner.callOk('getBill', { code })
        await billStay(code, owed)
        const token = /stay=([\w-]+)/.exec((await readEmailsTo(app, email))[0]!.text)![1]!
        const readStay = async () => (await app.call('getStay', { token })).body
        assert.equal((await readStay()).cancelling.refund, refund)
        assert.equal((await app.call('cancelStay', { token, fee: 0 })).status, 200)
        const { text } = (await readEmailsTo(app, email)).at(-1)!
        assert.equal(text.includes(t('cancel.refund', { refund: money(owed + paid) })), false, text)
        assert.equal(/We will refund/.test(text), refund > 0, text)
        if (refund > 0) assert.ok(text.includes(t('cancel.refund', { refund: money(refund) })), text)
        const { refunded, payment_status } = await readStay()
        assert.deepEqual([refunded, payment_status], [refund, refund > 0 ? 'refund_pending' : 'unpaid'])
        const refunds = await app.db.selectFrom('refund').selectAll().where('stay_code', '=', code).execute()
        assert.deepEqual(
          refunds.map(({ amount_poisha }) => amount_poisha / 100),
          [owed + paid],
          'staff refund both amounts',
        )
      }
    })

    test('refunds a stay that the guest and the customer have paid in two steps (OFF-331, PAY-16)', async () => {
      const id = await addCustomer()
      const { code } = await owner.book('Wei Zhang', 60, 62, { customer: id })
      await owner.callOk('takePayment', { code, amount: 1000, method: 'cash' })
      const { owed: billed } = await owner.callOk('getBill', { code })
      await billStay(code, billed)
      const { operation_id } = await owner.callOk('cancelStayByStaff', { code, fee: 'none' })
      assert.ok(operation_id)
      app.clock.now += 11 * MINUTE_MS
      const readOpenRefund = async () => {
        await app.worker.runDue()
        const { refunds } = await owner.callOk('getPayments')
        return refunds.find((refund: { code: string }) => refund.code === code)
      }
      const firstRefund = await readOpenRefund()
      assert.equal(firstRefund.refundable_amount, billed + 1000)
      await owner.callOk('refundAtDesk', { id: firstRefund.id, method: 'customer' })
      assert.equal((await readAccount(id)).balance, 0)
      const secondRefund = await readOpenRefund()
      assert.equal(secondRefund.refundable_amount, 1000)
      await owner.callOk('refundAtDesk', { id: secondRefund.id, method: 'cash' })
      assert.equal(await readOpenRefund(), undefined)
      assert.equal((await owner.callOk('getBill', { code })).owed, 0)
      await assertMoneyConsistent(app.db)
    })

    test('states in emails about a changed stay what is billed to the company (OFF-331)', async () => {
      const { t, money } = translatorFor('en')
      const id = await addCustomer()
      const stay = await owner.book('Ingrid Lindqvist', 54, 57, {
        customer: id,
        email: 'ingrid@nordwind.example',
        at: [0],
      })
      const { owed } = await owner.callOk('getBill', { code: stay.code })
      await billStay(stay.code, owed)
      const { id: room, units } = owner.kind('single')
      const parts = [{ room, unit: units[0]!.id, from: app.day(54), to: app.day(56) }]
      const changes = [{ booking: stay.booking, version: stay.version, parts }]
      await owner.callOk('arrangeStays', { changes, notify_guest: true })
      const { text } = (await readEmailsTo(app, 'ingrid@nordwind.example')).at(-1)!
      const { owed: owedAfter } = await owner.callOk('getBill', { code: stay.code })
      assert.ok(text.includes(`${t('mail.billed')}: ${money(owed + owedAfter)}`), text)
      assert.equal(text.includes(t('mail.paid_so_far')) || text.includes(t('mail.bill_credit')), false, text)
    })

    test('settles the oldest bills first, and shows the open balance by age (OFF-332)', async () => {
      const id = await addCustomer({ payment_days: 10 })
      const { code } = await owner.book('Anika Roy', 20, 26, { customer: id })
      const startTime = app.clock.now
      await billStay(code, 1000)
      app.clock.now = startTime + 25 * DAY_MS
      const laterStay = await owner.book('Anika Roy', 40, 46, { customer: id })
      await billStay(laterStay.code, 2000)
      app.clock.now = startTime + 45 * DAY_MS
      const listAges = ({ not_due, overdue_30, overdue_60, overdue_90, overdue_more }: Record<string, number>) => [
        not_due,
        overdue_30,
        overdue_60,
        overdue_90,
        overdue_more,
      ]
      // The bills were due on days 10 and 35, and today is day 45.
      assert.deepEqual(listAges(await readAccount(id)), [0, 2000, 1000, 0, 0])
      await owner.callOk('takeCustomerPayment', { id, amount: 1500, method: 'cash' })
      assert.deepEqual(listAges(await readAccount(id)), [0, 1500, 0, 0, 0])
      const { data } = await owner.callOk('getReceivables')
      assert.deepEqual(listAges(data.find((row: { id: number }) => row.id === id)), [0, 1500, 0, 0, 0])
      await owner.callOk('takeCustomerPayment', { id, amount: 1600, method: 'cash' })
      const { balance, not_due } = await readAccount(id)
      assert.deepEqual([balance, not_due], [-100, -100])
      await assertMoneyConsistent(app.db)
    })

    test('voids a payment once, and counts its cash in the drawer (OFF-331)', async () => {
      const id = await addCustomer()
      const cashBefore = (await owner.callOk('getHandover')).expected
      const updatedAccount = await owner.callOk('takeCustomerPayment', { id, amount: 700, method: 'cash' })
      assert.equal((await owner.callOk('getHandover')).expected, cashBefore + 700)
      const paymentId = updatedAccount.lines.at(-1).voidable
      const { lines, balance } = await owner.callOk('voidCustomerPayment', {
        id,
        payment: paymentId,
        reason: 'Typed twice',
      })
      assert.equal(balance, 0)
      assert.deepEqual(
        lines.map(({ voidable: isVoidable }: { voidable: number | null }) => isVoidable),
        [null, null],
      )
      assert.equal((await owner.callOk('getHandover')).expected, cashBefore)
      assert.equal((await owner.call('voidCustomerPayment', { id, payment: paymentId, reason: 'Again' })).status, 409)
      const otherCustomerId = await addCustomer()
      assert.equal(
        (await owner.call('voidCustomerPayment', { id: otherCustomerId, payment: paymentId, reason: 'No' })).status,
        404,
      )
      await assertMoneyConsistent(app.db)
    })

    test('records a repeated request once, and requires a reference for a transfer (OFF-331)', async () => {
      const id = await addCustomer()
      const form = { id, amount: 300, method: 'bank', reference: 'TT 9' }
      for (let press = 0; press < 2; press++)
        assert.equal((await owner.call('takeCustomerPayment', form, { key: 'the same press' })).status, 200)
      assert.equal((await readAccount(id)).balance, -300)
      const { status, body } = await owner.call('takeCustomerPayment', { ...form, reference: '' })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['reference']])
    })

    test("reduces the customer's bill by a refund, and never refunds cash that was not received (OFF-331)", async () => {
      const id = await addCustomer()
      const { code } = await owner.book('Li Na', 5, 8, { customer: id })
      await billStay(code, 3000)
      const refund = { code, amount: 1000, reason: 'A night less' }
      assert.equal((await owner.call('recordRefund', { ...refund, method: 'cash' })).status, 422)
      await owner.callOk('recordRefund', { ...refund, method: 'customer' })
      assert.equal((await owner.call('recordRefund', { ...refund, amount: 2001, method: 'customer' })).status, 422)
      const { balance, lines } = await readAccount(id)
      assert.deepEqual([balance, lines.length], [2000, 2])
      await assertMoneyConsistent(app.db)
    })

    test('never refunds or voids cash from amounts that any customer still owes (OFF-331, OFF-191)', async () => {
      const [firstId, secondId] = [await addCustomer(), await addCustomer()]
      const stay = await owner.book('Zhou Min', 5, 8, { customer: firstId })
      const { code } = stay
      const cashBefore = (await owner.callOk('getHandover')).expected
      await billStay(code, 1000)
      await owner.callOk('setStayCustomer', { code, customer: secondId })
      await billStay(code, 2000)
      const refund = { code, reason: 'A night less' }
      const { status, body } = await owner.call('recordRefund', { ...refund, amount: 1, method: 'cash' })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['amount']])
      const cashBill = await owner.callOk('takePayment', { code, amount: 500, method: 'cash' })
      const cashPaymentId = cashBill.payments.at(-1).id
      await owner.callOk('recordRefund', { ...refund, amount: 500, method: 'cash' })
      const voidCash = { code, id: cashPaymentId, reason: 'Typed twice' }
      assert.equal((await owner.call('voidPayment', voidCash)).status, 409)
      assert.equal((await owner.callOk('getHandover')).expected, cashBefore)
      // The bills of both customers can be reduced one after the other.
      await owner.callOk('recordRefund', { ...refund, amount: 1000, method: 'customer' })
      await owner.callOk('recordRefund', { ...refund, amount: 2000, method: 'customer' })
      for (const id of [firstId, secondId]) assert.equal((await readAccount(id)).balance, 0)
      await assertMoneyConsistent(app.db)
    })

    test('makes the customer the buyer on the invoice (OFF-331, INV-8)', async () => {
      const id = await addCustomer({ name: 'Padma Trims' })
      const { code } = await owner.book('Guest of Padma', 9, 10, { customer: id })
      const { buyer } = await owner.callOk('getStayInvoices', { code })
      assert.deepEqual(
        [buyer.name, buyer.bin, buyer.address],
        ['Padma Trims', '001234567-0101', 'House 12, Road 5, Uttara, Dhaka'],
      )
      await billStay(code, 500)
      const { invoices } = await owner.callOk('issueInvoice', { code, send: false })
      assert.deepEqual((await readAccount(id)).lines[0].stay.invoices, [invoices[0].number])
    })

    test('lists the open balances of its stays that are not billed yet (OFF-332)', async () => {
      const id = await addCustomer()
      const otherCustomerId = await addCustomer()
      const singleRoom = owner.kind('single')
      const bookAt = (
        price: number,
        customer: number | null,
        days: [number, number],
        units: (number | null)[] = [null],
      ) =>
        owner.callOk('bookAtDesk', {
          from: app.day(days[0]),
          to: app.day(days[1]),
          rooms: units.map((unit) => ({
            room: singleRoom.id,
            unit: unit === null ? null : singleRoom.units[unit]!.id,
            adults: 1,
            price,
          })),
          source: 'phone',
          name: `Guest at ${price}`,
          phone: '+8801700000009',
          language: 'en',
          customer,
        })
      const inHouseStay = await bookAt(1234.57, id, [0, 2], [0])
      await owner.callOk('checkGuestIn', { booking: inHouseStay.booking, version: inHouseStay.version, anyway: true })
      await owner.callOk('addCharge', {
        code: inHouseStay.code,
        booking: inHouseStay.booking,
        name: 'Coffee',
        quantity: 3,
        each: 0.33,
      })
      const groupStay = await bookAt(999.99, id, [40, 41], [null, null])
      await owner.callOk('takePayment', { code: groupStay.code, amount: 500.01, method: 'cash' })
      await billStay(groupStay.code, 99.98)
      const billedStay = await bookAt(800, id, [42, 43])
      await billStay(billedStay.code, 800)
      const paidStay = await bookAt(700, id, [44, 45])
      await owner.callOk('takePayment', { code: paidStay.code, amount: 700, method: 'cash' })
      await bookAt(600, otherCustomerId, [44, 45])
      await bookAt(650, null, [44, 45])
      const { unbilled, unbilled_stays: stays, balance } = await readAccount(id)
      assert.deepEqual(
        stays.map((stay: Record<string, unknown>) => [
          stay['code'],
          stay['guest'],
          stay['desk_status'],
          stay['amount'],
        ]),
        [
          [inHouseStay.code, 'Guest at 1234.57', 'here', 2470.13],
          [groupStay.code, 'Guest at 999.99', 'to_come', 1399.99],
        ],
      )
      assert.equal(unbilled, 3870.12)
      assert.equal(balance, 899.98)
      for (const { code, amount } of stays) assert.equal((await owner.callOk('getBill', { code })).owed, amount)
      await billStay(inHouseStay.code, stays[0].amount)
      await billStay(groupStay.code, 1399.99)
      const settledAccount = await readAccount(id)
      assert.deepEqual([settledAccount.unbilled, settledAccount.unbilled_stays], [0, []])
      assert.equal(settledAccount.balance, 4770.1)
      await assertMoneyConsistent(app.db)
    })

    test('reads the open balances of many stays with the same number of queries as for one (OFF-332)', async () => {
      const id = await addCustomer()
      const countBookingQueries = async (): Promise<number> => {
        queries.length = 0
        await readAccount(id)
        return queries.filter((text) => text.includes('booking')).length
      }
      await owner.book('Anika Roy', 100, 101, { customer: id })
      const queryCountBefore = await countBookingQueries()
      for (let day = 101; day < 108; day++) await owner.book('Anika Roy', day, day + 1, { customer: id })
      assert.equal((await readAccount(id)).unbilled_stays.length, 8)
      assert.equal(await countBookingQueries(), queryCountBefore)
    })

    test('prints a statement of any period with its opening and closing balance (OFF-332)', async () => {
      const id = await addCustomer({ name: 'Jamuna Denim' })
      const { code } = await owner.book('Ravi Menon', 70, 72, { customer: id })
      await billStay(code, 4000)
      const billingDay = (await readAccount(id)).today
      app.clock.now += 3 * DAY_MS
      await owner.callOk('takeCustomerPayment', { id, amount: 1500, method: 'bank', reference: 'TT 88' })
      const { today } = await readAccount(id)
      const laterAccount = await readAccount(id, { from: today, to: today })
      assert.deepEqual([laterAccount.opening, laterAccount.lines.length, laterAccount.closing], [4000, 1, 2500])
      const { status, body } = await owner.call('getCustomerAccount', { id, from: today, to: billingDay })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['to']])
      const pdfResponse = await app.get(`/api/office/statement.pdf?id=${id}&language=en`, {
        authorization: `Bearer ${owner.token}`,
      })
      const text = extractPdfText(Buffer.from(await pdfResponse.arrayBuffer())).join('\n')
      for (const expectedText of ['Statement', 'Jamuna Denim', 'Ravi Menon', 'TT 88', '2,500.00'])
        assert.ok(text.includes(expectedText), expectedText)
    })

    test('states the balance after each line of the statement, in the PDF as well (OFF-332)', async () => {
      const id = await addCustomer()
      const { code } = await owner.book('Omar Sheikh', 75, 78, { customer: id })
      const addEntry = async (change: Promise<unknown>) => {
        await change
        app.clock.now += 1000
      }
      await addEntry(owner.callOk('takeCustomerPayment', { id, amount: 600.25, method: 'bank', reference: 'TT 91' }))
      await addEntry(billStay(code, 4000.1))
      await addEntry(owner.callOk('recordRefund', { code, amount: 0.1, method: 'customer', reason: 'Rounding' }))
      const { opening, lines, closing } = await readAccount(id)
      assert.deepEqual(
        [opening, ...lines.map(({ balance }: { balance: number }) => balance), closing],
        [0, -600.25, 3399.85, 3399.75, 3399.75],
      )
      const pdfResponse = await app.get(`/api/office/statement.pdf?id=${id}&language=en`, {
        authorization: `Bearer ${owner.token}`,
      })
      const amounts = extractPdfText(Buffer.from(await pdfResponse.arrayBuffer())).filter((text) =>
        /^-?[\d,]+\.\d\d$/.test(text),
      )
      assert.deepEqual(amounts.slice(0, 7), ['0.00', '600.25', '-600.25', '4,000.10', '3,399.85', '0.10', '3,399.75'])
    })

    test('shows no money to users without the permission (OFF-331, S2)', async () => {
      const id = await addCustomer()
      const staff = await openDesk(app, 'staff')
      await grantToDesk(app, ['manage customers'])
      assert.equal((await staff.call('getCustomer', { id })).status, 200)
      for (const name of ['getCustomerAccount', 'getReceivables', 'getCustomerStays'] as const)
        assert.equal((await staff.call(name, { id })).status, 403, name)
      await grantToDesk(app, ['see money'])
      assert.equal((await staff.call('getCustomer', { id })).status, 403)
      assert.equal((await staff.call('takeCustomerPayment', { id, amount: 1, method: 'cash' })).status, 403)
    })
  })
}
