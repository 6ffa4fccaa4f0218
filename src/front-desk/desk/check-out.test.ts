import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { timestampAt } from '#platform/clock.ts'
import { writeCompany } from '#content/company.ts'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { openDesk, type BookedStay } from '#testing/desk.ts'
import { bothEngines } from '#testing/engines.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { freeCancellation, noFee, createPercentTier, setDefaultPolicy } from '#testing/policies.ts'
import { createRandom } from '#testing/random.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { purgeOldOperations } from './undo.ts'
import { valueForTier } from '#testing/tier.ts'
import { DAY_MS } from '#platform/durations.ts'

/** Charges the unused nights, although the terms of these stays waive them. */
const chargeAnywayForm = { unused: 'charge', unused_reason: 'Agreed with the guest' }
const nonRefundablePolicy = { ...freeCancellation, tiers: [createPercentTier(null, 100)], noShow: noFee }

for (const engine of bothEngines) {
  describe(`an early check-out on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    let price: number
    before(async () => {
      desk = await openDesk(app, 'owner')
      price = desk.kind('single').price
      await setDefaultPolicy(app.db, freeCancellation)
    })
    // Each test starts without guests in house.
    beforeEach(() => app.clock.advance(6 * DAY_MS))

    /** Books a stay from today on, checks its rooms in and records a payment, if any. */
    async function arrive(
      name: string,
      nights: number,
      paidAmount = 0,
      unitIndexes: (number | null)[] = [0],
    ): Promise<BookedStay> {
      const stay = await desk.book(name, 0, nights, { at: unitIndexes, email: 'lena@guest.example' })
      const { rooms } = await desk.callOk('getDeskStay', { code: stay.code })
      for (const { booking, version } of rooms) await desk.callOk('checkGuestIn', { booking, version, anyway: true })
      if (paidAmount > 0) await desk.callOk('takePayment', { code: stay.code, amount: paidAmount, method: 'cash' })
      return { ...stay, version: stay.version + 1 }
    }
    const readBill = (code: string) => desk.callOk('getBill', { code })
    const preview = (...rooms: number[]) => desk.callOk('previewCheckOut', { rooms })
    const checkOut = ({ booking, version }: BookedStay, form: object = {}) =>
      desk.call('checkGuestOut', { booking, version, ...form })
    async function checkOutOk(stay: BookedStay, form: object): Promise<number> {
      const { status, body } = await checkOut(stay, form)
      assert.equal(status, 200, JSON.stringify(body))
      return body.operation_id
    }
    /** Fails unless the ledger entries of a stay add up to the balance and the VAT of its bill. */
    async function assertPosted(code: string): Promise<void> {
      const entries = await app.db.selectFrom('ledger_entry').selectAll().where('stay_code', '=', code).execute()
      const sumPostings = (account: string) =>
        entries.reduce(
          (sum, { debit, credit, amount_poisha }) =>
            sum + (debit === account ? Number(amount_poisha) : 0) - (credit === account ? Number(amount_poisha) : 0),
          0,
        )
      const bill = await readBill(code)
      assert.equal(sumPostings('guest'), Math.round(bill.owed * 100))
      assert.equal(-sumPostings('vat'), Math.round(bill.vat * 100))
    }

    test('previews the amount due for each choice, and asks for exactly this amount (CHK-1)', async () => {
      const stay = await arrive('Lena', 2, 1000)
      await desk.callOk('addCharge', {
        code: stay.code,
        booking: stay.booking,
        name: 'Laundry',
        quantity: 1,
        each: 500.5,
      })
      assert.deepEqual(await preview(stay.booking), {
        unused_nights: 1,
        unused_price: price,
        proposed: 'waive',
        late: null,
        settles: true,
        paid: 1000,
        customer: null,
        charge: { total: 2 * price + 500.5, due: 2 * price - 499.5 },
        waive: { total: price + 500.5, due: price - 499.5 },
      })
      const undecidedResponse = await checkOut(stay)
      assert.deepEqual([undecidedResponse.status, Object.keys(undecidedResponse.body.errors)], [422, ['unused']])
      for (const unusedNights of ['charge', 'waive'] as const) {
        const { due } = (await preview(stay.booking))[unusedNights]
        const { status, body } = await checkOut(stay, { unused: unusedNights, unused_reason: 'Agreed' })
        assert.equal(status, 422)
        assert.ok(body.errors.owing[0].includes(due.toLocaleString('en')), body.errors.owing[0])
      }
      const { due } = (await preview(stay.booking)).waive
      await desk.callOk('takePayment', { code: stay.code, amount: due, method: 'cash' })
      await checkOutOk(stay, { unused: 'waive' })
      assert.deepEqual([(await readBill(stay.code)).owed, (await readBill(stay.code)).costs], [0, price + 500.5])
      await assertPosted(stay.code)
      await assertBooksConsistent(app.db)
    })

    test('charges unused nights as a line with their VAT, releases the nights, and invoices the line (CHK-2)', async () => {
      const stay = await arrive('Wei', 3, 3 * price)
      const billBefore = await readBill(stay.code)
      await checkOutOk(stay, chargeAnywayForm)
      const bill = await readBill(stay.code)
      assert.deepEqual(
        [bill.costs, bill.vat, bill.service, bill.owed],
        [billBefore.costs, billBefore.vat, billBefore.service, 0],
      )
      assert.deepEqual([bill.rooms[0].nights.length, bill.rooms[0].checkout], [1, app.day(1)])
      assert.deepEqual(
        bill.charges.map(({ name, total }: { name: string; total: number }) => [name.includes('Unused nights'), total]),
        [[true, 2 * price]],
      )
      await desk.book('Next guest', 1, 3, { at: [0] })
      await assertBooksConsistent(app.db)
      await assertPosted(stay.code)
      const pdfResponse = await fetch(`${app.url}/api/office/bill.pdf?code=${stay.code}&language=en`, {
        headers: { authorization: `Bearer ${desk.token}` },
      })
      const pdfText = extractPdfText(Buffer.from(await pdfResponse.arrayBuffer())).join(' ')
      assert.ok(pdfText.includes('Unused nights'), pdfText)
      const issuedInvoice = await desk.callOk('issueInvoice', { code: stay.code })
      assert.deepEqual([issuedInvoice.lines, issuedInvoice.credit_first], [[], []])
      const invoice = await desk.callOk('getInvoice', { id: issuedInvoice.invoices[0].id })
      assert.equal(invoice.lines.length, 2)
      assert.deepEqual([invoice.total, invoice.vat], [bill.costs, bill.vat])
    })

    test('proposes to charge the unused nights if the agreed terms cost the whole stay, and otherwise to waive them (CHK-3)', async () => {
      await setDefaultPolicy(app.db, nonRefundablePolicy)
      const strictStay = await arrive('Strict', 2, 0, [1])
      await setDefaultPolicy(app.db, { ...nonRefundablePolicy, tiers: [createPercentTier(null, 50)] })
      const partialStay = await arrive('Partial', 3, 0, [2])
      await setDefaultPolicy(app.db, freeCancellation)
      const oneNightStay = await arrive('One night', 1, 0, [3])
      const proposals = []
      for (const { booking } of [strictStay, partialStay, oneNightStay])
        proposals.push((await preview(booking)).proposed)
      assert.deepEqual(proposals, ['charge', 'waive', null])
      // A departure on the planned day needs no choice.
      await checkOutOk(oneNightStay, { owing: 'Pays later' })
      await checkOutOk(strictStay, { unused: 'charge', owing: 'Pays later' })
      await checkOutOk(partialStay, { unused: 'waive', owing: 'Pays later' })
    })

    test('requires a reason for a choice that differs from the terms, and logs it (CHK-3)', async () => {
      await setDefaultPolicy(app.db, nonRefundablePolicy)
      const strictStay = await arrive('Strict', 2, 0, [1])
      await setDefaultPolicy(app.db, freeCancellation)
      const freeStay = await arrive('Free', 2, 0, [2])
      const owingName = 'Pays later'
      for (const [stay, prescribedChoice, exception] of [
        [strictStay, 'charge', 'waive'],
        [freeStay, 'waive', 'charge'],
      ] as const) {
        const responseWithoutReason = await checkOut(stay, { unused: exception, owing: owingName })
        assert.deepEqual(
          [responseWithoutReason.status, Object.keys(responseWithoutReason.body.errors)],
          [422, ['unused_reason']],
        )
        const operation_id = await checkOutOk(stay, { unused: prescribedChoice, owing: owingName })
        await desk.callOk('undoOperation', { operation_id })
        const { version } = await desk.readRow(stay)
        await checkOutOk(
          { ...stay, version },
          { unused: exception, unused_reason: `Agreed with ${stay.code}`, owing: owingName },
        )
        const { data } = await desk.callOk('getLog', { subject: `booking ${stay.code}` })
        const { after } = data[0].changes.find(({ field }: { field: string }) => field === 'unused_reason')
        assert.equal(after, `Agreed with ${stay.code}`)
      }
    })

    test('requires a choice for an overpayment: a refund after the undo period, or a credit with a reason (CHK-4)', async () => {
      const refundedStay = await arrive('Mina', 2, 2 * price, [1])
      const creditedStay = await arrive('Rafiq', 2, 2 * price, [2])
      assert.equal((await preview(refundedStay.booking)).waive.due, -price)
      const undecidedResponse = await checkOut(refundedStay, { unused: 'waive' })
      assert.deepEqual([undecidedResponse.status, Object.keys(undecidedResponse.body.errors)], [422, ['overpaid']])
      assert.ok(undecidedResponse.body.errors.overpaid[0].includes(price.toLocaleString('en')))
      const responseWithoutReason = await checkOut(creditedStay, { unused: 'waive', overpaid: 'credit' })
      assert.deepEqual(
        [responseWithoutReason.status, Object.keys(responseWithoutReason.body.errors)],
        [422, ['credit']],
      )
      await checkOutOk(refundedStay, { unused: 'waive', overpaid: 'refund' })
      await checkOutOk(creditedStay, { unused: 'waive', overpaid: 'credit', credit: 'Returns next week' })
      app.clock.advance(11 * 60_000)
      await app.worker.runDue()
      const readRefunds = ({ code }: BookedStay) =>
        app.db.selectFrom('refund').select('amount_poisha').where('stay_code', '=', code).execute()
      assert.deepEqual(
        (await readRefunds(refundedStay)).map(({ amount_poisha }) => Number(amount_poisha)),
        [price * 100],
      )
      assert.deepEqual(await readRefunds(creditedStay), [])
      const { changes } = await app.db
        .selectFrom('audit')
        .select('changes')
        .where('subject', '=', `booking ${creditedStay.code}`)
        .where('action', '=', 'guest checked out')
        .executeTakeFirstOrThrow()
      assert.match(changes!, /Returns next week/)
      for (const { code } of [refundedStay, creditedStay]) await assertPosted(code)
    })

    test('restores nights, charges and money when it is undone (CHK-5)', async () => {
      const stay = await arrive('Anna', 3, 3 * price, [1])
      const billBefore = await readBill(stay.code)
      const operation_id = await checkOutOk(stay, chargeAnywayForm)
      await desk.callOk('undoOperation', { operation_id })
      const bill = await readBill(stay.code)
      assert.deepEqual({ ...bill, charges: [] }, billBefore)
      assert.equal(bill.charges[0].reversal.reason, 'Check-out undone')
      const row = await desk.readRow(stay)
      assert.deepEqual([row.status, row.payment_status], ['checked_in', 'paid'])
      const overpaidOperation = await checkOutOk(
        { ...stay, version: row.version },
        { unused: 'waive', overpaid: 'refund' },
      )
      await desk.callOk('undoOperation', { operation_id: overpaidOperation })
      app.clock.advance(11 * 60_000)
      await app.worker.runDue()
      assert.deepEqual(await app.db.selectFrom('refund').selectAll().where('stay_code', '=', stay.code).execute(), [])
      assert.equal((await readBill(stay.code)).owed, 0)
      // A charge that was voided on the bill is not reversed again.
      const chargeOperationId = await checkOutOk({ ...stay, version: row.version + 2 }, chargeAnywayForm)
      const { charges } = await readBill(stay.code)
      await desk.callOk('voidCharge', { code: stay.code, id: charges.at(-1).id, reason: 'Waived after all' })
      await desk.callOk('undoOperation', { operation_id: chargeOperationId })
      assert.equal((await readBill(stay.code)).owed, 0)
      await assertPosted(stay.code)
      await assertBooksConsistent(app.db)
      const { version } = await desk.readRow(stay)
      await checkOutOk({ ...stay, version }, chargeAnywayForm)
    })

    test('makes no refund that an undone check-out had chosen (CHK-5)', async () => {
      const stay = await arrive('Wei', 2, 2 * price, [2])
      const readVersion = async () => {
        const { rooms } = await desk.callOk('getDeskStay', { code: stay.code })
        return { ...stay, version: rooms[0].version }
      }
      const operation_id = await checkOutOk(stay, { unused: 'waive', overpaid: 'refund' })
      await desk.callOk('undoOperation', { operation_id })
      await checkOutOk(await readVersion(), { unused: 'waive', overpaid: 'credit', credit: 'For the next stay' })
      // The purge of old operations must not make the refund job forget the undo.
      await purgeOldOperations(app.db, app.clock.now + 11 * 60_000)
      app.clock.advance(11 * 60_000)
      await app.worker.runDue()
      assert.deepEqual(await app.db.selectFrom('refund').selectAll().where('stay_code', '=', stay.code).execute(), [])
    })

    test('settles the bill with the last room of a stay, and accepts rooms of one stay only (CHK-6)', async () => {
      const groupStay = await arrive('Group', 2, 0, [2, 3])
      const { rooms } = await desk.callOk('getDeskStay', { code: groupStay.code })
      const [firstRoom, secondRoom] = rooms.map(({ booking, version }: BookedStay) => ({ booking, version }))
      const singlePreview = await preview(firstRoom.booking)
      assert.deepEqual(
        [singlePreview.settles, singlePreview.waive.total, singlePreview.charge.total],
        [false, 3 * price, 4 * price],
      )
      const bothPreview = await preview(firstRoom.booking, secondRoom.booking)
      assert.deepEqual([bothPreview.settles, bothPreview.unused_nights, bothPreview.waive.due], [true, 2, 2 * price])
      const otherStay = await arrive('Other', 1, 0, [0])
      const mixedResponse = await desk.call('previewCheckOut', { rooms: [firstRoom.booking, otherStay.booking] })
      assert.equal(mixedResponse.status, 422)
      await checkOutOk(otherStay, { owing: 'Pays later' })
      await checkOutOk(firstRoom, chargeAnywayForm)
      const lastResponse = await desk.call('checkOutTogether', { rooms: [secondRoom], ...chargeAnywayForm })
      assert.deepEqual(Object.keys(lastResponse.body.errors), ['owing'])
      await desk.callOk('checkOutTogether', { rooms: [secondRoom], ...chargeAnywayForm, owing: 'The company pays' })
      assert.equal((await readBill(groupStay.code)).costs, 4 * price)
      await assertPosted(groupStay.code)
    })

    test('records the payment with the check-out, or changes nothing (CHK-8)', async () => {
      const stay = await arrive('Lena', 1)
      const invalidForms: [form: object, field: string][] = [
        [{ amount: price + 0.01 }, 'amount'],
        [{ amount: price, method: 'card' }, 'reference'],
        [{ amount: price, method: 'customer' }, 'method'],
        [{ amount: price - 1 }, 'owing'],
      ]
      for (const [form, field] of invalidForms) {
        const { status, body } = await checkOut(stay, form)
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
      }
      const unchangedBill = await readBill(stay.code)
      assert.deepEqual([unchangedBill.paid, unchangedBill.rooms[0].status], [0, 'checked_in'])
      const { status, body } = await checkOut(stay, { amount: price, method: 'card', reference: '4711' })
      assert.equal(status, 200, JSON.stringify(body))
      const bill = await readBill(stay.code)
      assert.deepEqual([bill.owed, bill.rooms[0].status], [0, 'checked_out'])
      assert.deepEqual(
        bill.payments.map((payment: { id: number; amount: number }) => [payment.id, payment.amount]),
        [[body.payment_id, price]],
      )
      await assertPosted(stay.code)
      await assertBooksConsistent(app.db)
    })

    test('charges or waives a late check-out once the check-out time is over (CHK-9)', async () => {
      const feeBdt = 1500
      const stays = [await arrive('Lena', 1, price, [0]), await arrive('Wei', 1, price, [1])]
      const timelyStay = await arrive('Mina', 1, price, [2])
      app.clock.now = timestampAt('Asia/Dhaka', app.day(1), '12:00')!
      assert.deepEqual(
        [(await preview(timelyStay.booking)).late, (await preview(timelyStay.booking)).proposed],
        [null, null],
      )
      await checkOutOk(timelyStay, {})
      app.clock.advance(1000)
      const [chargedStay, waivedStay] = stays as [BookedStay, BookedStay]
      const { late, proposed, charge, waive } = await preview(chargedStay.booking)
      assert.deepEqual([late, proposed, charge.due, waive.due], [{ until: '12:00', price: feeBdt }, 'waive', feeBdt, 0])
      const undecidedResponse = await checkOut(chargedStay)
      assert.deepEqual([undecidedResponse.status, Object.keys(undecidedResponse.body.errors)], [422, ['late']])
      assert.deepEqual(Object.keys((await checkOut(chargedStay, { late: 'charge' })).body.errors), ['owing'])
      const operationId = await checkOutOk(chargedStay, { late: 'charge', amount: feeBdt })
      const bill = await readBill(chargedStay.code)
      assert.deepEqual([bill.costs, bill.owed], [price + feeBdt, 0])
      assert.match(bill.charges[0].name, /Late check-out/)
      await assertPosted(chargedStay.code)
      await assertBooksConsistent(app.db)
      await desk.callOk('undoOperation', { operation_id: operationId })
      assert.equal((await readBill(chargedStay.code)).costs, price)
      await checkOutOk(waivedStay, { late: 'waive' })
      assert.equal((await readBill(waivedStay.code)).costs, price)
      const { data } = await desk.callOk('getLog', {
        subject: `booking ${waivedStay.code}`,
        action: 'guest checked out',
      })
      assert.deepEqual(data[0].changes.at(-1), { field: 'late_waived', before: null, after: feeBdt })
      await writeCompany(app.db, { lateCheckOutBdt: 0 })
      assert.equal((await preview(chargedStay.booking)).late, null)
      await writeCompany(app.db, { lateCheckOutBdt: feeBdt })
    })

    test('charges exactly the previewed amount if one room leaves late and another early (CHK-1, CHK-9)', async () => {
      const { code } = await arrive('Nadia', 1, 0, [0, 1])
      const readRooms = async () => (await desk.callOk('getDeskStay', { code })).rooms
      const [, { booking: earlyRoom, version, parts }] = await readRooms()
      const longerParts = parts.map(({ room, unit, from }: Record<string, unknown>) => {
        return { room, unit, from, to: app.day(2) }
      })
      await desk.callOk('arrangeStays', {
        changes: [{ booking: earlyRoom, version, parts: longerParts }],
        price: 'new',
      })
      app.clock.now = timestampAt('Asia/Dhaka', app.day(1), '15:00')!
      const rooms = (await readRooms()).map((room: BookedStay) => ({ booking: room.booking, version: room.version }))
      const { late, charge } = await preview(...rooms.map(({ booking }: BookedStay) => booking))
      assert.deepEqual([late, charge.due], [null, 3 * price])
      await desk.callOk('checkOutTogether', { rooms, ...chargeAnywayForm, amount: charge.due })
      const bill = await readBill(code)
      assert.deepEqual([bill.costs, bill.owed, bill.charges.length], [3 * price, 0, 1])
      await assertPosted(code)
      await assertBooksConsistent(app.db)
    })

    test('hides the amounts from staff who may not see money (CHK-1)', async () => {
      const stay = await arrive('Sadia', 2, 2 * price, [3])
      await app.db
        .updateTable('staff_role')
        .set({ grants: JSON.stringify(['run the desk']) })
        .where('id', '=', app.db.selectFrom('account').select('staff_role_id').where('username', '=', 'staff'))
        .execute()
      const staffToken = await app.signIn('staff')
      const { body } = await app.call('previewCheckOut', { rooms: [stay.booking] }, { token: staffToken })
      assert.deepEqual([body.unused_nights, body.unused_price, body.waive], [1, null, { total: null, due: null }])
      const { booking, version } = stay
      const response = await app.call('checkGuestOut', { booking, version, unused: 'waive' }, { token: staffToken })
      assert.deepEqual(Object.keys(response.body.errors), ['overpaid'])
      assert.doesNotMatch(response.body.errors.overpaid[0], /\d/)
      const formWithPayment = { booking, version, ...chargeAnywayForm, amount: 1 }
      assert.equal((await app.call('checkGuestOut', formWithPayment, { token: staffToken })).status, 403)
      await checkOutOk(stay, chargeAnywayForm)
    })

    test('keeps the bill equal to charged nights, late fees and extras for random stays and choices (CHK-7)', async () => {
      const random = createRandom(engine.name === 'sqlite' ? 11 : 12)
      for (let round = 0; round < valueForTier({ gate: 12, all: 60, soak: 400 }); round++) {
        const nights = random.between(1, 5)
        const unitIndexes = random.isTrue(0.3) ? [0, 1] : [0]
        const stay = await arrive(`Guest ${round}`, nights, 0, unitIndexes)
        let extrasPoisha = 0
        for (let count = random.below(3); count > 0; count--) {
          const unitPrice = random.between(1, 90_000) / 100
          extrasPoisha += Math.round(unitPrice * 100)
          await desk.callOk('addCharge', {
            code: stay.code,
            booking: stay.booking,
            name: 'Tea',
            quantity: 1,
            each: unitPrice,
          })
        }
        const total = (nights * unitIndexes.length * price * 100 + extrasPoisha) / 100
        const paidAmount = random.oneOf([0, price, total])
        if (paidAmount > 0) await desk.callOk('takePayment', { code: stay.code, amount: paidAmount, method: 'cash' })
        const nightsSlept = random.between(1, nights)
        app.clock.advance(nightsSlept * DAY_MS)
        const choice = random.oneOf(['charge', 'waive'] as const)
        const { rooms: currentRooms } = await desk.callOk('getDeskStay', { code: stay.code })
        app.clock.now = timestampAt('Asia/Dhaka', app.day(0), random.oneOf(['09:00', '13:00']))!
        const plan = await preview(...currentRooms.map(({ booking }: BookedStay) => booking))
        const form = {
          unused: choice,
          unused_reason: 'Agreed',
          late: choice,
          owing: 'Pays later',
          overpaid: 'credit',
          credit: 'Returns',
        }
        const versions = currentRooms.map(({ booking, version }: BookedStay) => ({ booking, version }))
        const { operation_id } = await desk.callOk('checkOutTogether', { rooms: versions, ...form })
        const bill = await readBill(stay.code)
        const billedNights = choice === 'charge' ? nights : nightsSlept
        const lateFee = choice === 'charge' && plan.late ? plan.late.price : 0
        assert.ok(!plan.late || nightsSlept === nights, 'an early departure is not late')
        const expectedTotal = ((billedNights * unitIndexes.length * price + lateFee) * 100 + extrasPoisha) / 100
        assert.deepEqual(
          [bill.costs, bill.owed],
          [expectedTotal, Math.round((expectedTotal - paidAmount) * 100) / 100],
          `round ${round}`,
        )
        assert.deepEqual(plan[choice], { total: bill.costs, due: bill.owed })
        await assertPosted(stay.code)
        if (random.isTrue(0.3)) {
          await desk.callOk('undoOperation', { operation_id })
          assert.equal((await readBill(stay.code)).costs, total)
          await assertPosted(stay.code)
          const { rooms: roomsAfterward } = await desk.callOk('getDeskStay', { code: stay.code })
          const newVersions = roomsAfterward.map(({ booking, version }: BookedStay) => ({ booking, version }))
          await desk.callOk('checkOutTogether', { rooms: newVersions, ...form })
        }
      }
      await assertBooksConsistent(app.db)
    })
  })
}
