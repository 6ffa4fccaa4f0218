import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { invalidDate } from '#testing/invalid-date.ts'
import type { EndpointName } from '#routes/public.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`API input on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let annaToken: string
    before(async () => {
      annaToken = await app.signIn('anna')
    })

    test('rejects an Idempotency-Key that is too long to store, so that no request is processed twice (BOOK-8)', async () => {
      const form = {
        name: 'Anna',
        email: 'anna@buyer.example',
        phone: '+494066969123',
        checkin: app.day(70),
        checkout: app.day(71),
        paymenttype: 2,
        adult: 1,
        child: 0,
        slug: 'family',
      }
      const requestBooking = (key: string) => app.call('requestBooking', form, { token: annaToken, key })
      assert.deepEqual((await requestBooking('x'.repeat(256))).body, { message: 'The request could not be read.' })
      const [originalResponse, repeatedResponse] = [
        await requestBooking('x'.repeat(255)),
        await requestBooking('x'.repeat(255)),
      ]
      assert.deepEqual([originalResponse.status, repeatedResponse.body], [200, originalResponse.body])
    })

    test('has a documented Idempotency-Key for some endpoints, and a booking repeated with its key is processed once (API-22)', async () => {
      const { body: api } = await app.call('getOpenApi')
      interface DocumentedOperation {
        operationId: EndpointName
        parameters?: { in: string; name: string; schema: { minLength?: number } }[]
      }
      const documentedOperations = Object.values<Record<string, DocumentedOperation>>(api.paths)
        .flatMap((methods) => Object.values(methods))
        .flatMap(({ operationId, parameters = [] }) => {
          const key = parameters.find((each) => each.in === 'header' && each.name === 'Idempotency-Key')
          return key ? [[operationId, key.schema.minLength ?? 0] as const] : []
        })
      assert.deepEqual(Object.fromEntries(documentedOperations), {
        requestBooking: 0,
        requestGuestBooking: 0,
        sendContact: 0,
        sendEnquiry: 0,
        writeAboutEnquiry: 0,
        guestRegister: 20,
        register: 20,
        userRegister: 20,
        emailGuest: 0,
        bookAtDesk: 0,
        addRooms: 0,
        addCharge: 0,
        addIdCopy: 0,
        takePayment: 0,
        takeCustomerPayment: 0,
        issueInvoice: 0,
        creditInvoice: 0,
        recordRefund: 0,
        refundOnline: 0,
        recordTillMovement: 0,
        handOver: 0,
        sendQuotation: 0,
        startQuotation: 0,
        resendQuotation: 0,
        recordQuotationOutcome: 0,
        resendEmail: 0,
        answerConversation: 0,
        answerQuotation: 0,
        decideSample: 0,
        saveOrder: 0,
        saveOrderShipment: 0,
        addOrderDocuments: 0,
        addConversationNote: 0,
        addUnitTask: 0,
        registerPerson: 0,
      })
      const person = { name: 'Anna', email: 'anna@buyer.example', phone: '+494066969123' }
      const dates = { checkin: app.day(80), checkout: app.day(81) }
      const stay = { ...dates, paymenttype: 2, adult: 1, child: 0, slug: 'twin', again: 1 }
      for (const name of ['requestBooking', 'requestGuestBooking'] as const) {
        const requestBooking = () => app.call(name, { ...person, ...stay }, { token: annaToken, key: `press ${name}` })
        const [originalResponse, repeatedResponse] = [await requestBooking(), await requestBooking()]
        assert.deepEqual([originalResponse.status, repeatedResponse.body], [200, originalResponse.body], name)
      }
    })

    test('accepts each query parameter once, and ignores unknown ones (API-3, API-7)', async () => {
      const readStatus = async (path: string) => (await app.get(path)).status
      assert.equal(await readStatus('/api/public/getRoomDetails?slug=single&slug=twin'), 422)
      assert.equal(await readStatus('/api/public/getPostData?post_category_id=4&post_category_id=4'), 422)
      assert.equal(await readStatus('/api/public/getRoomDetails?slug[]=single'), 422)
      assert.equal(await readStatus('/api/public/getRoomDetails'), 422)
      assert.equal(
        await readStatus('/api/public/getRoomDetails?slug=single&utm_source=mail&toString=x&constructor=y&__proto__=z'),
        200,
      )
      for (const id of [
        '0',
        '-1',
        '1.5',
        '1e3',
        '0x1',
        'one',
        '',
        ' 1',
        '99999999999',
        '9'.repeat(400),
        '1 or 1=1',
        "1'",
      ]) {
        const response = await app.call('checkSelectedFacilities', { id })
        assert.equal(response.status, 422, id)
        assert.deepEqual(Object.keys(response.body.errors), ['id'])
      }
    })

    test('rejects invalid days in searches, registrations and bookings (API-5, API-9…API-11)', async () => {
      const stay = { checkin: app.day(10), checkout: app.day(12) }
      const person = { name: 'Rafiq', email: 'rafiq@guest.example', phone: '+8801700000004' }
      const booking = { ...person, ...stay, paymenttype: 2, adult: 1, child: 0, slug: 'single' }
      const dayFields: [EndpointName, object, string][] = [
        ['filterBooking', { check_in: app.day(10), check_out: app.day(12), adult: 1, child: 0 }, 'check_in'],
        ['filterBooking', { check_in: app.day(10), check_out: app.day(12), adult: 1, child: 0 }, 'check_out'],
        ['guestRegister', { ...person, ...stay }, 'checkin'],
        ['requestGuestBooking', booking, 'checkin'],
        ['requestBooking', booking, 'checkout'],
      ]
      const invalidDates = fc.sample(invalidDate, { numRuns: 300, seed: 20_270_104 })
      const responses = await Promise.all(
        invalidDates.map((text, index) => {
          const [name, input, field] = dayFields[index % dayFields.length]!
          return app
            .call(name, { ...input, [field]: text }, { token: annaToken })
            .then((answer) => ({ ...answer, text, field }))
        }),
      )
      for (const { status, body, text, field } of responses) {
        assert.equal(status, 422, JSON.stringify(text))
        assert.deepEqual(Object.keys(body.errors), [field])
      }
    })
  })
}
