import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { grantToDesk, startSecondProcess } from '#testing/second-process.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`editing texts, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    let staffToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
      staffToken = await app.signIn('staff')
    })

    const call = (name: Parameters<TestApp['call']>[0], input: object, token = ownerToken) =>
      app.call(name, input, { token })
    const readPage = async (path: string) => (await app.get(path)).text()
    const readPassage = async (id: string) => (await call('getPassage', { id })).body
    const listErrorFields = ({ body }: { body: { errors?: object } }) => Object.keys(body.errors ?? {})

    test('accepts each existing passage and category unchanged (OFF-96)', async () => {
      const { passages, categories } = (await call('getTexts', {})).body
      assert.ok(passages.length > 5 && categories.length === 9)
      for (const item of passages) assert.equal((await call('savePassage', item)).status, 200, item.id)
      for (const item of categories) assert.equal((await call('saveCategoryText', item)).status, 200, item.id)
      const { body } = await call('getLog', { subject: 'passage' })
      assert.deepEqual(body.data, [])
    })

    test('shows a changed passage immediately, logs the change, and rejects stale and invalid changes (OFF-98, OFF-96)', async () => {
      const qualityPassage = await readPassage('home.quality')
      assert.ok(!(await readPage('/')).includes('Pulled until it gives'))
      await call('savePassage', { ...qualityPassage, title_en: 'Pulled until it gives', text_bn: '' })
      assert.ok((await readPage('/')).includes('Pulled until it gives'))
      const { body } = await call('getLog', { subject: 'passage home.quality' })
      assert.deepEqual(body.data[0].changes[0], {
        field: 'title_en',
        before: qualityPassage.title_en,
        after: 'Pulled until it gives',
      })
      assert.equal((await call('savePassage', { ...qualityPassage, title_en: 'Too late' })).status, 409)
      const currentPassage = await readPassage('home.quality')
      assert.deepEqual(listErrorFields(await call('savePassage', { ...currentPassage, title_en: '' })), ['title_en'])
      assert.deepEqual(listErrorFields(await call('savePassage', { ...currentPassage, text_en: '' })), ['text_en'])
      assert.deepEqual(listErrorFields(await call('savePassage', { ...currentPassage, text_bn: 'ক'.repeat(5_001) })), [
        'text_bn',
      ])
      for (const id of ['home.no-such', 'home', 'no.such', '.'])
        assert.equal((await call('savePassage', { ...currentPassage, id })).status, 404, id)
    })

    test('changes the title of a category and keeps its address (OFF-96)', async () => {
      const blogCategory = (await call('getCategoryText', { id: 14 })).body
      assert.equal(blogCategory.path, '/blog')
      await call('saveCategoryText', {
        ...blogCategory,
        title_en: 'From the floor',
        intro_en: 'What we learn as we work.',
      })
      const html = await readPage('/blog')
      assert.ok(html.includes('From the floor') && html.includes('What we learn as we work.'))
      assert.equal((await call('saveCategoryText', blogCategory)).status, 409)
      assert.deepEqual(listErrorFields(await call('saveCategoryText', { ...blogCategory, title_en: '' })), ['title_en'])
      assert.equal((await call('saveCategoryText', { ...blogCategory, id: 77 })).status, 404)
    })

    test('lets editors read texts and requires publishing rights to change them (OFF-99)', async () => {
      const qualityPassage = await readPassage('home.quality')
      assert.equal((await call('getTexts', {}, staffToken)).status, 403)
      await grantToDesk(app, ['write content'])
      assert.equal((await call('getTexts', {}, staffToken)).status, 200)
      assert.equal((await call('savePassage', qualityPassage, staffToken)).status, 403)
      await grantToDesk(app, ['publish'])
      assert.equal((await call('savePassage', qualityPassage, staffToken)).status, 200)
    })

    if (engine.name === 'postgres')
      test('shows a changed passage in a second process (OFF-98)', async () => {
        const secondServer = await startSecondProcess(app)
        try {
          await secondServer.text('/')
          await call('savePassage', { ...(await readPassage('home.quality')), title_en: 'Seen over there' })
          await secondServer.untilShown('/', 'Seen over there')
        } finally {
          await secondServer.close()
        }
      })
  })
}
