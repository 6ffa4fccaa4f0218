import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { grantToDesk, startSecondProcess } from '#testing/second-process.ts'

const form = {
  picture: 'banner-showroom',
  title_en: 'Come and see',
  title_bn: '',
  text_en: 'The showroom is open.',
  text_bn: 'শোরুম খোলা।',
  link_path: '/contact',
  link_label_en: 'Where we are',
  link_label_bn: '',
  active: true,
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`slide editing, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    let staffToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
      staffToken = await app.signIn('staff')
    })

    const call = (name: Parameters<TestApp['call']>[0], input: object, token = ownerToken) =>
      app.call(name, input, { token })
    const readHome = async (path = '/') => (await app.get(path)).text()
    const readSlides = async () => (await call('getSlides', {})).body
    const add = async (fields: object = {}) => (await call('addSlide', { ...form, ...fields })).body

    test('shows added, changed and removed slides on the home page immediately (OFF-98, OFF-94)', async () => {
      assert.ok(!(await readHome()).includes('Come and see'))
      const slide = await add()
      assert.ok((await readHome()).includes('Come and see'))
      assert.ok((await readHome('/bn')).includes('শোরুম খোলা।'))
      const { body: changedSlide } = await call('saveSlide', { ...slide, title_en: 'Come in', title_bn: 'আসুন' })
      assert.equal(changedSlide.version, slide.version + 1)
      assert.ok((await readHome()).includes('Come in') && !(await readHome()).includes('Come and see'))
      assert.ok((await readHome('/bn')).includes('আসুন'))
      await call('saveSlide', { ...changedSlide, active: false })
      assert.ok(!(await readHome()).includes('Come in'))
      const { version } = (await call('getSlide', { id: slide.id })).body
      assert.equal((await call('removeSlide', { id: slide.id, version })).status, 200)
      assert.equal((await call('getSlide', { id: slide.id })).status, 404)
      const { body } = await call('getLog', { subject: `slide ${slide.id}` })
      assert.deepEqual(
        body.data.map(({ action }: { action: string }) => action),
        ['slide removed', 'slide changed', 'slide changed', 'slide added'],
      )
      assert.deepEqual(body.data[2].changes, [
        { field: 'title_en', before: 'Come and see', after: 'Come in' },
        { field: 'title_bn', before: '', after: 'আসুন' },
      ])
    })

    const invalidPatches: [patch: object, field: string][] = [
      [{ picture: 'no-such-picture' }, 'picture'],
      [{ picture: '' }, 'picture'],
      [{ title_en: '' }, 'title_en'],
      [{ title_bn: 'ক'.repeat(81) }, 'title_bn'],
      [{ text_en: ' ' }, 'text_en'],
      [{ link_label_en: '' }, 'link_label_en'],
      [{ active: 1 }, 'active'],
      ...[
        '/no-such-page',
        'contact',
        '//evil.example',
        'http://example.com',
        'javascript:alert(1)',
        'https://user:word@example.com',
        '/products/no-such-product',
        '/details/no-such-post',
        '/booking-details/no-such-room',
        '/booking-history-details/ABC',
        '/office',
        '/bn/products',
        '/products/:slug',
      ].map((link_path): [object, string] => [{ link_path }, 'link_path']),
    ]
    test('reports each invalid field and stores nothing (OFF-94)', async () => {
      const slidesBefore = await readSlides()
      for (const [patch, field] of invalidPatches) {
        const { status, body } = await call('addSlide', { ...form, ...patch })
        assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, [field]], JSON.stringify(patch))
        const savedResponse = await call('saveSlide', { ...slidesBefore.data[0], ...patch })
        assert.equal(savedResponse.status, 422)
      }
      const response = await call('addSlide', { ...form, title_en: '', link_path: '/no-such-page' })
      assert.deepEqual(Object.keys(response.body.errors).sort(), ['link_path', 'title_en'])
      assert.deepEqual(await readSlides(), slidesBefore)
    })

    test('accepts links to existing pages and to other sites (OFF-94)', async () => {
      for (const link_path of ['/', '/products/zipper', '/rooms?adult=2', '/booking-details/single', '/imprint#top']) {
        const { status, body } = await call('addSlide', { ...form, link_path, active: false })
        assert.equal(status, 200, link_path)
        await call('removeSlide', body)
      }
      const slide = await add({ link_path: 'https://example.com/fair' })
      assert.ok((await readHome('/bn')).includes('href="https://example.com/fair"'))
      await call('removeSlide', slide)
    })

    test('rejects a stale update and a stale removal with 409 (OFF-99)', async () => {
      const slide = await add({ active: false })
      const responses = await Promise.all(['One', 'Two'].map((title_en) => call('saveSlide', { ...slide, title_en })))
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
      assert.equal((await call('removeSlide', slide)).status, 409)
      const currentSlide = (await call('getSlide', { id: slide.id })).body
      assert.equal((await call('removeSlide', currentSlide)).status, 200)
    })

    test('reorders the slides of the home page and rejects an incomplete or outdated list (OFF-94)', async () => {
      const { version, data } = await readSlides()
      const ids = data.map(({ id }: { id: number }) => id)
      for (const invalidIds of [ids.slice(1), [...ids, ids[0]], [...ids.slice(1), 9_999]])
        assert.equal((await call('orderSlides', { version, ids: invalidIds })).status, 409)
      const { body } = await call('orderSlides', { version, ids: ids.toReversed() })
      assert.deepEqual(
        body.data.map(({ id }: { id: number }) => id),
        ids.toReversed(),
      )
      assert.equal((await call('orderSlides', { version, ids })).status, 409)
      const html = await readHome()
      const offsets = body.data.map(({ title_en }: { title_en: string }) => html.indexOf(`>${title_en}<`))
      assert.deepEqual(
        offsets,
        offsets.toSorted((left: number, right: number) => left - right),
      )
      assert.equal((await call('orderSlides', { version: body.version, ids })).status, 200)
    })

    test('lets editors draft slides and requires publishing rights to change visible ones (OFF-99)', async () => {
      const visibleSlide = (await readSlides()).data[0]
      assert.equal((await call('addSlide', form, staffToken)).status, 403)
      await grantToDesk(app, ['write content'])
      assert.equal((await call('addSlide', form, staffToken)).status, 403)
      assert.equal((await call('saveSlide', visibleSlide, staffToken)).status, 403)
      assert.equal((await call('saveSlide', { ...visibleSlide, active: false }, staffToken)).status, 403)
      assert.equal((await call('removeSlide', visibleSlide, staffToken)).status, 403)
      const { status, body: draft } = await call('addSlide', { ...form, active: false }, staffToken)
      assert.equal(status, 200)
      assert.equal((await call('saveSlide', { ...draft, title_en: 'Better' }, staffToken)).status, 200)
      assert.equal((await call('saveSlide', { ...draft, version: 2, active: true }, staffToken)).status, 403)
      const { version, data } = await readSlides()
      const ids = data.map(({ id }: { id: number }) => id)
      assert.equal((await call('orderSlides', { version, ids: ids.toReversed() }, staffToken)).status, 403)
      await grantToDesk(app, ['write content', 'publish'])
      assert.equal((await call('saveSlide', { ...draft, version: 2, active: true }, staffToken)).status, 200)
      assert.equal((await call('removeSlide', { id: draft.id, version: 3 }, staffToken)).status, 200)
    })

    if (engine.name === 'postgres')
      test('shows a changed slide in a second process (OFF-98)', async () => {
        const secondServer = await startSecondProcess(app)
        try {
          const slide = (await readSlides()).data[0]
          assert.ok(!(await secondServer.text('/')).includes('Seen over there'))
          await call('saveSlide', { ...slide, title_en: 'Seen over there' })
          await secondServer.untilShown('/', 'Seen over there')
        } finally {
          await secondServer.close()
        }
      })
  })
}
