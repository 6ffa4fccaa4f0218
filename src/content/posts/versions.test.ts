import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import type { TestApp } from '#testing/test-app.ts'
import { startPostTests } from '#testing/posts.ts'
import type { PostVersion } from './office/contract.ts'
import { MINUTE_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the history of a post, on ${engine.name}`, () => {
    let app: TestApp
    const { posts, tanvir, signInNasreen } = startPostTests(engine, (startedApp) => (app = startedApp))
    const listKinds = async (id: number) =>
      (await posts.call('getPostVersions', { id })).body.data.map(
        ({ kind, who }: PostVersion) => `${kind} ${who!.split(' ')[0]}`,
      )

    test('stores a version per publication and per manual save, and one per ten minutes of autosaves (OFF-77)', async () => {
      let post = await posts.add('many-versions')
      for (const text of ['a', 'a b', 'a b c']) post = await posts.saveText(post, 'en', { body: `<p>${text}</p>` })
      assert.deepEqual(await listKinds(post.id), ['autosaved Nasreen'])
      post = await tanvir.saveText(post, 'bn', { tab: 'tab-b', body: '<p>ক</p>' })
      app.clock.advance(MINUTE_MS)
      post = await posts.saveText(post, 'en', { body: '<p>a b c d</p>' })
      assert.deepEqual(await listKinds(post.id), ['autosaved Nasreen', 'autosaved Tanvir'])
      post = await posts.saveText(post, 'en', { body: '<p>a b c d</p>', by_hand: true })
      assert.deepEqual(await listKinds(post.id), ['saved Nasreen', 'autosaved Tanvir'])
      post = await posts.saveText(post, 'en', { body: '<p>a b c d</p>', by_hand: true })
      post = await posts.publish(post)
      app.clock.advance(MINUTE_MS)
      post = await posts.saveText(post, 'en', { body: '<p>e</p>' })
      app.clock.advance(10 * MINUTE_MS)
      post = await posts.saveText(post, 'en', { body: '<p>e f</p>' })
      assert.deepEqual(await listKinds(post.id), [
        'autosaved Nasreen',
        'autosaved Nasreen',
        'published Nasreen',
        'saved Nasreen',
        'autosaved Tanvir',
      ])
      const firstResponse = await posts.call('getPostVersions', { id: post.id })
      assert.equal(firstResponse.body.more, null)
    })

    test('compares a version with the draft and restores each language separately (OFF-77)', async () => {
      let post = await posts.published('restored', '<p>One.</p>')
      post = await posts.saveText(post, 'bn', { title: 'এক', body: '<p>এক।</p>' })
      post = await posts.publish(post)
      post = await posts.saveText(post, 'en', { title: 'Two', body: '<p>Two.</p>' })
      post = await posts.saveText(post, 'bn', { title: 'দুই', body: '<p>দুই।</p>' })
      const versions: PostVersion[] = (await posts.call('getPostVersions', { id: post.id })).body.data
      const publishedVersion = versions.find(({ kind }) => kind === 'published')!
      const { body } = await posts.call('getPostVersion', { id: post.id, version_id: publishedVersion.id })
      assert.deepEqual(
        [body.before.en.body, body.now.en.body, body.published.bn.title],
        ['<p>One.</p>', '<p>Two.</p>', 'এক'],
      )
      const restore = (loadedPost: typeof post, languages: string[]) =>
        posts.call('restorePost', { ...posts.versions(loadedPost), version_id: publishedVersion.id, languages })
      const postWithEnglishRestored = (await restore(post, ['en'])).body
      assert.deepEqual(
        [postWithEnglishRestored.en.body, postWithEnglishRestored.bn.body, postWithEnglishRestored.changed],
        ['<p>One.</p>', '<p>দুই।</p>', true],
      )
      assert.equal((await restore(post, ['en'])).status, 409, 'the draft was saved since')
      assert.equal((await restore(post, ['bn'])).status, 200, 'the other language has not changed')
      const fullyRestoredPost = await posts.get(post.id)
      assert.deepEqual(
        [fullyRestoredPost.en.body, fullyRestoredPost.bn.body, fullyRestoredPost.changed],
        ['<p>One.</p>', '<p>এক।</p>', false],
      )
      assert.equal(
        (
          await posts.call('restorePost', {
            ...posts.versions(fullyRestoredPost),
            version_id: 999_999,
            languages: ['en'],
          })
        ).status,
        404,
      )
      const kinds = await listKinds(post.id)
      assert.deepEqual(kinds.slice(0, 2), ['restored Nasreen', 'restored Nasreen'])
      const page = await (await app.get('/bn/reading-blog/restored')).text()
      assert.ok(page.includes('এক।'))
    })

    test('shows the draft only to visitors with the preview link (OFF-79)', async () => {
      let post = await posts.published('previewed', '<p>Published words.</p>')
      post = await posts.saveText(post, 'en', { title: 'As it will be', body: '<p>Draft words.</p>' })
      const { body } = await tanvir.call('createPostPreview', { id: post.id })
      assert.match(body.path, /^\/details\/draft\?preview=[\w-]{22}$/)
      const openPath = async (path = body.path as string) => {
        const response = await app.get(path)
        return { status: response.status, html: await response.text(), headers: response.headers }
      }
      const { status, html, headers } = await openPath()
      assert.equal(status, 200)
      assert.ok(
        html.includes('Draft words.') && html.includes('As it will be') && html.includes('Preview, not published'),
      )
      assert.ok(html.includes('<meta name="robots" content="noindex"'))
      assert.equal(headers.get('cache-control'), 'private, no-store')
      assert.ok((await openPath(`/bn${body.path}`)).html.includes('প্রিভিউ'))
      // The preview follows later changes and a new address.
      post = await posts.saveText(post, 'en', { body: '<p>Later words.</p>' })
      post = await posts.publish(await posts.saveDetails(post, { slug: 'previewed-anew' }))
      assert.ok((await openPath()).html.includes('Later words.'))
      const hashes = await app.db.selectFrom('post_preview').select('token_hash').execute()
      assert.ok(!JSON.stringify(hashes).includes(body.path.slice(-22)))
      assert.equal((await openPath(body.path.slice(0, -1) + 'x')).status, 404)
      // The draft does not appear on public pages.
      assert.ok(!(await (await app.get('/details/zipper')).text()).includes('Later words.'))
    })

    test('ends a preview after a week or when a user ends it (OFF-79)', async () => {
      const post = await posts.add('ended')
      const createPreview = async () => (await posts.call('createPostPreview', { id: post.id })).body.path as string
      const readStatus = async (path: string) => (await app.get(path)).status
      const [firstPath, secondPath] = [await createPreview(), await createPreview()]
      assert.deepEqual((await posts.get(post.id)).previews.links, 2)
      await posts.callOk('revokePostPreviews', { id: post.id })
      assert.deepEqual([await readStatus(firstPath), await readStatus(secondPath)], [404, 404])
      const thirdPath = await createPreview()
      app.clock.advance(7 * 24 * 60 * MINUTE_MS - 1)
      assert.equal(await readStatus(thirdPath), 200)
      app.clock.advance(1)
      assert.equal(await readStatus(thirdPath), 404)
      await signInNasreen()
      assert.equal((await posts.get(post.id)).previews.links, 0)
    })
  })
}
