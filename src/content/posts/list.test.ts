import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { enginesFor } from '#testing/engines.ts'
import type { TestApp } from '#testing/test-app.ts'
import { startPostTests } from '#testing/posts.ts'
import { recordQueries } from '#testing/record-queries.ts'
import type { PostLine } from './office/contract.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the list of posts, on ${engine.name}`, () => {
    let app: TestApp
    const queries: { sql: string; parameters: readonly unknown[] }[] = []
    const recordedEngine = recordQueries(engine, (query) => queries.push(query))
    const { posts } = startPostTests(recordedEngine, (startedApp) => (app = startedApp))
    const fetchPosts = async (form: object = {}) => (await posts.call('getPosts', form)).body
    const readTitles = async (form: object) => (await fetchPosts(form)).data.map(({ title_en }: PostLine) => title_en)

    test('filters by category, state and search words (OFF-71)', async () => {
      await posts.add('only-a-draft', 'Wanted draft')
      const publishedPost = await posts.published('is-out')
      await posts.saveText(await posts.published('is-changed'), 'en', { title: 'Wanted change' })
      const duePost = await posts.saveText(await posts.add('is-due', 'Wanted time'), 'en', { body: '<p>x</p>' })
      await posts.schedule(duePost, app.day(3), '09:00')
      assert.deepEqual(await readTitles({ state: 'draft' }), ['Wanted draft'])
      assert.deepEqual(await readTitles({ state: 'scheduled' }), ['Wanted time'])
      assert.deepEqual(await readTitles({ state: 'changed' }), ['Wanted change'])
      assert.ok((await readTitles({ state: 'published', words: 'is-out' })).includes(publishedPost.en.title))
      assert.deepEqual(await readTitles({ words: 'WANTED only' }), ['Wanted draft'])
      await posts.add('capital', 'École de Dhaka')
      for (const words of ['École', 'école', 'ÉCOLE']) assert.deepEqual(await readTitles({ words }), ['École de Dhaka'])
      assert.deepEqual(await readTitles({ words: '100%' }), [])
      assert.deepEqual((await readTitles({ category: 20 })).length, 3)
      const [line] = (await fetchPosts({ state: 'scheduled' })).data
      assert.deepEqual(
        [line.scheduled.slice(0, 16), line.published, line.translated],
        [`${app.day(3)}T09:00`, null, false],
      )
    })

    test('reads 10,000 posts page by page through an index (OFF-71)', async () => {
      const { db } = app
      await sql`insert into post (id, category_id, slug, title_en, summary_en, body_en, position, published_at, updated_at)
        with recursive number (n) as (select 1 union all select n + 1 from number where n < 10000)
        select 10000 + n, 14, 'many-' || n, 'Many ' || n, 'Summary', '<p>Text</p>', n, 1, n from number`.execute(
        db as never,
      )
      await sql`insert into post_draft (post_id, category_id, slug, title_en, summary_en, body_en, position, edited_at)
        select id, category_id, slug, title_en, summary_en, body_en, position, updated_at from post where id > 10000`.execute(
        db as never,
      )
      if (engine.name === 'postgres') await sql`analyze`.execute(db as never)
      const listedIds = new Set<number>()
      let after: string | undefined
      for (let page = 0; page < 5; page++) {
        const { data, more } = await fetchPosts(after ? { after } : {})
        for (const { id } of data) listedIds.add(id)
        after = more
      }
      assert.equal(listedIds.size, 150)
      assert.deepEqual(await readTitles({ words: 'many 7777' }), ['Many 7777'])
      for (const form of [{}, { category: 14 }, { after: '5000~15000' }, { category: 14, after: '5000~15000' }]) {
        queries.length = 0
        await fetchPosts(form)
        const { sql: text, parameters } = queries.find((query) => query.sql.includes('"post_schedule"'))!
        const plan = await explainQuery(text, parameters)
        assert.match(plan, /post_draft_(newest|by_category)/, JSON.stringify(form))
        assert.doesNotMatch(
          plan,
          /TEMP B-TREE|Seq Scan on post_draft|SCAN post_draft(?! USING INDEX)/,
          JSON.stringify(form),
        )
      }
    })

    async function explainQuery(text: string, parameters: readonly unknown[]): Promise<string> {
      const explainPrefix = engine.name === 'postgres' ? 'explain' : 'explain query plan'
      const sqlParts = `${explainPrefix} ${text}`.split(/\$\d+|\?/)
      const query = sql(
        Object.assign(sqlParts, { raw: sqlParts }) as never,
        ...parameters.slice(0, sqlParts.length - 1),
      )
      return JSON.stringify((await query.execute(app.db as never)).rows)
    }
  })
}
