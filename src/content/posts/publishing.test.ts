import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor, postgres } from '#testing/engines.ts'
import type { TestApp } from '#testing/test-app.ts'
import { startPostTests } from '#testing/posts.ts'
import { startSecondProcess } from '#testing/second-process.ts'
import { isoTimestamp, systemClock } from '#platform/clock.ts'
import { MINUTE_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`publishing posts, on ${engine.name}`, () => {
    let app: TestApp
    const { posts, signInNasreen } = startPostTests(engine, (startedApp) => (app = startedApp))
    const getPostPath = (slug: string) => `/reading-blog/${slug}`
    const doesPageInclude = async (slug: string, text: string) =>
      (await (await app.get(getPostPath(slug))).text()).includes(text)
    /** Advances the clock, runs due jobs and signs in again, because sessions expire. */
    const advance = async (ms: number) => {
      app.clock.advance(ms)
      await app.worker.runDue()
      await signInNasreen()
    }
    const createDraft = async (slug: string, body: string) =>
      posts.saveText(await posts.add(slug), 'en', { summary: 'In short', body })

    test('rejects an incomplete post and names the missing field (OFF-74)', async () => {
      const post = await posts.add('empty')
      const { status, body } = await posts.call('publishPost', posts.versions(post))
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['body']])
    })

    test('does not publish text that was written after the user loaded the post (OFF-74)', async () => {
      const post = await createDraft('raced', '<p>Read.</p>')
      await posts.saveText(post, 'bn', { tab: 'tab-b', title: 'অন্য', body: '<p>না পড়া।</p>' })
      assert.equal((await posts.call('publishPost', posts.versions(post))).status, 409)
      assert.equal((await app.get(getPostPath('raced'))).status, 404)
      // If the publication succeeds, it never contains the text that is saved concurrently, whichever request comes
      // first.
      for (let round = 0; round < 8; round++) {
        const loadedPost = await posts.get(post.id)
        const [publishedResponse, savedResponse] = await Promise.all([
          posts.call('publishPost', posts.versions(loadedPost)),
          posts.call(
            'savePostText',
            posts.textForm(loadedPost, 'en', { tab: 'tab-b', body: `<p>Round ${round}.</p>` }),
          ),
        ])
        assert.ok([200, 409].includes(publishedResponse.status))
        assert.equal(savedResponse.status, 200)
        const currentPost = await posts.get(post.id)
        assert.equal(currentPost.en.body, `<p>Round ${round}.</p>`)
        if (publishedResponse.status === 200) assert.ok(!(await doesPageInclude('raced', `Round ${round}.`)))
      }
    })

    test('publishes a scheduled post at its local time, with the text as it was when scheduled (OFF-75)', async () => {
      const post = await createDraft('at-nine', '<p>As it was.</p>')
      // It is 09:00 in Dhaka.
      const duePost = await posts.schedule(post, app.day(0), '09:30')
      assert.deepEqual(
        [duePost.scheduled!.day, duePost.scheduled!.time, duePost.scheduled!.is_older, duePost.published],
        [app.day(0), '09:30', false, null],
      )
      const laterPost = await posts.saveText(duePost, 'en', { body: '<p>Written since.</p>' })
      assert.equal(laterPost.scheduled!.is_older, true)
      await advance(30 * MINUTE_MS - 1)
      assert.equal((await app.get(getPostPath('at-nine'))).status, 404)
      await advance(1)
      assert.ok(await doesPageInclude('at-nine', 'As it was.'))
      assert.ok(!(await doesPageInclude('at-nine', 'Written since.')))
      const currentPost = await posts.get(post.id)
      assert.deepEqual(
        [currentPost.scheduled, currentPost.changed, currentPost.published?.slice(11, 16)],
        [null, true, '09:30'],
      )
    })

    test('publishes nothing at the scheduled time if the schedule was cancelled, moved or superseded (OFF-75)', async () => {
      const cancelledPost = await posts.schedule(await createDraft('cancelled', '<p>No.</p>'), app.day(1), '10:00')
      await posts.callOk('cancelPostSchedule', { id: cancelledPost.id })
      const movedPost = await posts.schedule(await createDraft('moved', '<p>Later.</p>'), app.day(1), '10:00')
      await posts.schedule(movedPost, app.day(2), '10:00')
      const supersededPost = await posts.schedule(await createDraft('overtaken', '<p>Older.</p>'), app.day(1), '10:00')
      await posts.publish(await posts.saveText(supersededPost, 'en', { body: '<p>Newer.</p>' }))
      const unpublishedPost = await posts.schedule(await posts.published('down'), app.day(1), '10:00')
      await posts.callOk('unpublishPost', { id: unpublishedPost.id })
      await advance(26 * 60 * MINUTE_MS)
      assert.deepEqual(
        await Promise.all(
          ['cancelled', 'moved', 'down'].map(async (slug) => (await app.get(getPostPath(slug))).status),
        ),
        [404, 404, 404],
      )
      assert.ok(await doesPageInclude('overtaken', 'Newer.'))
      await advance(24 * 60 * MINUTE_MS)
      assert.ok(await doesPageInclude('moved', 'Later.'))
      assert.equal((await posts.call('cancelPostSchedule', { id: movedPost.id })).status, 409)
    })

    test('publishes a change of a published post only at its new time after its schedule was moved (OFF-75)', async () => {
      const changedPost = await posts.saveText(await posts.published('changed-later'), 'en', {
        body: '<p>Changed.</p>',
      })
      await posts.schedule(await posts.schedule(changedPost, app.day(1), '10:00'), app.day(2), '10:00')
      await advance(26 * 60 * MINUTE_MS)
      assert.ok(!(await doesPageInclude('changed-later', 'Changed.')))
      await advance(24 * 60 * MINUTE_MS)
      assert.ok(await doesPageInclude('changed-later', 'Changed.'))
    })

    test('rejects a past or invalid time with a field error (OFF-75)', async () => {
      const post = await createDraft('bad-times', '<p>Words.</p>')
      for (const [day, time, field] of [
        [app.day(-1), '10:00', 'time'],
        [app.day(1_000), '10:00', 'day'],
        [app.day(1), '25:00', 'time'],
        ['2027-02-30', '10:00', 'day'],
      ] as const) {
        const { status, body } = await posts.call('schedulePost', { ...posts.versions(post), day, time })
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], `${day} ${time}`)
      }
    })

    test('publishes a post completely or not at all if its job fails, and retries after a restart (OFF-75)', async () => {
      const post = await posts.schedule(await createDraft('crashed', '<p>Whole.</p>'), app.day(1), '12:00')
      const { db } = app
      // The job fails at its end because a table is missing, and rolls back.
      const { version_id } = await db
        .selectFrom('post_schedule')
        .select('version_id')
        .where('post_id', '=', post.id)
        .executeTakeFirstOrThrow()
      await db.schema.alterTable('post_redirect').renameTo('post_redirect_away').execute()
      await advance(2 * 24 * 60 * MINUTE_MS)
      await db.schema.alterTable('post_redirect_away').renameTo('post_redirect').execute()
      assert.equal((await app.get(getPostPath('crashed'))).status, 404)
      assert.ok(
        await db.selectFrom('post_schedule').select('id').where('version_id', '=', version_id).executeTakeFirst(),
      )
      await app.restart()
      await advance(60 * MINUTE_MS)
      assert.ok(await doesPageInclude('crashed', 'Whole.'))
      assert.equal((await app.db.selectFrom('post').select('id').where('slug', '=', 'crashed').execute()).length, 1)
    })

    test('redirects all former addresses of a post permanently (OFF-76)', async () => {
      const firstPost = await posts.published('named-first')
      const secondPost = await posts.publish(await posts.saveDetails(firstPost, { slug: 'named-second' }))
      const thirdPost = await posts.saveDetails(secondPost, { slug: 'named-third' })
      const responseBefore = await app.fetch(getPostPath('named-third'))
      assert.equal(responseBefore.status, 404, 'a draft reserves its address but has no page')
      await posts.publish(thirdPost)
      for (const oldSlug of ['named-first', 'named-second']) {
        for (const prefix of ['', '/bn']) {
          const response = await app.fetch(prefix + getPostPath(oldSlug), { redirect: 'manual' })
          assert.deepEqual(
            [response.status, response.headers.get('location')],
            [301, prefix + getPostPath('named-third')],
          )
        }
      }
      for (const path of ['/details/named-first', '/blog-details?slug=named-first'])
        assert.equal(
          (await app.fetch(path, { redirect: 'manual' })).headers.get('location'),
          getPostPath('named-third'),
          path,
        )
      // If another post took a former address, old links would lead to the wrong post.
      for (const slug of ['named-first', 'named-third', 'overtaken'])
        assert.equal((await posts.call('addPost', { title_en: 'X', category_id: 14, slug })).body.errors.slug.length, 1)
      // Returning to the first address must not create a redirect loop.
      await posts.publish(await posts.saveDetails(await posts.get(firstPost.id), { slug: 'named-first' }))
      assert.equal((await app.fetch(getPostPath('named-first'), { redirect: 'manual' })).status, 200)
      assert.equal(
        (await app.fetch(getPostPath('named-third'), { redirect: 'manual' })).headers.get('location'),
        getPostPath('named-first'),
      )
      await posts.callOk('unpublishPost', { id: firstPost.id })
      assert.equal((await app.fetch(getPostPath('named-second'), { redirect: 'manual' })).status, 404)
    })

    test('assigns an address to one of several concurrent requests and rejects the others (OFF-76)', async () => {
      const responses = await Promise.all(
        Array.from({ length: 6 }, () =>
          posts.call('addPost', { title_en: 'Raced', category_id: 14, slug: 'one-address' }),
        ),
      )
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422])
    })

    test('changes the address of a scheduled post at its time and redirects the old one (OFF-76)', async () => {
      const post = await posts.published('renamed-later')
      const duePost = await posts.schedule(await posts.saveDetails(post, { slug: 'renamed-now' }), app.day(10), '08:00')
      await posts.saveDetails(duePost, { slug: 'something-else' })
      assert.ok(
        (await posts.call('addPost', { title_en: 'X', category_id: 14, slug: 'renamed-now' })).body.errors.slug,
        'the address is reserved until then',
      )
      assert.equal((await app.get(getPostPath('renamed-later'))).status, 200)
      await advance(11 * 24 * 60 * MINUTE_MS)
      assert.equal(
        (await app.fetch(getPostPath('renamed-later'), { redirect: 'manual' })).headers.get('location'),
        getPostPath('renamed-now'),
      )
    })
  })
}

describe('posts in two processes', () => {
  let app: TestApp
  const { posts } = startPostTests(postgres, (startedApp) => {
    app = startedApp
    // The other process uses the machine's clock. The clock of this app is two minutes behind.
    app.clock.now = systemClock() - 2 * MINUTE_MS
  })

  test('shows published and scheduled posts in the other process (OFF-74, OFF-75)', async () => {
    const pagePath = '/reading-blog/two-processes'
    const post = await posts.published('two-processes')
    const secondServer = await startSecondProcess(app)
    try {
      assert.ok((await secondServer.text(pagePath)).includes('First words.'))
      const secondPost = await posts.saveText(post, 'en', { body: '<p>Second words.</p>' })
      assert.ok((await secondServer.text(pagePath)).includes('First words.'))
      await posts.publish(secondPost)
      await secondServer.untilShown(pagePath, 'Second words.')
      const thirdPost = await posts.saveText(await posts.get(post.id), 'en', { body: '<p>Third words.</p>' })
      const { day, time } = getLocalDayAndTime('Asia/Dhaka', systemClock() - MINUTE_MS)
      await posts.schedule(thirdPost, day, time)
      // The post is already due in the other process, whose worker publishes it.
      await secondServer.untilShown(pagePath, 'Third words.')
      assert.equal((await posts.get(post.id)).scheduled, null)
      assert.ok((await (await app.get(pagePath)).text()).includes('Third words.'))
    } finally {
      await secondServer.close()
    }
  })
})

function getLocalDayAndTime(timeZone: string, timeMs: number): { day: string; time: string } {
  const [day, time] = isoTimestamp(timeZone, timeMs).split('T')
  return { day: day!, time: time!.slice(0, 5) }
}
