import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { writeCompany } from '#content/company.ts'
import { payInDemo } from '#testing/demo-payments.ts'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { openInbox } from '#testing/inbox.ts'
import { createQuotationCalls } from '#testing/quotations.ts'
import { openWebhookServer, type WebhookServer } from '#testing/webhook-server.ts'
import { compareEndpoints, startWebhookApp, type WebhookApp } from '#testing/webhook-app.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`webhook events for payments and buyers, on ${engine.name}`, () => {
    let webhookApp: WebhookApp
    let secondServer: WebhookServer
    let desk: Awaited<ReturnType<typeof openDesk>>
    let readNewEvents: ReturnType<typeof compareEndpoints>['readNewEvents']
    before(async () => {
      webhookApp = await startWebhookApp(engine)
      secondServer = await openWebhookServer()
      await webhookApp.add()
      await webhookApp.add(secondServer)
      desk = await openDesk(webhookApp.testApp)
      readNewEvents = compareEndpoints(webhookApp, secondServer).readNewEvents
    })
    after(async () => {
      await webhookApp.close()
      await secondServer.close()
    })
    afterEach(() => {
      for (const server of [webhookApp.server, secondServer]) server.receivedRequests.length = 0
    })

    test('are sent for desk payments that are received, refunded or voided (HOOK-3)', async () => {
      const { code } = await desk.book('Lena', 50, 52)
      await readNewEvents()
      const cashPayment = { code, method: 'cash', reference: '' }
      const callAsOwner = (name: 'recordRefund' | 'voidPayment', form: object) => webhookApp.callOk(name, form)
      await desk.callOk('takePayment', { ...cashPayment, amount: 1_000 })
      await callAsOwner('recordRefund', { ...cashPayment, amount: 400, reason: 'too much' })
      const { id } = await webhookApp.testApp.db
        .selectFrom('payment')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      await callAsOwner('voidPayment', { code, id, reason: 'a slip' })
      const events = await readNewEvents()
      assert.deepEqual(
        events.map(({ type, data: { amount, method, was } }) => [type, amount, method, was]),
        [
          ['payment.received', 1_000, 'cash', undefined],
          ['payment.refunded', 400, 'cash', undefined],
          ['payment.voided', 400, 'cash', 'payment.refunded'],
        ],
      )
      assert.ok(events.every(({ data }) => data['booking_id'] === code))
    })

    test('are sent for online payments that fail, succeed or are refunded (HOOK-3)', async () => {
      const createStayDates = (from: number) => ({
        checkin: webhookApp.testApp.day(from),
        checkout: webhookApp.testApp.day(from + 2),
      })
      const failedCode = await payInDemo(webhookApp.testApp, 'fail', createStayDates(60))
      assert.deepEqual(
        (await readNewEvents()).map(({ type, data }) => [type, data['booking_id'], data['reason']]),
        [
          ['stay.requested', failedCode, undefined],
          ['payment.failed', failedCode, 'failed'],
        ],
      )
      const code = await payInDemo(webhookApp.testApp, 'pay', createStayDates(64))
      await webhookApp.callOk('cancelStayByStaff', { code, fee: 'none', message: '' })
      const receivedEvents = await readNewEvents()
      // The refund is sent once the cancellation can no longer be undone. The gateway is polled until it confirms the
      // refund.
      webhookApp.testApp.clock.advance(11 * 60_000)
      await webhookApp.sendWebhooks()
      const { id } = await webhookApp.testApp.db
        .selectFrom('refund')
        .select('id')
        .where('stay_code', '=', code)
        .executeTakeFirstOrThrow()
      await webhookApp.testApp.call(
        'approveRefund',
        { id, amount: 100, reason: '' },
        { token: await webhookApp.owner() },
      )
      for (let day = 0; day < 8 && !receivedEvents.some(({ type }) => type === 'payment.refunded'); day++) {
        webhookApp.testApp.clock.advance(DAY_MS)
        receivedEvents.push(...(await readNewEvents()))
      }
      const ownEvents = receivedEvents.filter(({ data }) => data['booking_id'] === code)
      const sortedTypes = ownEvents.map(({ type }) => type).toSorted()
      assert.deepEqual(sortedTypes, [
        'payment.received',
        'payment.refunded',
        'stay.cancelled',
        'stay.confirmed',
        'stay.requested',
      ])
      await writeCompany(webhookApp.testApp.db, { takesOnlinePayments: false })
      desk = await openDesk(webhookApp.testApp)
    })

    test('report enquiries with their data, the first answer once, and the outcome of quotations (HOOK-3)', async () => {
      const inbox = openInbox(webhookApp.testApp)
      const code = await inbox.sendEnquiry()
      const { id } = await inbox.conversation(code)
      await desk.callOk('answerConversation', { id, text: 'Soon.' })
      await desk.callOk('answerConversation', { id, text: 'Now.' })
      const [receivedEvent, answeredEvent, ...otherEvents] = await readNewEvents()
      assert.deepEqual(
        [receivedEvent!.type, answeredEvent!.type, otherEvents],
        ['enquiry.received', 'enquiry.answered', []],
      )
      assert.deepEqual([receivedEvent!.data['code'], receivedEvent!.data['email']], [code, 'lena@buyer.example'])
      assert.equal((receivedEvent!.data['lines'] as object[]).length, 2)
      assert.ok(!JSON.stringify(answeredEvent).includes('lena@'))

      const { createSent: createSentQuotation, answer: answerQuotation } = createQuotationCalls(
        webhookApp.testApp,
        desk.token,
      )
      const [firstQuotation, otherQuotation, thirdQuotation] = [
        await createSentQuotation(),
        await createSentQuotation(),
        await createSentQuotation(),
      ]
      await answerQuotation(firstQuotation.token, 'accept')
      await answerQuotation(firstQuotation.token, 'accept')
      await answerQuotation(otherQuotation.token, 'ask', 'And in blue?')
      await desk.callOk('recordQuotationOutcome', { id: otherQuotation.revision, outcome: 'lost', reason: 'too dear' })
      await desk.callOk('recordQuotationOutcome', { id: thirdQuotation.revision, outcome: 'withdrawn', reason: 'sold' })
      const events = await readNewEvents()
      assert.deepEqual(
        events.map(({ type, data: { by } }) => [type, by]),
        [
          ['quotation.sent', undefined],
          ['quotation.sent', undefined],
          ['quotation.sent', undefined],
          ['quotation.accepted', 'buyer'],
          ['quotation.declined', 'house'],
          ['quotation.withdrawn', 'house'],
        ],
      )
      assert.equal(events[3]!.data['number'], firstQuotation.number)
    })

    test('report the total of the order if a buyer or staff accept a part of a quotation (HOOK-3, OFF-340)', async () => {
      const { createSent: createSentQuotation, answer: answerQuotation } = createQuotationCalls(
        webhookApp.testApp,
        desk.token,
      )
      const [quotationForBuyer, quotationForStaff] = [await createSentQuotation(), await createSentQuotation()]
      assert.equal((await answerQuotation(quotationForBuyer.token, 'accept', '', { quantities: [2_000] })).status, 200)
      const outcomeForm = {
        id: quotationForStaff.revision,
        outcome: 'accepted',
        reason: 'By telephone',
        quantities: [4_000],
      }
      await desk.callOk('recordQuotationOutcome', outcomeForm)
      const events = await readNewEvents()
      assert.deepEqual(
        events.map(({ type, data: { number, total_minor } }) => [type, number, total_minor]),
        [
          ['quotation.sent', quotationForBuyer.number, 67_707],
          ['quotation.sent', quotationForStaff.number, 67_707],
          ['quotation.accepted', quotationForBuyer.number, 21_025],
          ['quotation.accepted', quotationForStaff.number, 30_050],
        ],
      )
    })
  })
}
