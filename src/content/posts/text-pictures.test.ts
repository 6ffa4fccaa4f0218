import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { enginesFor } from '#testing/engines.ts'
import type { TestApp } from '#testing/test-app.ts'
import { startPostTests } from '#testing/posts.ts'
import { countQueries } from '#testing/query-work.ts'
import { createSwatch } from '#testing/upload-pictures.ts'
import { listPictures } from '../media/library.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`pictures in posts, on ${engine.name}`, () => {
    let app: TestApp
    const { posts, tokens } = startPostTests(engine, (startedApp) => (app = startedApp))
    async function add(name: string, bytes: Buffer, replaces?: string): Promise<string> {
      const files = [{ name, bytes }]
      const { body } = await app.call('addPicture', replaces ? { replaces } : {}, { token: tokens.nasreen, files })
      await app.worker.runDue()
      return (await posts.call('getPictureUpload', { id: body.upload.id })).body.picture
    }
    const readPicture = async (name: string) => (await posts.call('getPicture', { name })).body
    const listUses = async (name: string) =>
      (await readPicture(name)).uses.map(({ kind, name: title }: { kind: string; name: string }) => `${kind}: ${title}`)
    const listUnusedPictures = async () =>
      (await posts.call('getPictures', { which: 'unused' })).body.data.map(({ name }: { name: string }) => name)
    const withImage = (src: string) => `<p>Look.</p><img src="${src}" alt="A shade" width="768" height="512" />`

    test('are counted as used in published posts, drafts and versions (OFF-79)', async () => {
      const name = await add('madder.png', await createSwatch(20))
      assert.ok((await listUnusedPictures()).includes(name))
      const { src } = (await readPicture(name)).picture
      let post = await posts.published('with-a-picture')
      post = await posts.saveText(post, 'bn', { title: 'ছবি', body: withImage(src) })
      assert.deepEqual(await listUses(name), ['draft: Title of with-a-picture'])
      assert.ok(!(await listUnusedPictures()).includes(name))
      const removedResponse = await posts.call('removePicture', { name })
      assert.equal(removedResponse.status, 409)
      post = await posts.publish(post)
      assert.deepEqual(await listUses(name), ['text: Title of with-a-picture'])
      // The stored versions still contain the picture.
      post = await posts.publish(await posts.saveText(post, 'bn', { body: '<p>ছবি নেই।</p>' }))
      assert.deepEqual(await listUses(name), ['draft: Title of with-a-picture'])
      const postWithLeadPicture = await posts.saveDetails(post, { picture: name })
      assert.deepEqual(await listUses(name), ['draft: Title of with-a-picture'])
      await posts.publish(postWithLeadPicture)
      assert.deepEqual(await listUses(name), ['post: Title of with-a-picture'])
    })

    test('are replaced in drafts, and in texts that are saved or restored after the replacement (OFF-79)', async () => {
      const name = await add('indigo.png', await createSwatch(70))
      const { src: urlBefore } = (await readPicture(name)).picture
      let post = await posts.published('replaced', withImage(urlBefore))
      post = await posts.saveText(post, 'en', { body: withImage(urlBefore) + '<p>More.</p>' })
      const postBefore = post
      await add('indigo-again.png', await createSwatch(120), name)
      const { src: currentUrl } = (await readPicture(name)).picture
      assert.notEqual(currentUrl, urlBefore)
      assert.ok((await (await app.get('/reading-blog/replaced')).text()).includes(currentUrl))
      post = await posts.get(post.id)
      assert.ok(post.en.body.includes(currentUrl) && !post.en.body.includes(urlBefore))
      // A user whose screen still has the old picture continues to type.
      post = await posts.saveText(postBefore, 'en', { body: postBefore.en.body + '<p>And more.</p>' })
      assert.ok(post.en.body.includes(currentUrl) && !post.en.body.includes(urlBefore))
      const versions = (await posts.call('getPostVersions', { id: post.id })).body.data
      const publishedVersion = versions.find(({ kind }: { kind: string }) => kind === 'published')
      const restoredPost = await posts.callOk('restorePost', {
        ...posts.versions(post),
        version_id: publishedVersion.id,
        languages: ['en'],
      })
      assert.ok(restoredPost.en.body.includes(currentUrl) && !restoredPost.en.body.includes(urlBefore))
    })

    test('are found through an index if unused, among 5,000 pictures (OFF-79)', async () => {
      const { files } = await app.db.selectFrom('picture').select('files').executeTakeFirstOrThrow()
      const createRow = (index: number) => ({
        name: `many-${index}`,
        alt_en: `Shade ${index}`,
        illustrative: 0,
        width: 800,
        height: 600,
        colour: '#123456',
        files,
        added_at: 10 + index,
      })
      for (let index = 0; index < 5_000; index += 500)
        await app.db
          .insertInto('picture' as never)
          .values(Array.from({ length: 500 }, (_, offset) => createRow(index + offset)) as never)
          .execute()
      for (let index = 0; index < 5; index++) await posts.published(`long-${index}`, `<p>${'word '.repeat(1_000)}</p>`)
      if (engine.name === 'postgres') await sql`analyze`.execute(app.db as never)
      assert.equal((await listUnusedPictures()).length, 60)
      const queries = await countQueries(app.at, (db) => listPictures(db, { filter: 'unused', limit: 60 }))
      const plan = queries.flatMap((query) => query.plan).join('\n')
      assert.match(plan, /picture_newest/)
      assert.match(plan, /text_picture_pk|SEARCH text_picture USING PRIMARY KEY/)
      assert.doesNotMatch(
        plan,
        /Seq Scan on (picture|post|text_picture)\b|TEMP B-TREE|SCAN (?!picture USING INDEX picture_newest)/,
      )
      const maxSteps = { sqlite: 10_000, postgres: 500 }
      assert.deepEqual([queries.length, queries[0]!.steps <= maxSteps[engine.name]], [1, true], plan)
    })
  })
}
