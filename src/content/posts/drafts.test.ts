import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import type { TestApp } from '#testing/test-app.ts'
import { startPostTests } from '#testing/posts.ts'
import { grantToDesk } from '#testing/second-process.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`editing drafts of posts, on ${engine.name}`, () => {
    let app: TestApp
    const { posts, tanvir } = startPostTests(engine, (startedApp) => (app = startedApp))
    const readPage = async (path: string) => (await app.get(path)).text()
    const readContentVersion = async () =>
      (await app.db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()).version

    test('adds an unpublished post and reserves its address (OFF-71)', async () => {
      const post = await posts.add('lab-dips', 'Lab dips and colour matching')
      assert.deepEqual(
        [post.published, post.scheduled, post.path, post.was_published, post.en.title, post.bn.title],
        [null, null, null, false, 'Lab dips and colour matching', ''],
      )
      assert.equal((await app.get('/reading-blog/lab-dips')).status, 404)
      const { status, body } = await posts.call('addPost', { title_en: 'Another', category_id: 14, slug: 'lab-dips' })
      assert.deepEqual(
        [status, body.errors.slug],
        [422, ['Another post uses or used this address. Enter another one.']],
      )
      const invalidResponse = await posts.call('addPost', { title_en: '', category_id: 77, slug: 'Lab Dips' })
      assert.deepEqual(Object.keys(invalidResponse.body.errors).sort(), ['category_id', 'slug', 'title_en'])
    })

    test('saves the draft without changing the published post until it is published (OFF-72)', async () => {
      const post = await posts.published('kept-apart')
      const pagePath = '/reading-blog/kept-apart'
      const version = await readContentVersion()
      assert.ok((await readPage(pagePath)).includes('First words.'))
      const savedPost = await posts.saveText(post, 'en', {
        title: 'Another title',
        body: '<p>Second words.</p><script>x</script>',
      })
      assert.deepEqual(
        [savedPost.changed, savedPost.en.body, savedPost.en.version],
        [true, '<p>Second words.</p>', post.en.version + 1],
      )
      assert.equal(await readContentVersion(), version)
      assert.ok((await readPage(pagePath)).includes('First words.'))
      const publishedPost = await posts.publish(savedPost)
      assert.deepEqual([publishedPost.changed, publishedPost.published], [false, post.published])
      const html = await readPage(pagePath)
      assert.ok(html.includes('Second words.') && html.includes('Another title') && !html.includes('First words.'))
    })

    test('rejects the second of two concurrent saves of one language (OFF-73)', async () => {
      const post = await posts.published('two-people')
      const [firstResponse, secondResponse] = await Promise.all([
        posts.call('savePostText', posts.textForm(post, 'en', { tab: 'nasreen', body: '<p>Hers.</p>' })),
        tanvir.call('savePostText', posts.textForm(post, 'en', { tab: 'tanvir', body: '<p>His.</p>' })),
      ])
      assert.deepEqual([firstResponse.status, secondResponse.status].sort(), [200, 409])
      const rejectedResponse = firstResponse.status === 409 ? firstResponse : secondResponse
      assert.equal(rejectedResponse.body.message, 'This was changed in the meantime. Check it and try again.')
      const currentPost = await posts.get(post.id)
      assert.equal(currentPost.en.body, firstResponse.status === 200 ? '<p>Hers.</p>' : '<p>His.</p>')
    })

    test('accepts concurrent saves of different languages and of the details (OFF-73)', async () => {
      const post = await posts.published('two-languages')
      const responses = await Promise.all([
        posts.call('savePostText', posts.textForm(post, 'en', { body: '<p>English.</p>' })),
        tanvir.call(
          'savePostText',
          posts.textForm(post, 'bn', { tab: 'tanvir', title: 'শিরোনাম', body: '<p>বাংলা।</p>' }),
        ),
        tanvir.call('savePostDetails', posts.detailsForm(post, { position: 7 })),
      ])
      assert.deepEqual(
        responses.map(({ status }) => status),
        [200, 200, 200],
      )
      const currentPost = await posts.get(post.id)
      assert.deepEqual(
        [currentPost.en.body, currentPost.bn.body, currentPost.bn.title, currentPost.details.position],
        ['<p>English.</p>', '<p>বাংলা।</p>', 'শিরোনাম', 7],
      )
    })

    test('accepts a repeated save after a lost response and rejects it after a save by another user (OFF-73)', async () => {
      const post = await posts.published('lost-answer')
      await posts.saveText(post, 'en', { body: '<p>One.</p>' })
      // The response was lost, and the user continued to type in the same tab.
      const twiceSavedPost = await posts.saveText(post, 'en', { body: '<p>One. Two.</p>' })
      assert.deepEqual([twiceSavedPost.en.version, twiceSavedPost.en.body], [post.en.version + 2, '<p>One. Two.</p>'])
      const tanvirsPost = await tanvir.saveText(twiceSavedPost, 'en', { tab: 'tab-b', body: '<p>His.</p>' })
      const staleResponse = await posts.call(
        'savePostText',
        posts.textForm(twiceSavedPost, 'en', { body: '<p>One. Two. Three.</p>' }),
      )
      assert.equal(staleResponse.status, 409)
      assert.equal((await posts.get(post.id)).en.body, tanvirsPost.en.body)
    })

    test('lets writers save but not publish, schedule or unpublish, and logs each operation (OFF-78)', async () => {
      const post = await tanvir.add('not-his')
      const savedDraft = await tanvir.saveText(post, 'en', { summary: 'Short', body: '<p>Words.</p>', by_hand: true })
      for (const [name, form] of [
        ['publishPost', posts.versions(savedDraft)],
        ['schedulePost', { ...posts.versions(savedDraft), day: app.day(3), time: '09:00' }],
        ['cancelPostSchedule', { id: post.id }],
        ['unpublishPost', { id: post.id }],
      ] as const)
        assert.equal((await tanvir.call(name, form)).status, 403, name)
      const publishedPost = await posts.publish(savedDraft)
      await posts.callOk('unpublishPost', { id: publishedPost.id })
      const { body } = await posts.call('getLog', { subject: `post ${post.id}` })
      assert.deepEqual(
        body.data.map(({ action, who }: { action: string; who: string }) => `${action} ${who.split(' ')[0]}`),
        ['post unpublished Nasreen', 'post published Nasreen', 'post changed Tanvir', 'post added Tanvir'],
      )
      await grantToDesk(app, ['see bookings'])
      assert.equal((await tanvir.call('savePostText', posts.textForm(publishedPost, 'en', {}))).status, 403)
      await grantToDesk(app, ['write content'])
    })

    test('lets writers remove a post only if it was never public (OFF-71)', async () => {
      const post = await posts.add('by-mistake')
      await tanvir.saveText(post, 'en', { body: '<p>Oh.</p>', by_hand: true })
      assert.equal((await tanvir.call('removePost', { id: post.id })).status, 200)
      assert.equal((await posts.call('getPost', { id: post.id })).status, 404)
      assert.equal((await tanvir.call('removePost', { id: post.id })).status, 404)
      const { body } = await posts.call('getLog', { subject: `post ${post.id}` })
      assert.equal(body.data[0].action, 'post removed')
      assert.equal((await posts.add('by-mistake')).details.slug, 'by-mistake')

      const seededPost = await app.db
        .selectFrom('post')
        .select('id')
        .where('slug', '=', 'button-sizes-in-ligne')
        .executeTakeFirstOrThrow()
      for (const { id } of [await posts.published('seen-by-readers'), seededPost]) {
        assert.equal((await posts.call('removePost', { id })).status, 409)
        await posts.callOk('unpublishPost', { id })
        assert.equal((await posts.call('removePost', { id })).status, 409)
      }
    })

    test('saves a long Bangla article and rejects users without the permission (OFF-72)', async () => {
      const post = await posts.add('long')
      const body = `<p>${'বাংলা লেখা '.repeat(9_000)}</p>`
      const savedPost = await posts.saveText(post, 'bn', { title: 'দীর্ঘ', body })
      assert.ok(savedPost.bn.body.length > 90_000)
      const annaToken = await app.signIn('anna')
      const form = posts.textForm(post, 'bn', { title: 'দীর্ঘ', body })
      assert.equal((await app.call('savePostText', form, { token: annaToken })).status, 403)
      assert.equal((await app.call('savePostText', form)).status, 401)
      const tooLongResponse = await posts.call(
        'savePostText',
        posts.textForm(savedPost, 'bn', { body: 'x'.repeat(100_001) }),
      )
      assert.deepEqual([tooLongResponse.status, Object.keys(tooLongResponse.body.errors)], [422, ['body']])
    })

    test('changes the nights and the room of a stay package when it is published (OFF-71)', async () => {
      const { body } = await posts.call('getPosts', { category: 20 })
      const post = await posts.get(body.data[0].id)
      const room = post.rooms.at(-1)!
      const savedPost = await posts.saveDetails(post, { stay_nights: 9, stay_room_id: room.id })
      const getPackage = async () =>
        (await app.call('getPostData', { post_category_id: 20 })).body.data.find(
          ({ id }: { id: number }) => id === post.id,
        )
      const { stay: initialStay } = await getPackage()
      assert.notEqual(initialStay.nights, 9)
      await posts.publish(savedPost)
      assert.deepEqual((await getPackage()).stay, { ...initialStay, nights: 9, room_id: room.id })
      const invalidResponse = await posts.call(
        'savePostDetails',
        posts.detailsForm(savedPost, { stay_room_id: 999, picture: 'no-such', category_id: 77 }),
      )
      assert.deepEqual(
        [invalidResponse.status, Object.keys(invalidResponse.body.errors).sort()],
        [422, ['category_id', 'picture', 'stay_room_id']],
      )
    })

    test('changes the price and the included extras of a stay package when it is published (OFF-71, BOOK-11)', async () => {
      const { body } = await posts.call('getPosts', { category: 20 })
      const post = await posts.get(body.data[0].id)
      const [firstExtra, secondExtra] = post.extras
      const readPackage = async (language: string) =>
        (await app.call('getPostData', { post_category_id: 20 }, { language })).body.data.find(
          ({ id }: { id: number }) => id === post.id,
        ).stay
      const stay_extras = [
        { id: secondExtra!.id, quantity: 3 },
        { id: firstExtra!.id, quantity: 1 },
      ]
      const initialPackage = await readPackage('en')
      const savedPost = await posts.saveDetails(post, { stay_price: 20_000.5, stay_extras })
      assert.deepEqual(await readPackage('en'), initialPackage)
      const publishedPost = await posts.publish(savedPost)
      assert.deepEqual([publishedPost.details.stay_price, publishedPost.details.stay_extras.length], [20_000.5, 2])
      const { price, extras } = await readPackage('en')
      assert.deepEqual([price, extras], [20_000.5, 'Airport transfer, 3\u00a0×\u00a0Lunch or dinner'])
      assert.match((await readPackage('bn')).extras, /৩\s×/)
      for (const [details, field] of [
        [{ stay_nights: 0 }, 'stay_price'],
        [{ stay_room_id: 0 }, 'stay_price'],
        [{ stay_price: 1.001 }, 'stay_price'],
        [{ stay_price: -1 }, 'stay_price'],
        [{ stay_extras: [{ id: 1_000_000, quantity: 1 }] }, 'stay_extras'],
        [{ stay_extras: [{ id: firstExtra!.id, quantity: 0 }] }, 'stay_extras.0.quantity'],
      ] as const) {
        const rejectedResponse = await posts.call('savePostDetails', posts.detailsForm(publishedPost, details))
        assert.deepEqual([rejectedResponse.status, Object.keys(rejectedResponse.body.errors)], [422, [field]])
      }
      const postWithoutPackage = await posts.publish(
        await posts.saveDetails(publishedPost, { stay_price: 0, stay_extras: [] }),
      )
      assert.deepEqual([postWithoutPackage.details.stay_price, (await readPackage('en')).price], [0, null])
    })

    test('adds a category whose posts have addresses of their own (OFF-71)', async () => {
      const form = { slug: 'news', title_en: 'News', title_bn: 'খবর', intro_en: 'What is new', intro_bn: '' }
      const { body } = await posts.call('addPostCategory', form)
      assert.ok(body.id >= 100)
      assert.deepEqual((await posts.call('addPostCategory', form)).body.errors.slug, [
        'Another category already has this address. Enter another one.',
      ])
      const post = await posts.add('a-stall-at-the-fair', 'A stall at the fair', body.id)
      await posts.publish(await posts.saveText(post, 'en', { body: '<p>Hall 4.</p>' }))
      assert.ok((await readPage('/details/a-stall-at-the-fair')).includes('Hall 4.'))
      const listResponse = await app.call('getPostData', { post_category_id: body.id })
      assert.deepEqual([listResponse.body.category.name, listResponse.body.data.length], ['News', 1])
      assert.equal((await tanvir.call('addPostCategory', { ...form, slug: 'more' })).status, 403)
    })
  })
}
