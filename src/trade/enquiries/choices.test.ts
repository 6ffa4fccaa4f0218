import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { publish } from '#platform/database/publish.ts'
import { parseDay } from '#platform/day.ts'
import { enquiryLimits } from './limits.ts'

const enquiry = { company: 'Vogt Textil', name: 'Lena Vogt', email: 'lena@buyer.example' }

for (const engine of enginesFor(import.meta.url)) {
  describe(`product choices of an enquiry line, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    beforeEach(async () => {
      await app.deliverEmails()
      for (const table of ['enquiry_line', 'enquiry', 'mail'] as const) await app.db.deleteFrom(table).execute()
    })

    const send = (line: object, options: Parameters<TestApp['call']>[2] = {}, fields: object = {}) =>
      app.call('sendEnquiry', { ...enquiry, ...fields, lines: [{ product: 'zipper', ...line }] }, options)
    const readLines = () => app.db.selectFrom('enquiry_line').selectAll().execute()
    const getChoices = async (slug: string, language = 'en') => {
      const { body } = await app.call('getProducts', { choices: 1 }, { language })
      return body.data.find((product: { slug: string }) => product.slug === slug).choices
    }

    test('are listed in the request language, only if requested (CONT-11)', async () => {
      const { units, sizes, finishes, shades } = await getChoices('button')
      assert.deepEqual(units, ['gross', 'piece'])
      assert.deepEqual(sizes[0], { value: '14L', name: '14L' })
      assert.ok(finishes.some(({ value }: { value: string }) => value === 'Horn-effect'))
      assert.ok(shades.length > 1)
      const banglaChoices = await getChoices('button', 'bn')
      assert.deepEqual(banglaChoices.sizes[0], { value: '14L', name: '১৪ লাইন' })
      assert.deepEqual(banglaChoices.units, units)
      const { body } = await app.call('getProducts')
      assert.ok(body.data.every((product: object) => !('choices' in product)))
    })

    test('are stored, and listed in English for the company and in their own language for the sender (CONT-11, DES-11, DES-12, DES-103)', async () => {
      const line = {
        amount: 5_000,
        unit: 'piece',
        purpose: 'both',
        needed_by: app.day(60),
        notes: 'YKK style',
        pantone: 'pantone 19 4052tcx',
        kinds: ['Nylon coil'],
        sizes: ['#5', '#3'],
        lengths: ['60 cm'],
        types: ['Open end'],
        finishes: ['Antique brass'],
        fittings: ['Auto-lock'],
        shades: ['SG-29', 'Tape dyed to shade'],
      }
      const token = await app.signIn('anna')
      const { status } = await send(line, { language: 'bn', token }, { email: 'anna@buyer.example' })
      assert.equal(status, 200)
      const [storedLine] = await readLines()
      assert.deepEqual(
        [
          storedLine!.amount,
          storedLine!.unit,
          storedLine!.purpose,
          storedLine!.needed_by,
          JSON.parse(storedLine!.choices),
          storedLine!.pantone,
        ],
        [
          5_000,
          'piece',
          'both',
          parseDay(app.day(60)),
          {
            kinds: ['Nylon coil'],
            sizes: ['#3', '#5'],
            lengths: ['60 cm'],
            types: ['Open end'],
            finishes: ['Antique brass'],
            fittings: ['Auto-lock'],
            shades: ['Tape dyed to shade', 'SG-29'],
          },
          '19-4052 TCX',
        ],
      )
      const companyEmail = (await readEmailsTo(app, 'hello@selvage.example')).at(-1)!
      assert.ok(
        companyEmail.text.includes(
          '1. Zipper: 5,000 pieces · Sample and bulk\nType: Nylon coil\nSizes: #3, #5\nLength: 60 cm\nConstruction: Open end\nFinishes: Antique brass\nFittings: Auto-lock\n' +
            'Shades: Tape dyed to shade, SG-29\nPantone colour: 19-4052 TCX\nNeeded by: 5 March 2027\nYKK style\n',
        ),
        companyEmail.text,
      )
      const senderEmail = (await readEmailsTo(app, 'anna@buyer.example')).at(-1)!
      assert.match(
        senderEmail.text,
        /জিপার: ৫,০০০ পিস · নমুনা ও বাল্ক\nধরন: নাইলন কয়েল\nমাপ: #৩, #৫\nদৈর্ঘ্য: ৬০ সেমি\nগঠন: ওপেন-এন্ড\nফিনিশ: অ্যান্টিক ব্রাস\n/,
      )
      assert.match(senderEmail.text, /\nপ্যানটোন রং: 19-4052 TCX\n/)
      const { body: ownEnquiries } = await app.call('getOwnEnquiries', {}, { token })
      assert.equal(ownEnquiries.data[0].lines[0].pantone, '19-4052 TCX')
      const ownerToken = await app.signIn('owner')
      const { body: record } = await app.call(
        'getEnquiryRecord',
        { code: ownEnquiries.data[0].code },
        { token: ownerToken },
      )
      assert.equal(record.lines[0].pantone, '19-4052 TCX')
      const { body: startedQuotation } = await app.call(
        'startQuotation',
        { enquiry: ownEnquiries.data[0].code },
        { token: ownerToken },
      )
      const { body: quotation } = await app.call(
        'getQuotationRecord',
        { id: startedQuotation.id },
        { token: ownerToken },
      )
      assert.equal(quotation.revisions[0].form.lines[0].colour, '19-4052 TCX, শেড মিলিয়ে রং করা টেপ, এসজি-২৯ ইট')
    })

    test('appear in an email to an unverified address, unlike typed text (CONT-11)', async () => {
      await send({ amount: 777_777, purpose: 'sample', sizes: ['#5'], notes: 'BUY PILLS', pantone: 'PILLS C' })
      const senderEmail = (await readEmailsTo(app, enquiry.email)).at(-1)!
      assert.match(senderEmail.text, /Products: Zipper\nZipper: Sample\nSizes: #5\n/)
      assert.doesNotMatch(senderEmail.text, /777[,.]?777|PILLS/)
    })

    test('include the default unit for an amount without a unit, and no unit without an amount (CONT-11)', async () => {
      await send({ product: 'button', amount: 40 })
      await send({ unit: 'metre' })
      assert.deepEqual(
        (await readLines()).map(({ amount, unit }) => [amount, unit]),
        [
          [40, 'gross'],
          [null, null],
        ],
      )
    })

    test('are rejected with an error under each invalid field, and nothing is stored (CONT-11)', async () => {
      const invalidLines: [object, string, RegExp][] = [
        [{ amount: 0 }, 'amount', /at least 1/],
        [{ amount: enquiryLimits.amount + 1 }, 'amount', /at most/],
        [{ amount: '5000' }, 'amount', /be a number/],
        [{ amount: 1.5 }, 'amount', /whole number/],
        [{ unit: 'dozen' }, 'unit', /Choose one/],
        [{ unit: 'cone' }, 'unit', /not sold in this unit/],
        [{ purpose: 'theft' }, 'purpose', /Choose one/],
        [{ needed_by: '2027-02-30' }, 'needed_by', /valid date/],
        [{ needed_by: app.day(-1) }, 'needed_by', /This day is in the past/],
        [{ sizes: ['14L'] }, 'sizes', /no longer available/],
        [{ finishes: ['#5'] }, 'finishes', /no longer available/],
        [{ fittings: ['Gold'] }, 'fittings', /no longer available/],
        [{ shades: ['SG-61'] }, 'shades', /no longer available/],
        [{ product: 'carton', shades: ['SG-07'] }, 'shades', /no longer available/],
        [{ shades: Array(21).fill('White tape') }, 'shades', /at most 20/],
        [{ sizes: '#5' }, 'sizes', /Choose one/],
        [{ pantone: 'x'.repeat(enquiryLimits.pantone + 1) }, 'pantone', /at most 40/],
        [{ pantone: 'a\nb' }, 'pantone', /not allowed here/],
      ]
      for (const [line, field, messagePattern] of invalidLines) {
        const { status, body } = await send(line)
        assert.equal(status, 422, JSON.stringify(line))
        assert.deepEqual(Object.keys(body.errors), [`lines.0.${field}`], JSON.stringify(line))
        assert.match(body.errors[`lines.0.${field}`][0], messagePattern)
      }
      assert.match((await send({ unit: 'cone' }, { language: 'bn' })).body.errors['lines.0.unit'][0], /অন্য একক/)
      assert.equal((await send({ needed_by: app.day(0) })).status, 200, 'today is not in the past')
      assert.equal((await readLines()).length, 1)
    })

    test('include the shades of the colour card, with their screen colours (DES-14)', async () => {
      const { body: colourCard } = await app.call('getColourCard', {}, { language: 'bn' })
      assert.equal(colourCard.data.length, 60)
      assert.equal(new Set(colourCard.data.map(({ value }: { value: string }) => value)).size, 60)
      assert.equal(new Set(colourCard.data.map(({ colour }: { colour: string }) => colour)).size, 60)
      assert.deepEqual(colourCard.data[46], { value: 'SG-47', name: 'এসজি-৪৭ নীল', colour: '#263f78' })
      const readSwatches = async (input: object) => (await app.call('getProductDetails', input)).body.swatches
      const zipperSwatches = await readSwatches({ slug: 'zipper', shade: 'SG-47' })
      assert.equal(zipperSwatches.finishes.filter(Boolean).length, 5)
      assert.ok(zipperSwatches.card.some(({ value }: { value: string }) => value === 'SG-47'))
      assert.deepEqual((await readSwatches({ slug: 'carton', shade: 'SG-47' })).card, [])
    })

    test('are derived from the specification of a product without choice data (CONT-11)', async () => {
      const { specification_en, specification_bn } = await app.db
        .selectFrom('product')
        .select(['specification_en', 'specification_bn'])
        .where('slug', '=', 'lace')
        .executeTakeFirstOrThrow()
      const removeChoiceData = (text: string) =>
        JSON.stringify({ ...JSON.parse(text), units: undefined, choices: undefined })
      await publish(app.db, (tx) =>
        tx
          .updateTable('product')
          .set({
            specification_en: removeChoiceData(specification_en),
            specification_bn: removeChoiceData(specification_bn!),
          })
          .where('slug', '=', 'lace')
          .execute(),
      )
      const { units, sizes, shades } = await getChoices('lace', 'bn')
      assert.deepEqual(units, ['piece', 'gross', 'metre', 'cone'])
      assert.deepEqual(sizes[0], { value: 'Edging 10 to 50 mm', name: 'পাড় ১০ থেকে ৫০ মিমি' })
      assert.deepEqual(shades, [])
      assert.equal(
        (await send({ product: 'lace', sizes: ['Edging 10 to 50 mm'], unit: 'metre', amount: 400 })).status,
        200,
      )
    })
  })
}
