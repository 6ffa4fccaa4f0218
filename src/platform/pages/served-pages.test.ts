import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { recordQueries } from '#testing/record-queries.ts'
import { translatorFor } from '#locales/both.ts'
import { publish } from '../database/publish.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the served pages on ${engine.name}`, () => {
    let app: TestApp
    let statementCount = 0
    before(async () => {
      const countingEngine = recordQueries(
        engine,
        ({ sql }) => void (sql.includes('content_version') || statementCount++),
      )
      app = await startTestApp(countingEngine)
      await app.worker.stop()
    })
    after(() => app.close())
    const get = (path: string) => sendRequest(app.url, path)

    test('send their scripts only the messages they use, in one language, and none of the static parts', async () => {
      for (const [path, language] of [
        ['/contact', 'en'],
        ['/bn/contact', 'bn'],
      ] as const) {
        const html = (await get(path)).body.toString()
        const [, island] = html.match(/<script id="island"[^>]*>(.*?)<\/script>/)!
        const { words, shell } = JSON.parse(island!)
        const { t } = translatorFor(language)
        for (const key of ['shell.menu', 'contact.send', 'notfound.title'] as const) assert.equal(words[key], t(key))
        for (const key of ['room.type', 'home.story_title', 'mail.greeting']) assert.ok(!(key in words), key)
        assert.ok(html.includes(`<h2 id="quick-links">${t('shell.quick_links')}</h2>`))
        assert.ok(!('shell.quick_links' in words) && !('map' in shell))
      }
    })

    test('show the not-found page for an unknown path, in its language (APP-1)', async () => {
      for (const [path, language] of [
        ['/no-such-page', 'en'],
        ['/bn/no-such-page', 'bn'],
        ['/details/no-such-post', 'en'],
        ['/bn/booking-details/no-such-room', 'bn'],
      ] as const) {
        const { status, headers, body } = await get(path)
        assert.equal(status, 404, path)
        assert.match(headers['content-type']!, /^text\/html/)
        const { t } = translatorFor(language)
        assert.ok(body.toString().includes(`<html lang="${language}">`))
        assert.ok(body.toString().includes(`<h1>${t('notfound.title')}</h1>`), path)
        assert.match(body.toString(), /<meta name="robots" content="noindex"/)
      }
    })

    test('show the failure page with the request ID if data fails to load', async () => {
      for (const [path, language] of [
        ['/booking-details/single', 'en'],
        ['/bn/booking-details/single', 'bn'],
      ] as const) {
        await app.db.schema.alterTable('room').renameTo('room_away').execute()
        const { status, headers, body } = await get(path)
        await app.db.schema.alterTable('room_away').renameTo('room').execute()
        assert.equal(status, 500)
        const { t } = translatorFor(language)
        const html = body.toString()
        assert.ok(html.includes(`<h1>${t('failure.title')}</h1>`))
        assert.ok(html.includes(t('failure.reference', { id: String(headers['x-request-id']) })))
        assert.match(headers['cache-control']!, /no-store/)
        assert.equal((await get(path)).status, 200)
      }
    })

    test('leave out a list that fails to load, and are complete again for the next visitor', async (t) => {
      t.mock.method(console, 'error', () => {}) // the page logs its errors here
      await app.db.schema.alterTable('slide').renameTo('slide_away').execute()
      const incompleteResponse = await get('/')
      await app.db.schema.alterTable('slide_away').renameTo('slide').execute()
      const slide = await app.db.selectFrom('slide').select('title_en').orderBy('position').executeTakeFirstOrThrow()
      assert.equal(incompleteResponse.status, 200)
      assert.ok(!incompleteResponse.body.includes(slide.title_en))
      assert.match(incompleteResponse.headers['cache-control']!, /no-store/)
      assert.ok((await get('/')).body.includes(slide.title_en))
    })

    test('show an error without retries if no data can be loaded', async (t) => {
      t.mock.method(console, 'error', () => {}) // the page logs its errors here
      await publish(app.db, async () => {})
      statementCount = 0
      assert.equal((await get('/about')).status, 200)
      const normalStatementCount = statementCount
      await publish(app.db, async () => {})
      await app.db.schema.alterTable('setting').renameTo('setting_away').execute()
      statementCount = 0
      const { status, headers } = await get('/about')
      assert.ok(
        statementCount <= normalStatementCount,
        `${statementCount} statements, but ${normalStatementCount} for the complete page`,
      )
      await app.db.schema.alterTable('setting_away').renameTo('setting').execute()
      assert.equal(status, 500)
      assert.match(String(headers['x-request-id']), /^[\w-]{36}$/)
      assert.equal((await get('/about')).status, 200)
    })

    test('include a published change immediately, under a new ETag', async () => {
      const firstResponse = await get('/about')
      const cachedResponse = await get('/about')
      assert.equal(cachedResponse.headers.etag, firstResponse.headers.etag)
      await publish(app.db, (tx) =>
        tx.updateTable('post').set({ title_en: 'Held by its edge' }).where('slug', '=', 'about-selvage').execute(),
      )
      const changedResponse = await sendRequest(app.url, '/about', {
        headers: { 'if-none-match': cachedResponse.headers.etag! },
      })
      assert.equal(changedResponse.status, 200)
      assert.ok(changedResponse.body.includes('Held by its edge'))
      assert.notEqual(changedResponse.headers.etag, cachedResponse.headers.etag)
    })
  })
}
