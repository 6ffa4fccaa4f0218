import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { keepSignedIn } from '#testing/keep-signed-in.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { fillInbox, openInbox } from '#testing/inbox.ts'
import { readEmail } from '#testing/mail.ts'
import { createQuotationCalls } from '#testing/quotations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`a quotation, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let quotations: ReturnType<typeof createQuotationCalls>
    before(async () => {
      quotations = createQuotationCalls(app, await app.signIn('staff'))
      await keepSignedIn(app.db)
    })

    test('is created from an enquiry, sent with a link and accepted through the link (OFF-211, OFF-213)', async () => {
      const { call, callOk, form, lastToken, readState, answer } = quotations
      const code = await fillInbox(app, 'en')
      const { id, enquiry, revisions } = await callOk('startQuotation', { enquiry: code })
      const [draft] = revisions
      assert.deepEqual([enquiry, draft.state, draft.number], [code, 'draft', null])
      assert.deepEqual([draft.form.company, draft.form.email], ['Nordwind Fashion', 'lena@buyer.example'])
      assert.match(draft.form.lines[0].specification, /antique brass; 24,000/)
      const prematureResponse = await call('sendQuotation', { id: draft.id, version: draft.version })
      const missingFields = [0, 1].flatMap((index) => [`lines.${index}.quantity`, `lines.${index}.price`])
      assert.deepEqual([prematureResponse.status, Object.keys(prematureResponse.body.errors)], [422, missingFields])
      const savedQuotation = await callOk('saveQuotation', { id: draft.id, version: draft.version, ...form() })
      assert.equal(savedQuotation.revisions[0].offered.total_minor, 55_707 + 12_000)
      const sentQuotation = await callOk('sendQuotation', {
        id: draft.id,
        version: savedQuotation.revisions[0].version,
      })
      assert.match(sentQuotation.revisions[0].number, /^Q-2027-\d{4}$/)
      const email = readEmail((await app.deliverEmails()).at(-1)!)
      assert.ok(email.text.includes('USD\u00a0677.07'), email.text)
      const token = await lastToken()
      const quotationResponse = await app.call('getQuotation', { token })
      assert.deepEqual(
        [quotationResponse.body.number, quotationResponse.body.state],
        [sentQuotation.revisions[0].number, 'sent'],
      )
      assert.equal(await readState(id), 'sent', 'opening the link changes nothing')
      const emailCount = (await app.deliverEmails()).length
      const responses = await Promise.all([answer(token, 'accept', 'Go ahead.'), answer(token, 'accept', 'Go ahead.')])
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
      assert.deepEqual([await readState(id), (await app.deliverEmails()).length - emailCount], ['accepted', 2])
      assert.equal((await call('reviseQuotation', { id })).status, 409)
      assert.equal((await answer(token, 'decline')).status, 409)
    })

    test('starts with the products and choices of an enquiry in the language of the buyer (OFF-211)', async () => {
      const line = { product: 'zipper', sizes: ['#5'], finishes: ['Antique brass'], shades: ['Tape dyed to shade'] }
      const code = await openInbox(app).sendEnquiry({ language: 'bn', lines: [line] })
      const [{ form }] = (await quotations.callOk('startQuotation', { enquiry: code })).revisions
      const { item, specification, size, colour } = form.lines[0]
      assert.deepEqual(
        [form.language, item, specification, size, colour],
        ['bn', 'জিপার', 'ফিনিশ: অ্যান্টিক ব্রাস', '#৫', 'শেড মিলিয়ে রং করা টেপ'],
      )
    })

    test('names the requested amount if it exceeds the limit of a line, instead of quoting less (OFF-211)', async () => {
      const lines = [{ product: 'zipper', amount: 8_000_000, unit: 'piece' }]
      const code = await openInbox(app).sendEnquiry({ lines })
      const [{ form }] = (await quotations.callOk('startQuotation', { enquiry: code })).revisions
      assert.deepEqual([form.lines[0].quantity, form.lines[0].specification], [0, '8,000,000 pieces'])
    })

    test('is sent only with a price for every quantity that the buyer may order (OFF-211, OFF-340)', async () => {
      const { call, zipperLine, createDraft, createSent } = quotations
      const breaks = [{ from: 10_000, price: 0.04 }]
      const rejectedLines = [
        { quantity: 12_000, price: 0, breaks },
        { quantity: 12_000, price: 0, breaks, minimum: 9_999 },
        { quantity: 12_000, price: 0.05, breaks: [{ from: 5_000, price: 0 }, ...breaks] },
      ]
      for (const line of rejectedLines) {
        const { revision, version } = await createDraft({ lines: [{ ...zipperLine, ...line }] })
        const { status, body } = await call('sendQuotation', { id: revision, version })
        assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['lines.0.price']], JSON.stringify(line))
      }
      const priceFromMinimum = { quantity: 12_000, price: 0, breaks, minimum: 10_000 }
      await createSent({ lines: [{ ...zipperLine, ...priceFromMinimum }] })
    })

    test('starts with the default terms, and lists the offered products in the language of the buyer (OFF-345)', async () => {
      const { call, callOk } = quotations
      const terms = { currency: 'BDT', incoterm: 'EXW', place: 'Dhaka', payment: 'Cash', lead_time: '7 days' }
      const defaultTerms = { ...terms, tolerance: 5, remarks: 'Ask for lab dips.', valid_days: 10 }
      assert.equal((await call('saveQuotationTerms', { ...defaultTerms, valid_days: 366 })).status, 422)
      await callOk('saveQuotationTerms', defaultTerms)
      const code = await openInbox(app).sendEnquiry()
      for (const source of [{}, { enquiry: code }]) {
        const [{ form }] = (await callOk('startQuotation', source)).revisions
        const { valid_days: _, ...expected } = defaultTerms
        for (const [name, value] of Object.entries(expected)) assert.equal(form[name], value, name)
        assert.equal(form.valid_until, app.day(10))
      }
      await callOk('saveQuotationTerms', { ...defaultTerms, currency: 'USD', valid_days: 30 })
      const listProductNames = async (language: string) =>
        (await callOk('getQuotationProducts', { language })).data.map(({ name }: { name: string }) => name)
      assert.ok((await listProductNames('en')).includes('Zipper'))
      assert.ok((await listProductNames('bn')).includes('জিপার'))
    })

    test('is started, sent again and closed once, even if staff send the request again after a lost answer (OFF-211, OFF-213)', async () => {
      const { call, callOk, createSent, readState } = quotations
      const { id, revision } = await createSent()
      const repeat = async (name: Parameters<typeof call>[0], form: object) => {
        const key = `the key of ${name}`
        const [firstResponse, secondResponse] = [await call(name, form, { key }), await call(name, form, { key })]
        assert.deepEqual([firstResponse.status, secondResponse.status], [200, 200], name)
        assert.equal(secondResponse.body.id, firstResponse.body.id, name)
      }
      const emailCount = (await app.deliverEmails()).length
      await repeat('resendQuotation', { id: revision })
      assert.equal((await app.deliverEmails()).length, emailCount + 1)
      const { length: countBefore } = (await callOk('getQuotations', { view: 'drafts' })).data
      await repeat('startQuotation', { copy: id })
      assert.equal((await callOk('getQuotations', { view: 'drafts' })).data.length, countBefore + 1)
      await repeat('recordQuotationOutcome', {
        id: revision,
        outcome: 'withdrawn',
        reason: 'Mistake',
        message: 'Sorry.',
      })
      assert.equal((await app.deliverEmails()).length, emailCount + 2)
      assert.equal(await readState(id), 'withdrawn')
    })

    test('is not saved or sent from the page of a draft that was discarded, and has no history of it (OFF-211, OPS-25)', async () => {
      const { call, callOk, form } = quotations
      const discardedDraft = await callOk('startQuotation')
      const [{ id: revision, version }] = discardedDraft.revisions
      await callOk('discardQuotation', { id: revision, version })
      const laterDraft = await callOk('startQuotation')
      assert.equal((await call('saveQuotation', { id: revision, version, ...form() })).status, 404)
      const logQuery = { subject: `quotation ${laterDraft.id}` }
      const { data } = await app.callOk('getLog', logQuery, { token: await app.signIn('owner') })
      assert.deepEqual(
        data.map(({ action }: { action: string }) => action),
        ['quotation created'],
      )
    })

    test('cannot be changed once sent, and is superseded when the next revision is sent (OFF-212)', async () => {
      const { call, callOk, form, zipperLine, createSent, lastToken, answer } = quotations
      const { id, revision, version, number, token } = await createSent()
      for (const [name, request] of [
        ['saveQuotation', { id: revision, version, ...form(), lines: [] }],
        ['discardQuotation', { id: revision, version }],
        ['sendQuotation', { id: revision, version }],
      ] as const)
        assert.equal((await call(name, request)).status, 409, name)
      const responses = await Promise.all([1, 2].map(() => call('reviseQuotation', { id })))
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
      const { revisions } = await callOk('getQuotationRecord', { id })
      const [draft, firstRevision] = revisions
      assert.deepEqual([draft.state, draft.revision, firstRevision.state], ['draft', 2, 'sent'])
      const expensiveLine = { ...zipperLine, price: 0.05 }
      const savedQuotation = await callOk('saveQuotation', {
        id: draft.id,
        version: draft.version,
        ...form(),
        lines: [expensiveLine],
      })
      assert.equal((await app.call('getQuotation', { token })).body.offered.lines[0].price_micros, 45_125)
      const sentQuotation = await callOk('sendQuotation', {
        id: draft.id,
        version: savedQuotation.revisions[0].version,
      })
      assert.deepEqual(
        sentQuotation.revisions.map((revisionView: Record<string, unknown>) => [
          revisionView['number'],
          revisionView['state'],
        ]),
        [
          [`${number}-R2`, 'sent'],
          [number, 'superseded'],
        ],
      )
      const oldLinkResponse = await app.call('getQuotation', { token })
      assert.deepEqual([oldLinkResponse.body.state, oldLinkResponse.body.number], ['superseded', number])
      assert.equal((await answer(token, 'accept')).status, 409)
      assert.equal((await answer(await lastToken(), 'accept')).status, 200)
    })

    test('is accepted once and blocks an older draft from being sent (OFF-212)', async () => {
      const { call, callOk, createSent, readState, answer } = quotations
      const { id, token } = await createSent()
      const { revisions } = await callOk('reviseQuotation', { id })
      assert.equal((await answer(token, 'accept')).status, 200)
      const request = { id: revisions[0].id, version: revisions[0].version }
      assert.equal((await call('sendQuotation', request)).status, 409)
      await callOk('discardQuotation', request)
      assert.equal(await readState(id), 'accepted')
      const raceQuotation = await createSent()
      const [draft] = (await callOk('reviseQuotation', { id: raceQuotation.id })).revisions
      const responses = await Promise.all([
        answer(raceQuotation.token, 'accept'),
        call('sendQuotation', { id: draft.id, version: draft.version }),
      ])
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
    })

    test('is not saved from a stale draft or with invalid fields (OFF-211)', async () => {
      const { call, form, zipperLine, createDraft } = quotations
      const { revision, version } = await createDraft()
      const responses = await Promise.all(
        [1, 2].map((index) => call('saveQuotation', { id: revision, version, ...form(), remarks: `From ${index}` })),
      )
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
      for (const [invalidPatch, field] of [
        [{ email: 'nobody' }, 'email'],
        [{ valid_until: '2027-02-30' }, 'valid_until'],
        [{ tolerance: 51 }, 'tolerance'],
        [{ lines: [{ ...zipperLine, price: 0.0451251 }] }, 'lines.0.price'],
        [{ lines: [{ ...zipperLine, quantity: 1.5 }] }, 'lines.0.quantity'],
        [{ lines: [{ ...zipperLine, unit: 'box' }] }, 'lines.0.unit'],
        [{ charges: [{ name: ' ', amount: 1 }] }, 'charges.0.name'],
        [{ incoterm: 'FOBB' }, 'incoterm'],
      ] as const) {
        const { status, body } = await call('saveQuotation', {
          id: revision,
          version: version + 1,
          ...form(),
          ...invalidPatch,
        })
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
      }
      const incompleteDraft = await createDraft({ valid_until: app.day(-1), lines: [] })
      const { body } = await call('sendQuotation', { id: incompleteDraft.revision, version: incompleteDraft.version })
      assert.deepEqual(Object.keys(body.errors), ['valid_until', 'lines'])
    })

    test('gets a number without gaps when it is first sent, even if several are sent concurrently (OFF-212)', async () => {
      const { call, createDraft } = quotations
      const readNumbers = async () => {
        const rows = await app.db.selectFrom('quotation').select(['year', 'no']).where('no', 'is not', null).execute()
        return rows.map(({ no }) => no!).toSorted((left, right) => left - right)
      }
      const numbersBefore = await readNumbers()
      const drafts = []
      for (let index = 0; index < 12; index++) drafts.push(await createDraft(index % 3 === 0 ? { lines: [] } : {}))
      await Promise.all(
        drafts.flatMap(({ revision, version }) => {
          const key = randomUUID()
          return [1, 2].map(() => call('sendQuotation', { id: revision, version }, { key }))
        }),
      )
      const numbersAfter = await readNumbers()
      assert.equal(numbersAfter.length, numbersBefore.length + 8)
      assert.deepEqual(
        numbersAfter,
        Array.from({ length: numbersAfter.length }, (_, index) => index + 1),
      )
    })
  })
}
