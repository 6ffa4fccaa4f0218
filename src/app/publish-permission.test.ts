import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type ApiResponse } from '#testing/test-app.ts'
import { grantToDesk } from '#testing/second-process.ts'
import { createSwatch } from '#testing/upload-pictures.ts'
import { contract } from './product-api.ts'
import type { Endpoint } from '#platform/contract.ts'
import { everyEndpoint, type EveryEndpointName } from '#routes/office.ts'

const writeEndpoints = Object.entries<Endpoint>(contract)
  .filter(([name, { who }]) => who === 'write content' && everyEndpoint[name as EveryEndpointName][0] === 'POST')
  .map(([name]) => name)

/**
 * Endpoints that never change public pages. Publishing a post and giving a product a certificate need the permission to
 * publish.
 */
const draftEndpoints = [
  'addCertificate',
  'addPost',
  'savePostText',
  'savePostDetails',
  'restorePost',
  'createPostPreview',
  'revokePostPreviews',
  'dismissPictureUpload',
]

const createUpload = async (shade: number) => ({ name: `swatch-${shade}.jpg`, bytes: await createSwatch(shade) })

for (const engine of enginesFor(import.meta.url)) {
  describe(`the permission to write content without publishing, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    let writerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
      writerToken = await app.signIn('staff')
      await grantToDesk(app, ['write content'])
    })

    const read = async (name: EveryEndpointName, input: object = {}) =>
      (await app.call(name, input, { token: ownerToken })).body
    /** Reads public pages that show what the write endpoints can change. */
    const readPublicPages = async () => {
      const pagePromises = ['/', '/products', '/products/zipper', '/blog', '/booking-details/single', '/bn'].map(
        async (path) => {
          const response = await app.get(path)
          assert.equal(response.status, 200, path)
          return [path, await response.text()]
        },
      )
      return JSON.stringify(await Promise.all(pagePromises))
    }

    test('does not change public pages through any endpoint of the contract (SEC-6)', async () => {
      const { data: slides, version: slidesVersion } = await read('getSlides')
      const { data: products, version: productsVersion } = await read('getOfficeProducts')
      const product = await read('getOfficeProduct', { id: products[0].id })
      const certificate = await read('getCertificate', { id: product.certificates[0] })
      const { data: posts } = await read('getPosts', { state: 'published' })
      const shownPicture = await read('getPicture', { name: slides[0].picture })
      const listIds = (rows: { id: number }[]) => rows.map(({ id }) => id)
      const attempts: Record<string, () => Promise<ApiResponse>> = {
        addPicture: async () =>
          app.call(
            'addPicture',
            { replaces: shownPicture.name },
            { token: writerToken, files: [await createUpload(40)] },
          ),
        savePicture: () =>
          callAsWriter('savePicture', { ...shownPicture, alt_en: 'Something else', alt_bn: 'অন্য কিছু' }),
        removePicture: () => callAsWriter('removePicture', { name: shownPicture.name }),
        removePost: () => callAsWriter('removePost', { id: posts[0].id }),
        addSlide: () => callAsWriter('addSlide', { ...slides[0], active: true }),
        saveSlide: () => callAsWriter('saveSlide', { ...slides[0], title_en: 'Something else' }),
        removeSlide: () => callAsWriter('removeSlide', slides[0]),
        orderSlides: () => callAsWriter('orderSlides', { version: slidesVersion, ids: listIds(slides).toReversed() }),
        addProduct: () => callAsWriter('addProduct', { ...product, slug: 'another', active: true }),
        saveProduct: () => callAsWriter('saveProduct', { ...product, name_en: 'Something else' }),
        saveCertificate: () => callAsWriter('saveCertificate', { ...certificate, name_en: 'Something else' }),
        removeCertificate: () => callAsWriter('removeCertificate', certificate),
        orderProducts: () =>
          callAsWriter('orderProducts', { version: productsVersion, ids: listIds(products).toReversed() }),
      }
      assert.deepEqual([...Object.keys(attempts), ...draftEndpoints].sort(), writeEndpoints.toSorted())
      const pagesBefore = await readPublicPages()
      for (const [name, attempt] of Object.entries(attempts)) {
        const { status, body } = await attempt()
        assert.ok(status === 403 || status === 409, `${name}: ${status} ${JSON.stringify(body)}`)
        assert.equal(await readPublicPages(), pagesBefore, name)
      }
      await app.deliverEmails() // runs all jobs, including those that process pictures
      assert.equal(await readPublicPages(), pagesBefore)
    })

    const callAsWriter = (name: EveryEndpointName, input: object) => app.call(name, input, { token: writerToken })

    test('may describe a picture that no page shows yet (SEC-6)', async () => {
      const addResponse = await app.call('addPicture', {}, { token: writerToken, files: [await createUpload(80)] })
      assert.equal(addResponse.status, 200, JSON.stringify(addResponse.body))
      await app.deliverEmails()
      const picture = await read('getPicture', { name: addResponse.body.upload.picture })
      const { status } = await callAsWriter('savePicture', { ...picture, alt_en: 'A zipper', alt_bn: 'জিপার' })
      assert.equal(status, 200)
    })
  })
}
