import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { listLinkedData, type SchemaObject } from '#testing/page-source.ts'
import { grantToDesk } from '#testing/second-process.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { DAY_MS } from '#platform/durations.ts'

const nameFields = { name_en: 'ISO 9001', name_bn: 'আইএসও ৯০০১' }

for (const engine of bothEngines) {
  describe(`certificates of products, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
    })

    const call = (name: Parameters<TestApp['call']>[0], input: object, token = ownerToken) =>
      app.call(name, input, { token })
    const readProductId = async (slug: string): Promise<number> =>
      (await call('getOfficeProducts', {})).body.data.find((product: { slug: string }) => product.slug === slug).id
    const setCertificates = async (slug: string, certificates: number[], token = ownerToken) => {
      const { body } = await call('getOfficeProduct', { id: await readProductId(slug) })
      return call('saveProduct', { ...body, certificates }, token)
    }
    const readPublicCertificates = async (slug: string, language = 'en') =>
      (await app.call('getProductDetails', { slug }, { language })).body.facts.certificates
    const readExpiredNames = async (slug: string) =>
      (await call('getOfficeProducts', {})).body.data.find((product: { slug: string }) => product.slug === slug)
        .expired_certificates

    test('appear on the product, its card and in its linked data in the language of the reader (CONT-11)', async () => {
      const form = { ...nameFields, number: 'BD26-1', valid_until: app.day(30) }
      const { status, body } = await call('addCertificate', form)
      assert.equal(status, 200)
      assert.deepEqual([body.expired, body.products], [false, 0])
      assert.equal((await setCertificates('lace', [body.id])).status, 200)
      assert.deepEqual(await readPublicCertificates('lace', 'bn'), [
        { name: nameFields.name_bn, number: 'BD26-1', valid_until: app.day(30) },
      ])
      assert.equal((await call('getCertificate', { id: body.id })).body.products, 1)
      const page = await (await app.get('/products/lace')).text()
      assert.ok(page.includes('ISO 9001, no. BD26-1, valid until 3 February 2027'))
      assert.ok((await (await app.get('/bn/products')).text()).includes(nameFields.name_bn))
      const product = listLinkedData(page).at(-1)!
      assert.deepEqual(product['hasCertification'], [
        {
          '@type': 'Certification',
          name: 'ISO 9001',
          certificationIdentification: 'BD26-1',
          expires: app.day(30),
        },
      ])
      const zipper = listLinkedData(await (await app.get('/products/zipper')).text()).at(-1)!
      assert.equal(zipper['category'], 'Fasteners')
      assert.deepEqual(zipper['additionalProperty'], [
        { '@type': 'PropertyValue', name: 'Minimum order', minValue: 3_000, unitText: 'pieces' },
        { '@type': 'PropertyValue', name: 'Lead time', minValue: 15, maxValue: 25, unitCode: 'DAY' },
      ] satisfies SchemaObject[])
    })

    test('disappear from the website after their last day and are marked in the office (CONT-11, OFF-95)', async () => {
      const { body } = await call('addCertificate', { ...nameFields, number: '', valid_until: app.day(0) })
      await setCertificates('carton', [body.id])
      assert.deepEqual(await readPublicCertificates('carton'), [
        { name: 'ISO 9001', number: '', valid_until: app.day(0) },
      ])
      assert.deepEqual(await readExpiredNames('carton'), [])
      const responseToday = await app.call('getProducts', { certificate: 'ISO 9001' })
      assert.ok(responseToday.body.data.some(({ slug }: { slug: string }) => slug === 'carton'))

      app.clock.advance(DAY_MS)
      ownerToken = await app.signIn('owner')
      assert.deepEqual(await readPublicCertificates('carton'), [])
      const responseTomorrow = await app.call('getProducts', { certificate: 'ISO 9001' })
      assert.ok(!responseTomorrow.body.data.some(({ slug }: { slug: string }) => slug === 'carton'))
      assert.deepEqual(await readExpiredNames('carton'), ['ISO 9001'])
      assert.equal((await call('getCertificate', { id: body.id })).body.expired, true)
      const renewedResponse = await call('saveCertificate', {
        ...nameFields,
        id: body.id,
        version: body.version,
        number: 'BD27-2',
        valid_until: '',
      })
      assert.deepEqual([renewedResponse.status, renewedResponse.body.expired], [200, false])
      assert.deepEqual(await readPublicCertificates('carton'), [
        { name: 'ISO 9001', number: 'BD27-2', valid_until: null },
      ])
    })

    test('reject invalid fields and stale updates, and disappear from products when removed (OFF-99)', async () => {
      const certificatesBefore = (await call('getCertificates', {})).body
      for (const [patch, field] of [
        [{ name_en: '' }, 'name_en'],
        [{ name_bn: 'ক'.repeat(81) }, 'name_bn'],
        [{ number: 'x'.repeat(61) }, 'number'],
        [{ valid_until: '2027-02-30' }, 'valid_until'],
        [{ valid_until: 'soon' }, 'valid_until'],
      ] as const) {
        const { status, body } = await call('addCertificate', { ...nameFields, number: '', valid_until: '', ...patch })
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
      }
      assert.deepEqual((await call('getCertificates', {})).body, certificatesBefore)

      const { body } = await call('addCertificate', { ...nameFields, number: '1', valid_until: '' })
      await setCertificates('hanger', [body.id])
      const { expired: _, products: __, ...form } = body
      const responses = await Promise.all(['2', '3'].map((number) => call('saveCertificate', { ...form, number })))
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
      assert.equal((await call('removeCertificate', { id: body.id, version: body.version })).status, 409)
      const { version } = (await call('getCertificate', { id: body.id })).body
      assert.equal((await call('removeCertificate', { id: body.id, version })).status, 200)
      assert.equal((await call('getCertificate', { id: body.id })).status, 404)
      assert.deepEqual(await readPublicCertificates('hanger'), [])
      const { body: log } = await call('getLog', { subject: `certificate ${body.id}` })
      assert.equal(log.data[0].changes[0].field, 'name_en')
    })

    test('are changed only with the permission to publish once a product has them (OFF-99)', async () => {
      await grantToDesk(app, ['write content'])
      const staffToken = await app.signIn('staff')
      const { status, body } = await call('addCertificate', { ...nameFields, number: '', valid_until: '' }, staffToken)
      assert.equal(status, 200)
      const { expired: _, products: __, ...form } = body
      const renamedResponse = await call('saveCertificate', { ...form, number: '7' }, staffToken)
      assert.equal(renamedResponse.status, 200)
      assert.equal((await setCertificates('button', [body.id], staffToken)).status, 403)
      await setCertificates('button', [body.id])
      const currentForm = { ...form, version: renamedResponse.body.version }
      assert.equal((await call('saveCertificate', { ...currentForm, number: '8' }, staffToken)).status, 403)
      assert.equal(
        (await call('removeCertificate', { id: currentForm.id, version: currentForm.version }, staffToken)).status,
        403,
      )
      await grantToDesk(app, ['write content', 'publish'])
      assert.equal((await call('saveCertificate', { ...currentForm, number: '8' }, staffToken)).status, 200)
    })
  })
}
