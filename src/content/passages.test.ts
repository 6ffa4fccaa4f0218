import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { grantToDesk, startSecondProcess } from '#testing/second-process.ts'

const form = {
  page: 'home',
  title_en: 'Samples in a week',
  title_bn: 'এক সপ্তাহে নমুনা',
  text_en: 'A courier takes them.',
  text_bn: 'কুরিয়ারে যায়।',
  picture: '',
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`passage editing, on ${engine.name}`, () => {
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
    const readTexts = async () => (await call('getTexts', {})).body
    const readMovableIds = async (page: string): Promise<string[]> =>
      (await readTexts()).passages
        .filter((passage: { page: string; in_place: boolean }) => passage.page === page && !passage.in_place)
        .map(({ id }: { id: string }) => id)
    const add = async (fields: object = {}) => (await call('addPassage', { ...form, ...fields })).body
    const remove = async (id: string) =>
      (await call('removePassage', { id, version: (await call('getPassage', { id })).body.version })).status
    const listActions = async (subject: string) =>
      (await call('getLog', { subject })).body.data.map(({ action }: { action: string }) => action)

    test('shows an added passage immediately and removes it again (OFF-104, OFF-98)', async () => {
      assert.ok(!(await readPage('/')).includes('A courier takes them.'))
      const passage = await add()
      assert.equal(passage.id, 'home.samples-in-a-week')
      assert.ok((await readPage('/')).includes('A courier takes them.'))
      assert.ok((await readPage('/bn')).includes('কুরিয়ারে যায়।'))
      assert.equal((await readMovableIds('home')).at(-1), passage.id)
      assert.equal((await call('savePassage', { ...passage, title_en: 'Samples in five days' })).status, 200)
      assert.equal((await call('removePassage', passage)).status, 409)
      assert.equal(await remove(passage.id), 200)
      assert.ok(!(await readPage('/')).includes('A courier takes them.'))
      assert.equal((await call('removePassage', passage)).status, 404)
      assert.deepEqual(await listActions(`passage ${passage.id}`), [
        'passage removed',
        'passage changed',
        'passage added',
      ])
    })

    test('shows an added service on the service page only (OFF-104)', async () => {
      const { id } = await add({ page: 'service', title_en: 'Laundry', text_en: 'Back by evening.' })
      assert.equal(id, 'service.laundry')
      assert.ok((await readPage('/service')).includes('Back by evening.'))
      assert.ok(!(await readPage('/')).includes('Back by evening.'))
      assert.equal(await remove(id), 200)
    })

    test('shows a chosen picture next to a text of the home page and the default picture without one (OFF-104)', async () => {
      const isShown = async (name: string) => (await readPage('/')).includes(`/pictures/${name}-`)
      const save = async (id: string, picture: string) => {
        const { status, body } = await call('savePassage', { ...(await call('getPassage', { id })).body, picture })
        return status === 200 ? body : Object.keys(body.errors)
      }
      assert.deepEqual([await isShown('process-pull-test'), await isShown('room-kettle')], [true, false])
      const { shown: shownPicture } = await save('home.quality', 'room-kettle')
      assert.ok(shownPicture.src.includes('room-kettle'))
      assert.deepEqual([await isShown('process-pull-test'), await isShown('room-kettle')], [false, true])
      const { body } = await call('getPicture', { name: 'room-kettle' })
      assert.ok(body.uses.some(({ kind }: { kind: string }) => kind === 'text'))
      assert.deepEqual(await save('home.quality', 'nothing-of-the-kind'), ['picture'])
      assert.deepEqual(await save('home.welcome', 'room-kettle'), ['picture'])
      assert.ok((await save('home.quality', '')).shown.src.includes('process-pull-test'))
      const addedPassage = await add({ picture: 'room-kettle' })
      assert.ok(await isShown('room-kettle'))
      assert.equal(await remove(addedPassage.id), 200)
      assert.ok(!(await isShown('room-kettle')))
    })

    test('shows an added step with its picture on the page of the services for the trade (OFF-104, DES-126)', async () => {
      const step = { page: 'trade', title_en: 'We answer', text_en: 'Within a day.', picture: 'room-kettle' }
      const { id } = await add(step)
      const page = await readPage('/our-services')
      assert.equal(id, 'trade.we-answer')
      assert.ok(page.includes('Within a day.') && page.includes('/pictures/room-kettle-'))
      assert.equal(await remove(id), 200)
      assert.ok(!(await readPage('/our-services')).includes('Within a day.'))
    })

    test('gives each passage a unique key that the code does not use (OFF-104)', async () => {
      const titles = ['Twice', 'Twice', 'Quality', 'Taken apart', '২৪ ঘণ্টা']
      const ids = []
      for (const title_en of titles) ids.push((await add({ title_en })).id)
      assert.deepEqual(ids, ['home.twice', 'home.twice-2', 'home.quality-2', 'home.taken-apart-2', 'home.passage'])
      for (const id of ids) assert.equal(await remove(id), 200)
    })

    test('reports each invalid field and stores nothing (OFF-104)', async () => {
      const textsBefore = await readTexts()
      const invalidForms: [patch: object, field: string][] = [
        [{ title_en: '' }, 'title_en'],
        [{ text_en: ' ' }, 'text_en'],
        [{ title_bn: 'ক'.repeat(121) }, 'title_bn'],
        [{ text_bn: 'ক'.repeat(5_001) }, 'text_bn'],
        [{ page: 'about' }, 'page'],
        [{ page: 'service', picture: 'room-kettle' }, 'picture'],
      ]
      for (const [patch, field] of invalidForms) {
        const { status, body } = await call('addPassage', { ...form, ...patch })
        assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, [field]], JSON.stringify(patch))
      }
      assert.deepEqual(await readTexts(), textsBefore)
    })

    test('neither removes nor moves a passage that the code refers to (OFF-104)', async () => {
      for (const id of ['home.welcome', 'home.why-choose-us']) {
        const passage = (await call('getPassage', { id })).body
        assert.ok(passage.in_place)
        const { status, body } = await call('removePassage', passage)
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['form']], id)
        const { orders } = await readTexts()
        const ids = [id, ...(await readMovableIds('home'))]
        assert.equal((await call('orderPassages', { page: 'home', ids, version: orders.home })).status, 409)
        assert.equal((await call('getPassage', { id })).status, 200)
      }
    })

    test('reorders the passages of a page and rejects an incomplete or outdated list (OFF-104, OFF-99)', async () => {
      const { orders } = await readTexts()
      const ids = (await readMovableIds('service')).toReversed()
      const order = (fields: object = {}) =>
        call('orderPassages', { page: 'service', ids, version: orders.service, ...fields })
      for (const invalidOrder of [
        ids.slice(1),
        [...ids, ids[0]!],
        [ids[0], ...ids.slice(0, -1)],
        [...ids.slice(1), 'home.quality'],
      ])
        assert.equal((await order({ ids: invalidOrder })).status, 409, String(invalidOrder))
      const responses = await Promise.all([order(), order()])
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
      const conflictBody = responses.find(({ status }) => status === 409)!.body
      assert.equal(conflictBody.message, 'The list was changed in the meantime. Check it and try again.')
      assert.deepEqual(await readMovableIds('service'), ids)
      const { data } = (await app.call('getPassages', { page: 'service' })).body
      assert.deepEqual(
        data.map(({ key }: { key: string }) => `service.${key}`),
        ids,
      )
      const { body } = await call('getLog', { subject: 'passages service' })
      assert.deepEqual(
        body.data.map(({ action, changes }: { action: string; changes: { field: string }[] }) => [
          action,
          changes.map(({ field }) => field),
        ]),
        [['passages reordered', ['order']]],
      )
      const version = (await readTexts()).orders.service
      const { id } = await add({ page: 'service' })
      assert.equal((await order({ version })).status, 409)
      assert.equal(await remove(id), 200)
      assert.equal((await order({ version })).status, 409)
    })

    test('allows at most 24 passages per page, also for concurrent additions (OFF-104)', async () => {
      const ids: string[] = []
      while ((await readMovableIds('service')).length < 23)
        ids.push((await add({ page: 'service', title_en: 'More' })).id)
      const lastTwoResponses = await Promise.all([1, 2].map(() => call('addPassage', { ...form, page: 'service' })))
      assert.deepEqual(lastTwoResponses.map(({ status }) => status).sort(), [200, 422])
      assert.equal((await readMovableIds('service')).length, 24)
      const { body } = await call('addPassage', { ...form, page: 'service' })
      assert.deepEqual(body.errors.form, ['This page already has 24 texts. Remove one first.'])
      ids.push(lastTwoResponses.find(({ status }) => status === 200)!.body.id)
      for (const id of ids) assert.equal(await remove(id), 200)
    })

    test('requires publishing rights to add, remove and reorder passages (OFF-99)', async () => {
      await grantToDesk(app, ['write content'])
      const { orders } = (await call('getTexts', {}, staffToken)).body
      const qualityPassage = (await call('getPassage', { id: 'home.quality' }, staffToken)).body
      assert.equal((await call('addPassage', form, staffToken)).status, 403)
      assert.equal((await call('removePassage', qualityPassage, staffToken)).status, 403)
      const ids = await readMovableIds('home')
      assert.equal((await call('orderPassages', { page: 'home', ids, version: orders.home }, staffToken)).status, 403)
    })

    if (engine.name === 'postgres')
      test('shows a new passage in a second process (OFF-98)', async () => {
        const secondServer = await startSecondProcess(app)
        try {
          await secondServer.text('/')
          const { id } = await add({ text_en: 'Told over there.' })
          await secondServer.untilShown('/', 'Told over there.')
          assert.equal(await remove(id), 200)
        } finally {
          await secondServer.close()
        }
      })
  })
}
