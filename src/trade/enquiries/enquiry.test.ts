import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { enginesFor, sqlite } from '#testing/engines.ts'
import { startTestApp, setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmail } from '#testing/mail.ts'
import { publish } from '#platform/database/publish.ts'
import { enquiryLimits } from './limits.ts'
import { renderStoredEmail } from '#mail/render.ts'

const enquiry = {
  company: 'Vogt Textil GmbH',
  name: 'Lena Vogt',
  email: 'lena@buyer.example',
  phone: '+49 40 6696 9123',
  message: 'For the autumn jackets.\n\nSamples to Hamburg, please.',
  lines: [
    { product: 'zipper', quantity: '12,000 pcs', notes: 'Antique brass, #5\n18 cm and 22 cm' },
    { product: 'hang-tag' },
  ],
}
/** The columns of a line without chosen options. */
const emptyChoices = { amount: null, unit: null, needed_by: null, purpose: null, choices: '{}', pantone: '' }
const repeat = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)
const referencePattern = /^[2-9A-HJ-NP-Z]{8}$/

for (const engine of enginesFor(import.meta.url)) {
  describe(`the enquiry endpoint, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    beforeEach(async () => {
      await app.deliverEmails()
      for (const table of ['enquiry_line', 'enquiry', 'mail', 'request_key'] as const) {
        await app.db.deleteFrom(table).execute()
      }
      await publish(app.db, (tx) => tx.updateTable('product').set({ active: 1 }).execute())
    })

    const send = (fields: object = {}, options: Parameters<TestApp['call']>[2] = {}) =>
      app.call('sendEnquiry', { ...enquiry, ...fields }, options)
    const readEnquiries = () => app.db.selectFrom('enquiry').selectAll().orderBy('id').execute()
    const readLines = () =>
      app.db.selectFrom('enquiry_line').selectAll().orderBy('enquiry_id').orderBy('position').execute()
    const listMails = () => app.db.selectFrom('mail').selectAll().orderBy('id').execute()
    const assertNothingStored = async () =>
      assert.deepEqual([await readEnquiries(), await readLines(), await listMails()], [[], [], []])
    const deactivateProduct = (slug: string) =>
      publish(app.db, (tx) => tx.updateTable('product').set({ active: 0 }).where('slug', '=', slug).execute())

    test('stores an enquiry with its lines and returns a reference (CONT-11)', async () => {
      const { status, body } = await send()
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), ['reference'])
      assert.match(body.reference, referencePattern)
      const [storedEnquiry, ...otherEnquiries] = await readEnquiries()
      assert.equal(otherEnquiries.length, 0)
      const { id, ...fields } = storedEnquiry!
      assert.deepEqual(fields, {
        code: body.reference,
        account_id: null,
        company: enquiry.company,
        name: enquiry.name,
        email: enquiry.email,
        phone: '+494066969123',
        notes: enquiry.message,
        language: 'en',
        created_at: app.clock.now,
        handled_at: null,
        handled_by: null,
      })
      const products = await app.db.selectFrom('product').select(['id', 'slug']).execute()
      const getProductId = (slug: string) => products.find((product) => product.slug === slug)!.id
      assert.deepEqual(await readLines(), [
        {
          enquiry_id: id,
          position: 1,
          product_id: getProductId('zipper'),
          product_name: 'Zipper',
          quantity: '12,000 pcs',
          notes: enquiry.lines[0]!.notes,
          ...emptyChoices,
        },
        {
          enquiry_id: id,
          position: 2,
          product_id: getProductId('hang-tag'),
          product_name: 'Hang tag',
          quantity: '',
          notes: '',
          ...emptyChoices,
        },
      ])
    })

    test('emails all data to the company and a summary to the sender (CONT-11)', async () => {
      const { body } = await send()
      const [senderEmail, companyEmail] = (await app.deliverEmails()).slice(-2).map(readEmail)
      assert.deepEqual(
        [companyEmail!.header('to'), companyEmail!.header('subject')],
        ['hello@selvage.example', `Enquiry ${body.reference} from Vogt Textil GmbH`],
      )
      for (const text of [
        'Lena Vogt of Vogt Textil GmbH',
        enquiry.message,
        'lena@buyer.example',
        '+494066969123',
        'Language: English',
        '1. Zipper: 12,000 pcs\nAntique brass, #5\n18 cm and 22 cm',
        '2. Hang tag: no quantity given',
        body.reference,
      ])
        assert.ok(companyEmail!.text.includes(text), text)
      assert.match(companyEmail!.html, /12,000 pcs<br>Antique brass, #5<br>18 cm/)

      assert.deepEqual(
        [senderEmail!.header('to'), senderEmail!.header('subject')],
        ['lena@buyer.example', `Your enquiry ${body.reference}`],
      )
      assert.match(senderEmail!.text, /^Hello,\n\nThank you\. We have received your enquiry/)
      const facts = `Reference: ${body.reference}\nProducts: Zipper, Hang tag\n`
      assert.ok(senderEmail!.text.includes(facts), senderEmail!.text)
    })

    test('emails the sender in the language of the page and the company in English (CONT-11)', async () => {
      const { body } = await send({ name: 'নাসরিন আক্তার' }, { language: 'bn' })
      const [senderEmail, companyEmail] = (await app.deliverEmails()).slice(-2).map(readEmail)
      assert.match(companyEmail!.text, /1\. Zipper: 12,000 pcs[^]*Language: বাংলা/)
      assert.equal(senderEmail!.header('subject'), `আপনার ইনকোয়ারি ${body.reference}`)
      assert.match(senderEmail!.text, /^সুধী,[^]*\nপণ্য: জিপার, হ্যাং ট্যাগ\n/)
      assert.equal((await readEnquiries())[0]!.language, 'bn')
      assert.deepEqual(
        (await readLines()).map((line) => line.product_name),
        ['জিপার', 'হ্যাং ট্যাগ'],
      )
    })

    test('includes no typed text in an email to an unverified address', async () => {
      const [pills, link] = ['BUY PILLS', 'https://pills.example']
      await send({
        message: pills,
        company: pills,
        name: link,
        lines: [{ product: 'lace', quantity: pills, notes: link }],
      })
      const senderEmail = (await listMails()).find((mail) => mail.recipient === enquiry.email)!
      const { text, html } = renderStoredEmail(senderEmail)
      assert.doesNotMatch(text + html, /pills/i)
    })

    test('links the enquiry of a member to their account and treats an unknown token as anonymous', async () => {
      const annaQuery = app.db.selectFrom('account').select('id').where('username', '=', 'anna')
      await send({}, { token: await app.signIn('anna') })
      await send({}, { token: 'x'.repeat(43) })
      assert.deepEqual(
        (await readEnquiries()).map((enquiryRow) => enquiryRow.account_id),
        [(await annaQuery.executeTakeFirstOrThrow()).id, null],
      )
    })

    test('names each invalid field and stores nothing (CONT-11)', async () => {
      await deactivateProduct('lace')
      const line = { product: 'zipper' }
      const invalidCases: [object, string, RegExp][] = [
        [{ company: '' }, 'company', /fill this in/],
        [{ company: 'x'.repeat(121) }, 'company', /at most 120/],
        [{ name: ' ' }, 'name', /fill this in/],
        [{ email: 'lena@buyer' }, 'email', /name@example\.com/],
        [{ phone: 'call me' }, 'phone', /phone number/],
        [{ message: 'x'.repeat(enquiryLimits.message + 1) }, 'message', /at most 2,000/],
        [{ lines: undefined }, 'lines', /fill this in/],
        [{ lines: 'zipper' }, 'lines', /./],
        [{ lines: [] }, 'lines', /at least one product/],
        [{ lines: repeat(31, line) }, 'lines', /at most 30/],
        [{ lines: [line, { product: 'rivet' }] }, 'lines.1.product', /no longer offer/],
        [{ lines: [{ product: 'lace' }, line] }, 'lines.0.product', /no longer offer/],
        [{ lines: [{ product: '' }] }, 'lines.0.product', /fill this in/],
        [
          { lines: [line, { ...line, quantity: 'x'.repeat(enquiryLimits.quantity + 1) }] },
          'lines.1.quantity',
          /at most 40/,
        ],
        [{ lines: [{ ...line, quantity: 5_000 }] }, 'lines.0.quantity', /must be text/],
        [{ lines: [{ ...line, notes: 'x'.repeat(enquiryLimits.notes + 1) }] }, 'lines.0.notes', /at most 400/],
        [{ lines: [{ ...line, quantity: 'a\nb' }] }, 'lines.0.quantity', /not allowed here/],
      ]
      for (const [invalidFields, field, messagePattern] of invalidCases) {
        const { status, body } = await send(invalidFields)
        assert.equal(status, 422, JSON.stringify(invalidFields).slice(0, 100))
        assert.deepEqual(Object.keys(body.errors), [field])
        assert.match(body.errors[field][0], messagePattern)
      }
      const { body } = await send({ lines: [{ product: 'lace' }, { product: 'rivet' }] }, { language: 'bn' })
      assert.deepEqual(Object.keys(body.errors), ['lines.0.product', 'lines.1.product'])
      assert.match(body.errors['lines.1.product'][0], /[\u0980-\u09ff]{3}/)
      await assertNothingStored()
    })

    test('accepts an enquiry of the maximum size (CONT-11)', async () => {
      const longestLine = {
        product: 'zipper',
        quantity: 'ক'.repeat(enquiryLimits.quantity),
        notes: 'ক'.repeat(enquiryLimits.notes),
        pantone: 'ক'.repeat(enquiryLimits.pantone),
      }
      const { status } = await send({
        lines: repeat(enquiryLimits.lines, longestLine),
        message: 'ক'.repeat(enquiryLimits.message),
      })
      assert.equal(status, 200)
      assert.equal((await readLines()).length, enquiryLimits.lines)
    })

    test('stores one enquiry for a repeated key, also under ten concurrent requests (CONT-11)', async () => {
      const key = 'pressed-ten-times'
      const responses = await Promise.all(Array.from({ length: 10 }, () => send({}, { key })))
      assert.deepEqual(
        responses.map(({ status }) => status),
        Array(10).fill(200),
      )
      assert.equal(new Set(responses.map(({ body }) => body.reference)).size, 1)
      assert.deepEqual(
        [(await readEnquiries()).length, (await readLines()).length, (await listMails()).length],
        [1, 2, 2],
      )
      const otherResponse = await send({ company: 'Another' }, { key })
      assert.deepEqual([otherResponse.status, otherResponse.body.errors], [422, {}])
      assert.notEqual((await send({}, { key: 'another' })).body.reference, responses[0]!.body.reference)
      await send()
      await send()
      assert.equal((await readEnquiries()).length, 4)
    })

    test('allows reuse of a key after a rejected request', async () => {
      assert.equal((await send({ lines: [{ product: 'rivet' }] }, { key: 'mended' })).status, 422)
      assert.equal((await send({}, { key: 'mended' })).status, 200)
    })

    test('reports success to a bot that fills in the hidden field, but stores nothing', async () => {
      const { status, body } = await send({ website: 'https://spam.example' })
      assert.equal(status, 200)
      assert.match(body.reference, referencePattern)
      await assertNothingStored()
      assert.equal((await send({ website: '' })).status, 200)
      assert.equal((await readEnquiries()).length, 1)
    })

    test('treats typed text as plain text in emails', async () => {
      for (const field of ['company', 'name', 'email'])
        for (const text of ['a\r\nBcc: victim@other.example', 'a\u0000b'])
          assert.equal((await send({ [field]: text })).status, 422)
      await assertNothingStored()
      const hostileText = '<img src=x onerror=alert(1)> {name} $&'
      const line = { product: 'zipper', quantity: '<b>5</b>', notes: '<script>alert(1)</script>' }
      assert.equal(
        (await send({ company: hostileText, name: hostileText, message: hostileText, lines: [line] })).status,
        200,
      )
      const [senderEmail, companyEmail] = await listMails()
      assert.ok(companyEmail!.subject.endsWith(`from ${hostileText}`))
      const companyHtml = renderStoredEmail(companyEmail!).html
      for (const html of [companyHtml, renderStoredEmail(senderEmail!).html])
        assert.doesNotMatch(html, /<(script|img|b)\b/)
      assert.match(companyHtml, /&lt;img src=x onerror=alert\(1\)&gt; \{name\} \$&amp;/)
    })

    test('stores no enquiry if its emails cannot be queued', async () => {
      await app.db.schema.alterTable('mail').renameTo('mail_elsewhere').execute()
      try {
        assert.equal((await send({}, { key: 'again' })).status, 500)
      } finally {
        await app.db.schema.alterTable('mail_elsewhere').renameTo('mail').execute()
      }
      await assertNothingStored()
      assert.equal((await send({}, { key: 'again' })).status, 200)
    })

    test('reads a posted quantity as a number only if its separators are between thousands (CONT-11)', async () => {
      const { company, name, email } = enquiry
      for (const [typed, amount] of [
        ['1,20,000', 120_000],
        ['১২,০০০', 12_000],
        ['5 000', 5_000],
        ['5.000', 5_000],
        ['2,5', null],
        ['12,50', null],
        ['2.5', null],
      ] as const) {
        const body = new URLSearchParams({ company, name, email, product: 'zipper', amount: typed, unit: 'metre' })
        assert.equal((await app.fetch('/enquiry?product=zipper', { method: 'POST', body })).status, 303, typed)
        const line = (await readLines()).at(-1)!
        assert.deepEqual([line.amount, line.quantity], [amount, amount === null ? typed : ''], typed)
      }
    })
  })
}

test('an IP address can send twenty enquiries per hour', async () => {
  const app = await startTestApp(sqlite, { RATE_LIMIT: 'on' })
  try {
    for (const _ of repeat(20, null)) assert.equal((await app.call('sendEnquiry', enquiry)).status, 200)
    assert.equal((await app.call('sendEnquiry', enquiry)).status, 429)
    app.clock.advance(3_600_000)
    assert.equal((await app.call('sendEnquiry', enquiry)).status, 200)
  } finally {
    await app.close()
  }
})
