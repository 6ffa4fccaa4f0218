import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import { UserError } from '#platform/errors.ts'
import { cleanHtml } from './clean.ts'
import { savePost, type PostInput } from './post.ts'
import { HOUR_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`savePost, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const write = (slug: string, fields: Partial<PostInput> = {}) =>
      savePost(app.db, () => app.clock.now, {
        category_id: 14,
        slug,
        title_en: `Title of ${slug}`,
        summary_en: 'Summary',
        body_en: '<p>Text</p>',
        position: 0,
        published_at: app.clock.now,
        ...fields,
      })
    const getRow = (slug: string) =>
      app.db.selectFrom('post').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()
    const readPage = async (path: string) => (await app.get(path)).text()
    const readVersion = async () =>
      (await app.db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()).version

    test('stores and shows only sanitized HTML in both languages', async () => {
      const hostileHtml =
        '<h1 onclick="evil()">Zips</h1><script>evil()</script><p style="color:red">One<img src=x onerror="evil()">' +
        '<a href="java&#9;script:evil()">two</a><svg onload="evil()"></svg><iframe src="//evil.example"></iframe>'
      await write('hostile', { title_en: '<script>evil()</script>', body_en: hostileHtml, body_bn: hostileHtml })
      const { body_en, body_bn } = await getRow('hostile')
      assert.deepEqual([body_en, body_bn], Array(2).fill('<h2>Zips</h2><p>Onetwo</p>'))
      const ownScriptCount = (await readPage('/details/zipper')).match(/<script\b/g)!.length
      for (const path of ['/details/hostile', '/bn/reading-blog/hostile', '/blog']) {
        const html = (await readPage(path))
          .replace(/<meta property="og:title" content="&lt;script&gt;[^"]*"\/>/, '') // quoted in an attribute
          .replaceAll(/ href="(https:\/\/wa\.me\/\d+\?text=|(\/bn)?\/contact\?subject=)[^"<>]*"/g, '') // part of a query string
        assert.ok(html.includes('&lt;script&gt;evil()'), path)
        assert.equal(html.match(/<script\b/g)!.length, ownScriptCount, path)
        assert.doesNotMatch(html, /<[^>]*evil|onerror|onload=|onclick|javascript:|evil\.example/i, path)
      }
    })

    test('rejects a megabyte of text before cleaning it', async (t) => {
      // Each cleaning of a text calls this method first.
      const wellFormedMock = t.mock.method(String.prototype, 'toWellFormed')
      for (const field of ['body_en', 'body_bn'] as const) {
        await assert.rejects(write('endless', { [field]: '<b>'.repeat(350_000) }), (error) => {
          assert.ok(error instanceof UserError)
          assert.deepEqual(Object.keys(error.fields!), [field])
          return error.status === 422
        })
      }
      const countCleanings = () =>
        wellFormedMock.mock.calls.filter((call) => String(call.this).startsWith('<b><b>')).length
      assert.equal(countCleanings(), 0)
      await cleanHtml('<b><b>')
      assert.equal(countCleanings(), 1)
    })

    test('updates cached pages immediately', async () => {
      assert.ok(!(await readPage('/blog')).includes('Title of fresh'))
      const id = await write('fresh')
      assert.ok((await readPage('/blog')).includes('Title of fresh'))
      await write('fresh', { id, title_en: 'Written anew' })
      assert.ok((await readPage('/blog')).includes('Written anew'))
      assert.ok(!(await readPage('/blog')).includes('Title of fresh'))
    })

    test('changes neither the version nor the jobs if it fails', async () => {
      const stateBefore = [await readVersion(), await countJobs()]
      await write('taken')
      assert.equal(await readVersion(), (stateBefore[0] as number) + 1)
      const tomorrow = app.clock.now + 24 * HOUR_MS
      for (const [fields, constraint] of [
        [{ category_id: 77 }, 'foreign key'],
        [{ picture: 'no-such-picture' }, 'foreign key'],
        [{ slug: 'taken' }, 'post_slug'],
      ] as const) {
        await assert.rejects(
          write('fails', { published_at: tomorrow, ...fields }),
          (error) => findConstraintName(error) === constraint,
        )
      }
      await assert.rejects(
        write('fails', { id: 987_654 }),
        (error) => error instanceof UserError && error.status === 404,
      )
      assert.deepEqual([await readVersion(), await countJobs()], [(stateBefore[0] as number) + 1, stateBefore[1]])
    })

    test('shows a scheduled post on cached pages when its time comes (T55)', async () => {
      const postPath = '/reading-blog/for-later'
      await write('for-later', { title_en: 'Good things', published_at: app.clock.now + HOUR_MS })
      const cachedResponse = await app.get('/blog')
      assert.ok(!(await cachedResponse.text()).includes('Good things'))
      app.clock.advance(HOUR_MS - 1)
      await app.worker.runDue()
      const repeatedResponse = await app.get('/blog', { 'if-none-match': cachedResponse.headers.get('etag')! })
      assert.deepEqual([repeatedResponse.status, (await app.get(postPath)).status], [304, 404])
      app.clock.advance(1)
      // The worker checks for due jobs every second.
      while (!(await readPage('/blog')).includes('Good things')) await sleep(25)
      assert.equal((await app.get(postPath)).status, 200)
    })

    const countJobs = async () => (await app.db.selectFrom('job').select('id').execute()).length
  })
}
