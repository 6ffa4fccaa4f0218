import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { readEmailsTo } from '#testing/emails.ts'
import { bothEngines } from '#testing/engines.ts'
import { openInbox } from '#testing/inbox.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { createQuotationCalls, createSentSample } from '#testing/quotations.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { pdf } from '#testing/upload-files.ts'
import { linkedEndpoints } from '#routes/linked-api.ts'
import { endpoints } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { toDigits } from '#locales/digits.ts'
import { purgeOldQuotations } from '../quotations/purge.ts'

const { t } = translatorFor('en')
const SEVEN_YEARS_MS = 7 * 366 * 86_400_000

for (const engine of bothEngines) {
  describe(`orders, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let quotations: ReturnType<typeof createQuotationCalls>
    before(async () => {
      quotations = createQuotationCalls(app, await app.signIn('staff'))
    })

    const createLine = (item: string, quantity: number, price: number, overrides: object = {}) => ({
      ...quotations.zipperLine,
      item,
      quantity,
      price,
      ...overrides,
    })
    /** 12,000 zips at 0.04, or 0.05 below 10,000; 500 buttons at 0.10. The mould costs 120. */
    const createTwoLines = () => ({
      lines: [
        createLine('Zip', 12_000, 0.05, { breaks: [{ from: 10_000, price: 0.04 }], minimum: 1_000 }),
        createLine('Button', 500, 0.1),
      ],
    })
    const openOrder = async (token: string) => app.call('getOrder', { token })
    const readOrder = async (id: number) => quotations.callOk('getOrderRecord', { id })
    const readLastEmail = async () => (await readEmailsTo(app, 'lena@buyer.example')).at(-1)!
    const findOrderToken = (text: string) => /order=([\w-]{43})/.exec(text)![1]!
    const saveOrder = (order: { id: number; version: number }, changes: object, options: object = {}) =>
      quotations.call(
        'saveOrder',
        { id: order.id, version: order.version, state: 'confirmed', ship_by: null, po_number: '', ...changes },
        options,
      )

    test('contain the accepted quantities at the price for that quantity, with the same total everywhere (OFF-340)', async () => {
      const { id, number, token } = await quotations.createOrdered([5_000, 0], createTwoLines())
      const { body: order } = await openOrder(token)
      assert.equal(order.number, number.replace('Q-', 'O-'))
      assert.deepEqual(
        order.ordered.lines.map(({ item, quantity, price_micros, total_minor }: Record<string, unknown>) => [
          item,
          quantity,
          price_micros,
          total_minor,
        ]),
        [['Zip', 5_000, 50_000, 25_000]],
      )
      assert.deepEqual(
        [order.ordered.total_minor, order.is_partial, order.state, order.ordered_on, order.quotation],
        [37_000, true, 'confirmed', app.day(0), number],
      )
      const { body: quotation } = await app.call('getQuotation', { token })
      assert.deepEqual([quotation.ordered_minor, quotation.offered.total_minor], [37_000, 65_000])
      const confirmation = await readLastEmail()
      assert.ok(confirmation.text.includes('USD\u00a0370.00'))
      assert.ok(confirmation.text.includes(t('mail.quotation_accepted_in_part')))
      assert.equal(findOrderToken(confirmation.text), token)
      const { email } = (await app.call('getGlobalData')).body
      assert.ok((await readEmailsTo(app, email)).at(-1)!.text.includes(`/office/orders/${id}`))
      const pdfResponse = await app.get(`${linkedEndpoints.getOrderPdf[1]}?token=${token}&language=en`)
      const pdfText = extractPdfText(Buffer.from(await pdfResponse.arrayBuffer())).join(' ')
      for (const text of [`${t('orders.confirmation')} ${order.number}`, 'Zip', '5,000 pieces', 'USD\u00a0370.00'])
        assert.ok(pdfText.includes(text), `${text} in ${pdfText}`)
      assert.ok(!pdfText.includes('Button'))
    })

    test('contain the whole quotation if the buyer accepts it without quantities or with the quoted ones (OFF-340)', async () => {
      for (const quantities of [undefined, [12_000, 500]]) {
        const { token } = await quotations.createOrdered(quantities, createTwoLines())
        const { body: order } = await openOrder(token)
        assert.deepEqual([order.is_partial, order.ordered.total_minor], [false, 65_000])
        assert.equal(order.ordered.lines.length, 2)
      }
    })

    test('reject impossible quantities at their field and leave the quotation open (OFF-340)', async () => {
      const { id, token } = await quotations.createSent(createTwoLines())
      const readErrors = async (quantities: unknown[]) =>
        (await quotations.answer(token, 'accept', '', { quantities: quantities as number[] })).body.errors
      assert.deepEqual(await readErrors([12_001, 500]), {
        'quantities.0': [t('orders.quantity_max', { max: 12_000 })],
      })
      assert.deepEqual(await readErrors([999, 500]), { 'quantities.0': [t('orders.quantity_min', { min: 1_000 })] })
      assert.deepEqual(await readErrors([0, 0]), { quantities: [t('orders.nothing_ordered')] })
      assert.deepEqual(await readErrors([12_000]), { quantities: [t('orders.other_lines')] })
      assert.deepEqual(Object.keys(await readErrors([1_000, -1])), ['quantities.1'])
      assert.deepEqual(Object.keys(await readErrors([1_000, 'many'])), ['quantities.1'])
      assert.equal(await quotations.readState(id), 'sent')
      assert.equal((await openOrder(token)).status, 404)
      assert.equal((await quotations.answer(token, 'accept')).status, 200)
    })

    test('are created once if staff record an acceptance, with the accepted quantities (OFF-340)', async () => {
      const { id, revision, token } = await quotations.createSent(createTwoLines())
      const outcome = { id: revision, outcome: 'accepted', reason: 'PO by phone' }
      assert.equal((await quotations.call('recordQuotationOutcome', { ...outcome, quantities: [0, 501] })).status, 422)
      await quotations.callOk('recordQuotationOutcome', { ...outcome, quantities: [0, 500] })
      assert.equal((await quotations.answer(token, 'accept')).status, 409)
      const order = await readOrder(id)
      assert.deepEqual([order.ordered.total_minor, order.accepted_by, order.is_partial], [17_000, null, true])
    })

    test('have a state and dates that the buyer sees through the link, and in an email if staff send one (OFF-341)', async () => {
      const { id, token } = await quotations.createOrdered()
      const order = await readOrder(id)
      await readLastEmail()
      const changes = { state: 'in_production', ship_by: app.day(30), po_number: 'PO-77' }
      const savedOrder = (await saveOrder(order, { ...changes, notify: true, message: 'Dyeing starts today.' })).body
      assert.deepEqual(
        [savedOrder.state, savedOrder.ship_by, savedOrder.po_number, savedOrder.version],
        [...Object.values(changes), 2],
      )
      const email = await readLastEmail()
      assert.equal(email.header('subject'), t('mail.order_in_production_subject', { number: order.number }))
      assert.ok(email.text.includes('Dyeing starts today.'))
      const emailToken = findOrderToken(email.text)
      assert.notEqual(emailToken, token)
      for (const orderToken of [token, emailToken]) {
        const { body } = await openOrder(orderToken)
        assert.deepEqual([body.state, body.state_on, body.ship_by], ['in_production', app.day(0), app.day(30)])
      }
      assert.equal((await saveOrder(order, { state: 'ready' })).status, 409)
      const emailCount = (await app.deliverEmails()).length
      assert.equal((await saveOrder(savedOrder, { ...changes, state: 'ready' })).status, 200)
      assert.equal((await app.deliverEmails()).length, emailCount)
      const auditEntries = await app.db
        .selectFrom('audit')
        .select('changes')
        .where('subject', '=', `order ${id}`)
        .orderBy('id')
        .execute()
      assert.deepEqual(JSON.parse(auditEntries[0]!.changes!)['order_state'], ['confirmed', 'in_production'])
    })

    test('are saved with one email, even if staff send the form again after a lost answer (OFF-341)', async () => {
      const { id } = await quotations.createOrdered()
      const order = await readOrder(id)
      const emailCount = (await app.deliverEmails()).length
      const changes = { state: 'ready', notify: true, message: 'Packed.' }
      for (let attempt = 0; attempt < 2; attempt++) {
        const { status, body } = await saveOrder(order, changes, { key: 'the key of this form' })
        assert.deepEqual([status, body.state, body.version], [200, 'ready', 2], `attempt ${attempt}`)
      }
      assert.equal((await app.deliverEmails()).length, emailCount + 1)
    })

    test('and their quotations are stored in no shared cache (OFF-213, OFF-341, OFF-343)', async () => {
      const { id, token } = await quotations.createOrdered()
      const files = [{ name: 'a.pdf', bytes: pdf }]
      const { body } = await quotations.call('addOrderDocuments', { id }, { files })
      for (const path of [
        endpoints.getOrder[1],
        linkedEndpoints.getOrderPdf[1],
        `${linkedEndpoints.getOrderDocument[1]}?file=${body.documents[0].number}`,
        endpoints.getQuotation[1],
        linkedEndpoints.getQuotationPdf[1],
      ]) {
        const { status, headers } = await app.get(`${path}${path.includes('?') ? '&' : '?'}token=${token}`)
        assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'], path)
      }
    })

    test('cannot be opened with another token, or before the quotation is accepted (OFF-341)', async () => {
      const { token } = await quotations.createSent()
      for (const key of [token, 'x'.repeat(43), '']) assert.ok([404, 422].includes((await openOrder(key)).status), key)
    })

    test("add their emails and the buyer's decisions to the conversation of the enquiry (OFF-341)", async () => {
      const inbox = openInbox(app)
      const code = await inbox.sendEnquiry()
      const { id, revisions } = await quotations.callOk('startQuotation', { enquiry: code })
      const draft = { ...quotations.form(), id: revisions[0].id, version: revisions[0].version }
      const savedQuotation = await quotations.callOk('saveQuotation', draft)
      await quotations.callOk('sendQuotation', { id: draft.id, version: savedQuotation.revisions[0].version })
      const token = await quotations.lastToken()
      assert.equal((await quotations.answer(token, 'accept')).status, 200)
      const orderWithSample = await quotations.callOk('saveOrderShipment', {
        order: id,
        ...createSentSample(app),
        notify: true,
      })
      const [sample] = orderWithSample.shipments
      const form = { token, shipment: sample.id, decision: 'rejected', comment: 'A shade darker.' }
      assert.equal((await app.call('decideSample', form)).status, 200)
      const { entries, state } = await inbox.conversation(code)
      const orderEntries = entries
        .map(({ quotation, text }: { quotation: { became: string; number: string } | null; text: string }) =>
          quotation ? [quotation.became, quotation.number, text] : [],
        )
        .slice(-2)
      assert.deepEqual(orderEntries, [
        ['order_updated', orderWithSample.number, ''],
        ['sample_rejected', orderWithSample.number, 'Zip 18 cm, navy\nA shade darker.'],
      ])
      assert.equal(state, 'open')
    })

    test('let the buyer decide once about a sample that was sent (OFF-342)', async () => {
      const { id, token } = await quotations.createOrdered()
      const orderWithShipment = await quotations.callOk('saveOrderShipment', {
        order: id,
        ...createSentSample(app),
        sent_on: null,
      })
      const sampleId = orderWithShipment.shipments[0].id as number
      const decide = (decision: string, more: object = {}) =>
        app.call('decideSample', { token, shipment: sampleId, decision, ...more })
      assert.equal((await decide('approved')).status, 404)
      const shipmentForm = { order: id, shipment: sampleId, version: 1, ...createSentSample(app) }
      assert.equal(
        (await quotations.call('saveOrderShipment', { ...shipmentForm, sent_on: null, notify: true })).status,
        422,
      )
      await quotations.callOk('saveOrderShipment', { ...shipmentForm, notify: true })
      const email = await readLastEmail()
      assert.equal(email.header('subject'), t('mail.order_sample_subject', { number: orderWithShipment.number }))
      assert.ok(email.text.includes('JD014600003'))
      assert.deepEqual((await decide('rejected')).body.errors, { comment: [t('orders.comment_needed')] })
      const statuses = await Promise.all([
        decide('approved', { comment: 'Good.' }),
        decide('rejected', { comment: 'Too light.' }),
      ])
      assert.deepEqual(statuses.map(({ status }) => status).toSorted(), [200, 409])
      const { shipments } = (await openOrder(token)).body
      assert.ok(['approved', 'rejected'].includes(shipments[0].decision))
      assert.equal(shipments[0].decided_on, app.day(0))
      const outdatedResponse = await quotations.call('saveOrderShipment', {
        ...shipmentForm,
        version: 2,
        tracking_number: 'FX-1',
      })
      assert.equal(outdatedResponse.status, 409, 'the decision of the buyer is not overwritten')
      const { version } = shipments[0]
      const correctedShipment = { ...shipmentForm, version, tracking_number: 'FX-1', decision: shipments[0].decision }
      assert.equal((await quotations.call('saveOrderShipment', correctedShipment)).status, 200)
      const otherOrder = await quotations.createOrdered()
      assert.equal(
        (await app.call('decideSample', { token: otherOrder.token, shipment: sampleId, decision: 'approved' })).status,
        404,
      )
      await quotations.callOk('removeOrderShipment', { order: id, shipment: sampleId })
      assert.deepEqual((await readOrder(id)).shipments, [])
    })

    test('add a shipment and send its email once, even if staff send the form again after a lost answer (OFF-342)', async () => {
      const { id } = await quotations.createOrdered()
      await readLastEmail()
      const emailCount = (await app.deliverEmails()).length
      const addedForm = { order: id, ...createSentSample(app), notify: true }
      const save = (form: object, key: string) => quotations.call('saveOrderShipment', form, { key })
      for (let attempt = 0; attempt < 2; attempt++) {
        const { status, body } = await save(addedForm, 'the first key of this form')
        assert.deepEqual([status, body.shipments.length], [200, 1], `attempt ${attempt}`)
      }
      assert.equal((await app.deliverEmails()).length, emailCount + 1)
      const [shipment] = (await readOrder(id)).shipments
      const changedForm = { ...addedForm, shipment: shipment.id, version: shipment.version, tracking_number: 'FX-2' }
      for (let attempt = 0; attempt < 2; attempt++)
        assert.equal((await save(changedForm, 'the second key of this form')).status, 200, `attempt ${attempt}`)
      assert.equal((await app.deliverEmails()).length, emailCount + 2)
      assert.equal((await save(changedForm, 'the third key of this form')).status, 409)
    })

    test('reject a decision about a sample that staff changed or replaced after the buyer opened the page (OFF-342, OPS-25)', async () => {
      const { id, token } = await quotations.createOrdered()
      const form = { order: id, ...createSentSample(app) }
      const [firstSample] = (await quotations.callOk('saveOrderShipment', form)).shipments
      const decide = (sample: { id: number; version: number }) =>
        app.call('decideSample', { token, shipment: sample.id, version: sample.version, decision: 'approved' })
      const changedForm = {
        ...form,
        shipment: firstSample.id,
        version: firstSample.version,
        contents: 'Zip 20 cm, red',
      }
      await quotations.callOk('saveOrderShipment', changedForm)
      assert.equal((await decide(firstSample)).status, 409)
      await quotations.callOk('removeOrderShipment', { order: id, shipment: firstSample.id })
      const [secondSample] = (await quotations.callOk('saveOrderShipment', form)).shipments
      assert.equal((await decide(firstSample)).status, 404)
      assert.equal((await readOrder(id)).shipments[0].decision, null)
      assert.equal((await decide(secondSample)).status, 200)
    })

    test('keep no comment of a buyer beside another decision that staff record (OFF-342)', async () => {
      const { id, token } = await quotations.createOrdered()
      const form = { order: id, ...createSentSample(app) }
      const sampleId = (await quotations.callOk('saveOrderShipment', form)).shipments[0].id as number
      const rejection = { token, shipment: sampleId, decision: 'rejected', comment: 'A shade darker.' }
      await app.callOk('decideSample', rejection)
      const readSample = async () => (await openOrder(token)).body.shipments[0]
      const save = async (changes: object) =>
        quotations.callOk('saveOrderShipment', {
          ...form,
          shipment: sampleId,
          version: (await readSample()).version,
          ...changes,
        })
      await save({ decision: 'rejected', tracking_number: 'FX-3' })
      assert.equal((await readSample()).comment, 'A shade darker.')
      await save({ decision: 'approved' })
      const { decision, comment } = await readSample()
      assert.deepEqual([decision, comment], ['approved', ''])
    })

    test('show at most twenty documents, only to the buyer of the order (OFF-343)', async () => {
      const { id, token } = await quotations.createOrdered()
      const otherOrder = await quotations.createOrdered()
      const files = [{ name: 'packing list.pdf', bytes: pdf }]
      const addedResponse = await quotations.call('addOrderDocuments', { id }, { files })
      assert.equal(addedResponse.status, 200, JSON.stringify(addedResponse.body))
      assert.equal((await quotations.call('addOrderDocuments', { id }, { files: [] })).status, 422)
      const [document] = addedResponse.body.documents
      assert.equal(document.name, 'packing list.pdf')
      const download = (orderToken: string) =>
        app.get(`${linkedEndpoints.getOrderDocument[1]}?token=${orderToken}&file=${document.number}`)
      const response = await download(token)
      assert.equal(response.status, 200)
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.from(pdf))
      assert.equal((await download(otherOrder.token)).status, 404)
      const orderWithoutDocument = await quotations.callOk('removeOrderDocument', { id, file: document.number })
      assert.deepEqual(orderWithoutDocument.documents, [])
      assert.equal((await download(token)).status, 404)
      const otherFiles = [{ name: 'invoice.pdf', bytes: pdf }]
      const { body: orderWithInvoice } = await quotations.call('addOrderDocuments', { id }, { files: otherFiles })
      assert.equal((await download(token)).status, 404, 'a page from before names no other document')
      await quotations.callOk('removeOrderDocument', { id, file: orderWithInvoice.documents[0].number })
      for (let count = 0; count < 20; count += 5)
        await quotations.call('addOrderDocuments', { id }, { files: Array(5).fill(files[0]) })
      const tooManyResponse = await quotations.call('addOrderDocuments', { id }, { files })
      assert.deepEqual(tooManyResponse.body.errors, { files: [t('orders.documents_max', { max: 20 })] })
    })

    test('are listed by state and found by number, company and purchase order, and late ones are marked (OFF-344)', async () => {
      const { id } = await quotations.createOrdered(undefined, { company: 'Östra Södra KNITS ÅB' })
      const order = await readOrder(id)
      await saveOrder(order, { po_number: 'SK/9', ship_by: app.day(-1) })
      const findOrders = async (search: string, view = 'open') =>
        (await quotations.callOk('getOrders', { search, view })).data as { id: number; is_late: boolean }[]
      for (const search of [
        order.number,
        toDigits(order.number, 'bn'),
        'sk/৯',
        'södra',
        'sk/9',
        'lena södra',
        'östra knits åb',
      ])
        assert.deepEqual((await findOrders(search)).map((row) => row.id).includes(id), true, search)
      assert.equal((await findOrders(order.number))[0]!.is_late, true)
      assert.deepEqual(await findOrders('södra', 'done'), [])
      await saveOrder(await readOrder(id), { state: 'delivered', ship_by: app.day(-1) })
      assert.deepEqual(
        (await findOrders('södra', 'done')).map((row) => [row.id, row.is_late]),
        [[id, false]],
      )
      const { data } = await quotations.callOk('searchOffice', { search: order.number })
      assert.deepEqual(
        data.map(({ kind, id: found }: { kind: string; id: string }) => [kind, found]),
        [['order', String(id)]],
      )
    })

    test('are deleted with their quotation, shipments and documents after the retention period (OFF-215)', async () => {
      const { id, token } = await quotations.createOrdered()
      await quotations.callOk('saveOrderShipment', { order: id, ...createSentSample(app) })
      await quotations.call('addOrderDocuments', { id }, { files: [{ name: 'a.pdf', bytes: pdf }] })
      await purgeOldQuotations(app.db, app.clock.now + SEVEN_YEARS_MS)
      for (const table of ['sales_order', 'order_shipment'] as const)
        assert.deepEqual(await app.db.selectFrom(table).selectAll().execute(), [])
      assert.deepEqual(await app.db.selectFrom('attachment').select('id').where('order_id', '=', id).execute(), [])
      assert.equal((await openOrder(token)).status, 404)
    })
  })
}
