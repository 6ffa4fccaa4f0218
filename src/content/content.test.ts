import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { createReader } from '#testing/public-pages.ts'
import { publish } from '#platform/database/publish.ts'
import type { Post } from './contract.ts'
import { DAY_MS } from '#platform/durations.ts'

const banglaPattern = /[\u0980-\u09ff]/

for (const engine of enginesFor(import.meta.url)) {
  describe(`the content API, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const getPosts = async (category: number, language = 'en'): Promise<Post[]> =>
      (await app.call('getPostData', { post_category_id: category }, { language })).body.data
    const findPosts = async (slug: string, language = 'en'): Promise<Post[]> =>
      (await app.call('getSlugData', { slug }, { language })).body.data
    const { addPost } = createReader(() => app)

    test('returns the contact data in both languages and no internal data (API-1)', async () => {
      await app.call('getCaptcha')
      const { value: secret } = await app.db.selectFrom('app_secret').selectAll().executeTakeFirstOrThrow()
      const responses = [await app.call('getGlobalData'), await app.call('getGlobalData', {}, { language: 'bn' })]
      for (const { status, body } of responses) {
        assert.equal(status, 200)
        assert.deepEqual(Object.keys(body).sort(), [
          'address',
          'checkInFrom',
          'checkOutUntil',
          'description',
          'email',
          'exchange',
          'foundingYear',
          'geo',
          'guestFacts',
          'horizonDays',
          'houseName',
          'keyFigures',
          'legal',
          'mainMenu',
          'map',
          'maxNights',
          'name',
          'openingHours',
          'publicUrl',
          'quickLinks',
          'social',
          'tagline',
          'takesOnlinePayments',
          'telephone',
          'testPayments',
          'timeZone',
          'utcOffset',
          'whatsApp',
        ])
        assert.equal(body.email, 'hello@selvage.example')
        assert.equal(body.publicUrl, 'https://selvage.example')
        assert.equal(body.utcOffset, 360)
        assert.match(body.whatsApp, /^\+?[\d ]+$/)
        assert.equal(body.social.length, 3)
        for (const url of [
          body.map.embedUrl,
          body.map.linkUrl,
          ...body.social.map((link: { url: string }) => link.url),
        ])
          assert.equal(new URL(url).protocol, 'https:')
        assert.ok(!JSON.stringify(body).includes(secret))
      }
      assert.doesNotMatch(responses[0]!.body.address, banglaPattern)
      assert.match(responses[1]!.body.address, banglaPattern)
    })

    test('lists the active slides in order with existing pictures (API-2, HOME-1)', async () => {
      const { body } = await app.call('getSliderData')
      assert.ok(body.data.length >= 3)
      for (const { image, picture, title, link } of body.data) {
        assert.equal(image, picture.src)
        assert.ok(title && picture.alt && link.label)
        assert.match(link.path, /^\/(?!\/)/)
        const pictureResponse = await app.get(image)
        assert.equal(pictureResponse.status, 200)
        assert.match(pictureResponse.headers.get('content-type')!, /^image\//)
      }
      const firstSlide = await app.db
        .selectFrom('slide')
        .select(['id', 'position'])
        .orderBy('position')
        .executeTakeFirstOrThrow()
      const titles = body.data.map((slide: { title: string }) => slide.title)
      await publish(app.db, (tx) =>
        tx.updateTable('slide').set({ position: 999 }).where('id', '=', firstSlide.id).execute(),
      )
      const movedTitles = (await app.call('getSliderData')).body.data.map((slide: { title: string }) => slide.title)
      assert.deepEqual(movedTitles, [...titles.slice(1), titles[0]])
      await publish(app.db, (tx) =>
        tx.updateTable('slide').set({ active: 0 }).where('id', '=', firstSlide.id).execute(),
      )
      assert.equal((await app.call('getSliderData')).body.data.length, titles.length - 1)
      assert.match((await app.call('getSliderData', {}, { language: 'bn' })).body.data[0].title, banglaPattern)
    })

    test('returns complete, sanitized posts in both languages for every category with a page (API-3, CONT-6)', async () => {
      for (const category of [1, 2, 3, 4, 5, 6, 9, 14]) {
        const [englishPosts, banglaPosts] = [await getPosts(category), await getPosts(category, 'bn')]
        assert.ok(englishPosts.length > 0, String(category))
        assert.deepEqual(
          banglaPosts.map(({ slug }) => slug),
          englishPosts.map(({ slug }) => slug),
        )
        for (const post of englishPosts) {
          assert.deepEqual(Object.keys(post).sort(), [
            'category_id',
            'description',
            'id',
            'image',
            'name',
            'picture',
            'published',
            'published_at',
            'slug',
            'stay',
            'summary',
            'title',
            'updated_at',
          ])
          assert.equal(post.category_id, category)
          assert.match(post.slug, /^[a-z0-9]+(-[a-z0-9]+)*$/)
          assert.match(post.description, /^<(p|h2)/)
          assert.doesNotMatch(post.title + post.summary, banglaPattern)
        }
        for (const post of banglaPosts) assert.match(post.title, banglaPattern, post.slug)
        for (const { description } of [...englishPosts, ...banglaPosts]) {
          for (const tag of new Set(description.match(/<\w+/g)))
            assert.match(
              tag,
              /^<(p|h[2-4]|ul|ol|li|strong|em|a|br|blockquote|table|thead|tbody|tr|th|td|figure|figcaption|img)$/,
            )
          for (const [, address] of description.matchAll(/<img[^>]* src="([^"]*)"/g))
            assert.match(address!, /^\/pictures\//)
          assert.doesNotMatch(description, /\son\w+=|javascript:|style=/i)
        }
      }
      assert.equal((await getPosts(4)).length, 8)
    })

    test('returns a post by its slug and an empty list for an unknown slug (API-4, CONT-8)', async () => {
      const [post, ...otherPosts] = await findPosts('zipper')
      assert.equal(otherPosts.length, 0)
      assert.equal(post!.title, post!.name)
      assert.deepEqual(
        (await getPosts(4)).find(({ slug }) => slug === 'zipper'),
        post,
      )
      for (const slug of ['no-such-post', 'ZIPPER', 'zipper/', '%', '_ipper', "zipper'--", '../zipper', ''])
        assert.deepEqual(await findPosts(slug), [], slug)
      assert.equal((await app.call('getSlugData', { slug: 'x'.repeat(201) })).status, 422)
      assert.equal((await app.call('getSlugData', { slug: 'zip\u0000per' })).status, 422)
    })

    test('hides a post until its publication time (T55)', async () => {
      await addPost('a-draft', { published_at: null })
      await addPost('of-tomorrow', { published_at: app.clock.now + DAY_MS })
      await addPost('of-now')
      const readSlugs = async () =>
        (await getPosts(14)).map(({ slug }) => slug).filter((slug) => /^(a-draft|of-)/.test(slug))
      assert.deepEqual(await readSlugs(), ['of-now'])
      for (const slug of ['a-draft', 'of-tomorrow']) {
        assert.deepEqual(await findPosts(slug), [])
        assert.equal((await app.get(`/reading-blog/${slug}`)).status, 404)
      }
      app.clock.advance(DAY_MS)
      assert.deepEqual(await readSlugs(), ['of-tomorrow', 'of-now'])
      assert.equal((await findPosts('of-tomorrow'))[0]!.published, app.day(0))
      assert.deepEqual(await findPosts('a-draft'), [])
    })

    test('returns no posts for an unknown category and rejects an invalid ID (API-3)', async () => {
      assert.deepEqual(await getPosts(999), [])
      for (const id of [0, -1, 1.5, 10_000, 'goals', ''])
        assert.equal((await app.call('getPostData', { post_category_id: id })).status, 422, String(id))
      assert.equal((await app.call('getPostData')).status, 422)
    })

    test('returns English texts for untranslated posts and null for missing pictures', async () => {
      await addPost('untranslated')
      const [post] = await findPosts('untranslated', 'bn')
      assert.deepEqual(
        [post!.title, post!.description, post!.image, post!.picture],
        ['Title of untranslated', '<p>Text</p>', null, null],
      )
    })

    test('lists the passages of a page in order (HOME-4, CONT-4)', async () => {
      const readPassages = async (page: string, language = 'en') =>
        (await app.call('getPassages', { page }, { language })).body.data as {
          key: string
          title: string
          text: string
        }[]
      const home = await readPassages('home')
      assert.ok(home.length > 0)
      assert.equal(new Set(home.map(({ key }) => key)).size, home.length)
      const banglaPassages = await readPassages('home', 'bn')
      assert.deepEqual(
        banglaPassages.map(({ key }) => key),
        home.map(({ key }) => key),
      )
      for (const [index, { title, text }] of banglaPassages.entries()) {
        assert.match(title, banglaPattern)
        assert.equal(banglaPattern.test(text), home[index]!.text !== '', title)
      }
      assert.deepEqual(
        (await readPassages('service')).map(({ title }) => title),
        ['Coffee Bar', 'Restaurant', 'Room Service', '24x7 Reception', 'Car Rental', 'Secure Wi-Fi'],
      )
      assert.deepEqual(await readPassages('no-such-page'), [])
    })
  })
}
