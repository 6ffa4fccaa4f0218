import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { grantToDesk, startSecondProcess } from '#testing/second-process.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`editing texts and labels, on ${engine.name}`, () => {
    let app: TestApp
    let owner: string
    let staff: string
    before(async () => {
      app = await startTestApp(engine)
      owner = await app.signIn('owner')
      staff = await app.signIn('staff')
    })
    after(() => app.close())

    const call = (name: Parameters<TestApp['call']>[0], input: object, token = owner) =>
      app.call(name, input, { token })
    const page = async (path: string) => (await app.get(path)).text()
    const passage = async (id: string) => (await call('getPassage', { id })).body
    const label = async (key: string) => (await call('getLabel', { key })).body
    const errorFields = ({ body }: { body: { errors?: object } }) => Object.keys(body.errors ?? {})

    test('accepts each existing passage and category unchanged (OFF-96)', async () => {
      const { passages, categories } = (await call('getTexts', {})).body
      assert.ok(passages.length > 5 && categories.length === 9)
      for (const item of passages) assert.equal((await call('savePassage', item)).status, 200, item.id)
      for (const item of categories) assert.equal((await call('saveCategoryText', item)).status, 200, item.id)
      const { body } = await call('getLog', { subject: 'passage' })
      assert.deepEqual(body.data, [])
    })

    test('shows a changed passage immediately in both languages (OFF-98, OFF-96)', async () => {
      const quality = await passage('home.quality')
      assert.ok(!(await page('/')).includes('Pulled until it gives'))
      await call('savePassage', { ...quality, title_en: 'Pulled until it gives', text_bn: '' })
      assert.ok((await page('/')).includes('Pulled until it gives'))
      const { body } = await call('getLog', { subject: 'passage home.quality' })
      assert.deepEqual(body.data[0].changes[0], {
        field: 'title_en',
        before: quality.title_en,
        after: 'Pulled until it gives',
      })
      assert.equal((await call('savePassage', { ...quality, title_en: 'Too late' })).status, 409)
      const current = await passage('home.quality')
      assert.deepEqual(errorFields(await call('savePassage', { ...current, title_en: '' })), ['title_en'])
      assert.deepEqual(errorFields(await call('savePassage', { ...current, text_en: '' })), ['text_en'])
      assert.deepEqual(errorFields(await call('savePassage', { ...current, text_bn: 'ক'.repeat(5_001) })), ['text_bn'])
      for (const id of ['home.no-such', 'home', 'no.such', '.'])
        assert.equal((await call('savePassage', { ...current, id })).status, 404, id)
    })

    test('changes the title of a category and keeps its address (OFF-96)', async () => {
      const blog = (await call('getCategoryText', { id: 14 })).body
      assert.equal(blog.path, '/blog')
      await call('saveCategoryText', { ...blog, title_en: 'From the floor', intro_en: 'What we learn as we work.' })
      const html = await page('/blog')
      assert.ok(html.includes('From the floor') && html.includes('What we learn as we work.'))
      assert.equal((await call('saveCategoryText', blog)).status, 409)
      assert.deepEqual(errorFields(await call('saveCategoryText', { ...blog, title_en: '' })), ['title_en'])
      assert.equal((await call('saveCategoryText', { ...blog, id: 77 })).status, 404)
    })

    test('finds labels by text in either language and by key (OFF-97)', async () => {
      const findKeys = async (input: object) =>
        (await call('getLabels', input)).body.data.map(({ key }: { key: string }) => key)
      assert.ok((await findKeys({ words: 'shell.home' })).includes('shell.home'))
      const { product_en, product_bn } = await label('shell.contact')
      assert.ok((await findKeys({ words: product_en.toUpperCase() })).includes('shell.contact'))
      assert.ok((await findKeys({ words: product_bn })).includes('shell.contact'))
      assert.deepEqual(await findKeys({ words: 'no word says that at all' }), [])
      assert.deepEqual(await findKeys({ own: 1 }), [])
      const keys: string[] = []
      for (let after = ''; ;) {
        const { body } = await call('getLabels', { after })
        keys.push(...body.data.map(({ key }: { key: string }) => key))
        if (!body.more) break
        after = body.more
      }
      assert.equal(new Set(keys).size, keys.length)
      assert.ok(keys.length > 800 && !keys.some((key) => key.startsWith('office.')))
    })

    test('shows a custom label immediately on the server and in the browser and restores the default (OFF-98, OFF-97)', async () => {
      const before = await page('/rooms')
      const contact = await label('shell.contact')
      const customLabel = { ...contact, own_en: 'Write or call', own_bn: 'লিখুন বা ফোন করুন' }
      assert.equal((await call('saveLabel', customLabel)).status, 200)
      const html = await page('/rooms')
      assert.match(html, />Write or call</)
      const readIsland = (text: string) => JSON.parse(/<script id="island"[^>]*>(.*?)<\/script>/s.exec(text)![1]!)
      assert.deepEqual(readIsland(html).own, { 'shell.contact': 'Write or call' })
      assert.equal(readIsland(html).words['shell.contact'], 'Write or call')
      assert.match(await page('/bn/rooms'), />লিখুন বা ফোন করুন</)
      assert.equal((await call('saveLabel', { ...customLabel, own_en: 'Too late' })).status, 409)
      const { body } = await call('getLabels', { own: 1 })
      assert.deepEqual(
        body.data.map(({ key }: { key: string }) => key),
        ['shell.contact'],
      )
      assert.equal((await call('saveLabel', { ...customLabel, version: 1, own_en: '', own_bn: '' })).status, 200)
      assert.equal(await page('/rooms'), before)
      const { body: log } = await call('getLog', { subject: 'label shell.contact' })
      assert.deepEqual(log.data[1].changes[0], {
        field: 'english',
        before: contact.product_en,
        after: 'Write or call',
      })
    })

    test('uses custom labels in emails and error messages (OFF-97)', async () => {
      const [subject, invalid] = [await label('mail.test_subject'), await label('error.invalid')]
      await call('saveLabel', { ...subject, own_en: 'Does this arrive?', own_bn: '' })
      await call('saveLabel', { ...invalid, own_en: 'Something is not right yet.', own_bn: '' })
      const { body } = await call('sendTestEmail', {})
      assert.equal((await readEmailsTo(app, body.to)).at(-1)!.header('subject'), 'Does this arrive?')
      assert.equal((await app.call('userLogin', {})).body.message, 'Something is not right yet.')
      for (const key of ['mail.test_subject', 'error.invalid'])
        await call('saveLabel', { ...(await label(key)), own_en: '', own_bn: '' })
    })

    test('requires custom labels to keep the placeholders (OFF-97)', async () => {
      const countLabel = await label('error.stay_too_long_other')
      const errorFieldsOf = async (patch: object) => errorFields(await call('saveLabel', { ...countLabel, ...patch }))
      assert.deepEqual(await errorFieldsOf({ own_en: 'Too long.' }), ['own_en'])
      assert.deepEqual(await errorFieldsOf({ own_en: '{count} {count} nights.' }), ['own_en'])
      assert.deepEqual(await errorFieldsOf({ own_en: '{number} nights.' }), ['own_en'])
      assert.deepEqual(await errorFieldsOf({ own_en: 'At most {count}.', own_bn: 'বড়জোর।' }), ['own_bn'])
      assert.deepEqual(errorFields(await call('saveLabel', { ...(await label('shell.home')), own_en: 'To {place}' })), [
        'own_en',
      ])
      assert.deepEqual(await errorFieldsOf({ own_en: 'a'.repeat(601) }), ['own_en'])
      assert.equal((await call('saveLabel', { ...countLabel, key: 'no.such' })).status, 404)
      assert.equal((await call('saveLabel', { ...countLabel, key: 'office.title' })).status, 404)
      const responses = await Promise.all(
        ['At most {count}.', 'No more than {count}.'].map((own_en) => call('saveLabel', { ...countLabel, own_en })),
      )
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
    })

    test('lets editors read texts and requires publishing rights to change them (OFF-99)', async () => {
      const quality = await passage('home.quality')
      assert.equal((await call('getTexts', {}, staff)).status, 403)
      await grantToDesk(app, ['write content'])
      assert.equal((await call('getTexts', {}, staff)).status, 200)
      assert.equal((await call('savePassage', quality, staff)).status, 403)
      assert.equal((await call('saveLabel', await label('shell.home'), staff)).status, 403)
      await grantToDesk(app, ['publish'])
      assert.equal((await call('savePassage', quality, staff)).status, 200)
    })

    if (engine.name === 'postgres')
      test('shows a changed passage and label in a second process (OFF-98)', async () => {
        const second = await startSecondProcess(app)
        try {
          await second.text('/')
          await call('savePassage', { ...(await passage('home.quality')), title_en: 'Seen over there' })
          assert.ok(await second.saysSoon('/', 'Seen over there'))
          await call('saveLabel', { ...(await label('shell.contact')), own_en: 'Said over there', own_bn: '' })
          assert.ok(await second.saysSoon('/', '>Said over there<'))
        } finally {
          await second.close()
        }
      })
  })
}
