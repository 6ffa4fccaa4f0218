import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { readMain } from '#testing/public-pages.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { grantToDesk, startSecondProcess } from '#testing/second-process.ts'

const form = {
  picture: 'product-zipper',
  name_en: 'Snap tape',
  name_bn: '',
  summary_en: 'Snaps on tape, by the metre.',
  summary_bn: 'টেপে বসানো স্ন্যাপ, মিটার হিসেবে।',
  description_en: 'First.\n\nSecond.',
  description_bn: '',
  materials: [{ en: 'Cotton tape', bn: 'কটন টেপ' }],
  sizes: [{ en: '20 mm', bn: '' }],
  finishes: [],
  measures: [{ en: 'Snap pitch: 40 mm', bn: '' }],
  category: 'fasteners',
  minimum_quantity: 500,
  minimum_unit: 'metre',
  minimum_order_en: '500 m',
  minimum_order_bn: '৫০০ মিটার',
  lead_from_days: 7,
  lead_to_days: 12,
  lead_time_en: '',
  lead_time_bn: '',
  sample_policy_en: '',
  sample_policy_bn: '',
  certificates: [],
  units: ['metre', 'piece'],
  choice_kinds: [{ en: 'Plastic', bn: 'প্লাস্টিক' }],
  choice_sizes: [
    { en: '20 mm', bn: '২০ মিমি' },
    { en: '25 mm', bn: '' },
  ],
  choice_lengths: [{ en: '1 m', bn: '১ মিটার' }],
  choice_types: [],
  choice_finishes: [],
  choice_fittings: [],
  choice_shades: [{ en: 'Ecru', bn: 'একরু' }],
  active: true,
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`editing products, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    let staffToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
      staffToken = await app.signIn('staff')
    })

    const call = (name: Parameters<TestApp['call']>[0], input: object, token = ownerToken) =>
      app.call(name, input, { token })
    const readProducts = async () => (await call('getOfficeProducts', {})).body
    const readProduct = async (slug: string) => {
      const { id } = (await readProducts()).data.find((item: { slug: string }) => item.slug === slug)
      return (await call('getOfficeProduct', { id })).body
    }
    const getProduct = async (id: number) => (await call('getOfficeProduct', { id })).body
    const readChoices = async (slug: string, language = 'en') =>
      (await app.call('getProducts', { choices: 1 }, { language })).body.data.find(
        (item: { slug: string }) => item.slug === slug,
      ).choices

    test('accepts each existing product unchanged and leaves the public pages unchanged (OFF-95)', async () => {
      const { data } = await readProducts()
      assert.ok(data.length > 5)
      for (const { id, slug } of data) {
        const loadPublicData = async () => [
          await Promise.all(['en', 'bn'].map((language) => app.call('getProductDetails', { slug }, { language }))),
          await readChoices(slug),
          await readChoices(slug, 'bn'),
        ]
        const readSnapshot = async () =>
          JSON.stringify(await loadPublicData(), (key, value) => (key === 'headers' ? null : value))
        const snapshotBefore = await readSnapshot()
        const { body } = await call('getOfficeProduct', { id })
        assert.equal((await call('saveProduct', body)).status, 200, slug)
        assert.equal(await readSnapshot(), snapshotBefore, slug)
      }
    })

    test('publishes a new product immediately and keeps the wording of earlier enquiries (OFF-98, OFF-95, DES-103)', async () => {
      assert.equal((await app.get('/products/snap-tape')).status, 404)
      const { status, body } = await call('addProduct', { slug: 'snap-tape', ...form })
      assert.equal(status, 200)
      const page = await (await app.get('/bn/products/snap-tape')).text()
      for (const text of ['Snap tape', 'টেপে বসানো স্ন্যাপ', 'কটন টেপ', '20 mm', '৫০০ মিটার'])
        assert.ok(page.includes(text), text)
      assert.ok((await (await app.get('/products')).text()).includes('Snap tape'))
      assert.deepEqual(await readChoices('snap-tape', 'bn'), {
        units: ['metre', 'piece'],
        kinds: [{ value: 'Plastic', name: 'প্লাস্টিক' }],
        sizes: [
          { value: '20 mm', name: '২০ মিমি' },
          { value: '25 mm', name: '25 mm' },
        ],
        lengths: [{ value: '1 m', name: '১ মিটার' }],
        types: [],
        finishes: [],
        fittings: [],
        shades: [{ value: 'Ecru', name: 'একরু' }],
      })
      const enquiryForm = {
        company: 'Vogt Textil',
        name: 'Lena Vogt',
        email: 'lena@buyer.example',
        lines: [
          {
            product: 'snap-tape',
            amount: 500,
            unit: 'metre',
            kinds: ['Plastic'],
            sizes: ['20 mm'],
            lengths: ['1 m'],
            shades: ['Ecru'],
          },
        ],
      }
      const { body: enquiry } = await app.call('sendEnquiry', enquiryForm)

      const changedForm = {
        ...body,
        name_en: 'Snap fastener tape',
        choice_sizes: [],
        choice_lengths: [],
        choice_shades: [],
        units: ['piece'],
        minimum_unit: 'piece',
      }
      assert.equal((await call('saveProduct', changedForm)).status, 200)
      const { body: enquiryRecord } = await call('getEnquiryRecord', { code: enquiry.reference })
      assert.equal(enquiryRecord.lines[0].product, 'Snap tape')
      assert.deepEqual(enquiryRecord.lines[0].chosen, {
        kinds: ['Plastic'],
        sizes: ['20 mm'],
        lengths: ['1 m'],
        shades: ['Ecru'],
      })
      assert.equal((await app.call('sendEnquiry', enquiryForm)).status, 422)

      const { body: hiddenProduct } = await call('saveProduct', { ...(await readProduct('snap-tape')), active: false })
      assert.equal(hiddenProduct.active, false)
      assert.equal((await app.get('/products/snap-tape')).status, 404)
      assert.equal((await call('getEnquiryRecord', { code: enquiry.reference })).status, 200)
      const { body: log } = await call('getLog', { subject: `product ${body.id}` })
      assert.deepEqual(log.data[1].changes.slice(0, 3), [
        { field: 'name_en', before: 'Snap tape', after: 'Snap fastener tape' },
        { field: 'minimum_unit', before: 'metre', after: 'piece' },
        { field: 'units', before: 'metre; piece', after: 'piece' },
      ])
    })

    const invalidPatches: [patch: object, field: string][] = [
      [{ picture: 'no-such-picture' }, 'picture'],
      [{ name_en: '' }, 'name_en'],
      [{ summary_en: ' ' }, 'summary_en'],
      [{ summary_bn: 'ক'.repeat(241) }, 'summary_bn'],
      [{ description_en: '' }, 'description_en'],
      [{ materials: [{ en: '', bn: 'কটন' }] }, 'materials.0.en'],
      [{ measures: [{ en: 'no colon', bn: '' }] }, 'measures.0.en'],
      [{ measures: [{ en: 'Width: 3 mm', bn: 'চওড়া:' }] }, 'measures.0.bn'],
      [
        {
          choice_types: [
            { en: 'Open end', bn: '' },
            { en: 'open end', bn: '' },
          ],
        },
        'choice_types.1.en',
      ],
      [{ sizes: [{ en: 'a'.repeat(201), bn: '' }] }, 'sizes.0.en'],
      [{ choice_shades: [form.choice_shades[0], { en: 'ecru', bn: '' }] }, 'choice_shades.1.en'],
      [{ choice_sizes: Array.from({ length: 61 }, (_, index) => ({ en: `${index}`, bn: '' })) }, 'choice_sizes'],
      [{ units: [] }, 'units'],
      [{ units: ['metre', 'metre'] }, 'units'],
      [{ units: ['dozen'] }, 'units.0'],
      [{ active: 'yes' }, 'active'],
      [{ category: 'buttons' }, 'category'],
      [{ minimum_quantity: 0 }, 'minimum_quantity'],
      [{ minimum_quantity: null, minimum_unit: 'piece' }, 'minimum_quantity'],
      [{ minimum_quantity: 10, minimum_unit: null }, 'minimum_unit'],
      [{ minimum_quantity: 10, minimum_unit: 'cone' }, 'minimum_unit'],
      [{ lead_from_days: 0, lead_to_days: 3 }, 'lead_from_days'],
      [{ lead_from_days: 9, lead_to_days: 8 }, 'lead_to_days'],
      [{ lead_from_days: 9, lead_to_days: null }, 'lead_to_days'],
      [{ lead_from_days: null, lead_to_days: 9 }, 'lead_from_days'],
      [{ lead_from_days: 9, lead_to_days: 366 }, 'lead_to_days'],
      [{ certificates: [999] }, 'certificates'],
      [{ certificates: [1, 1] }, 'certificates'],
    ]
    test('reports each invalid field and stores nothing (OFF-95, DES-11)', async () => {
      const productsBefore = await readProducts()
      const zipper = await readProduct('zipper')
      for (const [patch, field] of invalidPatches)
        for (const response of [
          await call('addProduct', { slug: 'new-one', ...form, ...patch }),
          await call('saveProduct', { ...zipper, ...patch }),
        ])
          assert.deepEqual(
            [response.status, Object.keys(response.body.errors ?? {})],
            [422, [field]],
            JSON.stringify(patch),
          )
      for (const slug of ['zipper', 'New', 'new one', '-new', ''])
        assert.deepEqual(Object.keys((await call('addProduct', { ...form, slug })).body.errors), ['slug'], slug)
      assert.deepEqual(await readProducts(), productsBefore)
      assert.deepEqual(await readProduct('zipper'), zipper)
    })

    test('shows the measurements as rows of a table, in both languages (DES-13)', async () => {
      const measures = [
        { en: 'Tape width: 20 mm', bn: 'টেপের চওড়া: ২০ মিমি' },
        { en: 'Test: EN 16732: crosswise', bn: '' },
      ]
      const addedResponse = await call('addProduct', { slug: 'measured', ...form, name_en: 'Measured', measures })
      assert.equal(addedResponse.status, 200)
      assert.deepEqual(addedResponse.body.measures, measures)
      const { body } = await app.call('getProductDetails', { slug: 'measured' }, { language: 'bn' })
      assert.deepEqual(body.measures, [
        { label: 'টেপের চওড়া', value: '২০ মিমি' },
        { label: 'Test', value: 'EN 16732: crosswise' },
      ])
      const page = readMain(await (await app.get('/products/measured')).text())
      assert.match(page, /<th scope="row">Tape width<\/th><td><p>20\u00A0mm<\/p>/)
    })

    test('shows the category, and the minimum and the lead time if the company fills them in (CONT-11, OFF-95)', async () => {
      const addedProduct = (await call('addProduct', { slug: 'cord', ...form, name_en: 'Cord' })).body
      const readFacts = async () => (await app.call('getProductDetails', { slug: 'cord' })).body.facts
      assert.deepEqual(await readFacts(), {
        category: 'fasteners',
        minimum: { quantity: 500, unit: 'metre' },
        lead_days: { from: 7, to: 12 },
        certificates: [],
      })
      const shownTexts = ['৫০০ মিটার', '৭–১২ দিন']
      const page = await (await app.get('/bn/products/cord')).text()
      const listPage = await (await app.get('/bn/products')).text()
      for (const text of shownTexts) {
        assert.ok(page.includes(text), text)
        assert.ok(listPage.includes(text), text)
      }
      const { body: clearedProduct } = await call('saveProduct', {
        ...addedProduct,
        minimum_quantity: null,
        minimum_unit: null,
        minimum_order_en: '',
        minimum_order_bn: '',
        lead_from_days: null,
        lead_to_days: null,
      })
      assert.deepEqual([clearedProduct.minimum_quantity, clearedProduct.lead_to_days], [null, null])
      const emptyMain = readMain(await (await app.get('/products/cord')).text())
      for (const label of ['Minimum order', 'Lead time', 'Certificates', 'Ordering'])
        assert.ok(!emptyMain.includes(label), label)
      await call('saveProduct', { ...(await getProduct(addedProduct.id)), lead_from_days: 10, lead_to_days: 10 })
      assert.match(await (await app.get('/products/cord')).text(), />10 days</)
    })

    test('rejects a stale update and a stale sort order with 409 (OFF-99)', async () => {
      const button = await readProduct('button')
      const responses = await Promise.all(['One', 'Two'].map((name_en) => call('saveProduct', { ...button, name_en })))
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
      const { version, data } = await readProducts()
      const ids = data.map(({ id }: { id: number }) => id)
      assert.equal((await call('orderProducts', { version, ids: ids.slice(1) })).status, 409)
      assert.equal((await call('orderProducts', { version, ids: ids.toReversed() })).status, 200)
      assert.equal((await call('orderProducts', { version, ids })).status, 409)
      const { body } = await app.call('getProducts')
      assert.equal(body.data.at(-1).slug, data[0].slug)
    })

    test('lets editors draft products, and requires the permission to publish for changes to offered ones (OFF-99)', async () => {
      assert.equal((await call('addProduct', { slug: 'draft', ...form }, staffToken)).status, 403)
      await grantToDesk(app, ['write content'])
      assert.equal((await call('addProduct', { slug: 'draft', ...form }, staffToken)).status, 403)
      assert.equal((await call('saveProduct', await readProduct('zipper'), staffToken)).status, 403)
      const { status, body } = await call('addProduct', { slug: 'draft', ...form, active: false }, staffToken)
      assert.equal(status, 200)
      assert.equal((await call('saveProduct', { ...body, active: true }, staffToken)).status, 403)
      await grantToDesk(app, ['write content', 'publish'])
      assert.equal((await call('saveProduct', { ...body, active: true }, staffToken)).status, 200)
    })

    if (engine.name === 'postgres')
      test('shows a changed product in a second process (OFF-98)', async () => {
        const secondServer = await startSecondProcess(app)
        try {
          assert.ok(!(await secondServer.text('/products/zipper')).includes('Seen over there'))
          await call('saveProduct', { ...(await readProduct('zipper')), summary_en: 'Seen over there' })
          await secondServer.untilShown('/products/zipper', 'Seen over there')
        } finally {
          await secondServer.close()
        }
      })
  })
}
