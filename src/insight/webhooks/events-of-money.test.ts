import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { writeCompany } from '#content/company.ts'
import { payInDemo } from '#testing/demo-payments.ts'
import { atDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { everybody } from '#testing/inbox.ts'
import { quotationsIn } from '#testing/quotations.ts'
import { openWebhookServer, type WebhookServer } from '#testing/webhook-server.ts'
import { hearing, startWebhookApp, type WebhookApp } from '#testing/webhooks.ts'

const DAY_MS = 86_400_000

for (const engine of enginesFor(import.meta.url)) {
  describe(`what programs outside are told of money and of buyers, on ${engine.name}`, () => {
    let at: WebhookApp
    let second: WebhookServer
    let desk: Awaited<ReturnType<typeof atDesk>>
    let heard: ReturnType<typeof hearing>['heard']
    before(async () => {
      at = await startWebhookApp(engine)
      second = await openWebhookServer()
      await at.add()
      await at.add(second)
      desk = await atDesk(at.house)
      heard = hearing(at, second).heard
    })
    after(async () => {
      await at.close()
      await second.close()
    })
    afterEach(() => {
      for (const server of [at.server, second]) server.told.length = 0
    })

    test('money at the desk: received, given back, written down by mistake (HOOK-3)', async () => {
      const { code } = await desk.book('Lena', 50, 52)
      await heard()
      const cash = { code, method: 'cash', reference: '' }
      const owner = (name: 'payBack' | 'voidPayment', form: object) => at.done(name, form)
      await desk.done('takePayment', { ...cash, amount: 1_000 })
      await owner('payBack', { ...cash, amount: 400, reason: 'too much' })
      const { id } = await at.house.db
        .selectFrom('payment')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      await owner('voidPayment', { code, id, reason: 'a slip' })
      const events = await heard()
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

    test('money online: it came to nothing, it came and the stay is on, it was given back (HOOK-3)', async () => {
      const dates = (from: number) => ({ checkin: at.house.day(from), checkout: at.house.day(from + 2) })
      const failed = await payInDemo(at.house, 'fail', dates(60))
      assert.deepEqual(
        (await heard()).map(({ type, data }) => [type, data['booking_id'], data['reason']]),
        [
          ['stay.requested', failed, undefined],
          ['payment.failed', failed, 'failed'],
        ],
      )
      const code = await payInDemo(at.house, 'pay', dates(64))
      await at.done('cancelForGuest', { code, fee: 'none', sentence: '' })
      const told = await heard()
      // It goes back once it can no longer be undone; then the gateway is asked until it says that it has arrived.
      at.house.clock.advance(11 * 60_000)
      await at.tell()
      const { id } = await at.house.db
        .selectFrom('refund')
        .select('id')
        .where('stay_code', '=', code)
        .executeTakeFirstOrThrow()
      await at.house.call('approveRefund', { id, amount: 100, reason: '' }, { token: await at.owner() })
      for (let day = 0; day < 8 && !told.some(({ type }) => type === 'payment.refunded'); day++) {
        at.house.clock.advance(DAY_MS)
        told.push(...(await heard()))
      }
      const ofIt = told.filter(({ data }) => data['booking_id'] === code)
      const sorted = ofIt.map(({ type }) => type).toSorted()
      assert.deepEqual(sorted, [
        'payment.received',
        'payment.refunded',
        'stay.cancelled',
        'stay.confirmed',
        'stay.requested',
      ])
      await writeCompany(at.house.db, { takesOnlinePayments: false })
      desk = await atDesk(at.house)
    })

    test('an enquiry with what was asked, once that it is answered, and what becomes of a quotation (HOOK-3)', async () => {
      const inbox = everybody(at.house)
      const code = await inbox.enquire()
      const { id } = await inbox.conversation(code)
      await desk.done('answerConversation', { id, text: 'Soon.' })
      await desk.done('answerConversation', { id, text: 'Now.' })
      const [received, answered, ...others] = await heard()
      assert.deepEqual([received!.type, answered!.type, others], ['enquiry.received', 'enquiry.answered', []])
      assert.deepEqual([received!.data['code'], received!.data['email']], [code, 'lena@buyer.example'])
      assert.equal((received!.data['lines'] as object[]).length, 2)
      assert.ok(!JSON.stringify(answered).includes('lena@'))

      const { sent, answer } = quotationsIn(at.house, desk.token)
      const [first, other, third] = [await sent(), await sent(), await sent()]
      await answer(first.token, 'accept')
      await answer(first.token, 'accept')
      await answer(other.token, 'ask', 'And in blue?')
      await desk.done('settleQuotation', { id: other.revision, outcome: 'lost', reason: 'too dear' })
      await desk.done('settleQuotation', { id: third.revision, outcome: 'withdrawn', reason: 'sold' })
      const events = await heard()
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
      assert.equal(events[3]!.data['number'], first.number)
    })
  })
}
