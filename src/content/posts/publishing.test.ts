import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor, postgres } from '#testing/engines.ts'
import type { TestApp } from '#testing/test-app.ts'
import { writersIn } from '#testing/posts.ts'
import { openSecond } from '#testing/second-process.ts'
import { isoMoment, systemClock } from '#platform/clock.ts'

const MINUTE_MS = 60_000

for (const engine of enginesFor(import.meta.url)) {
  describe(`publishing posts, on ${engine.name}`, () => {
    let app: TestApp
    const { posts, signInNasreen } = writersIn(engine, (opened) => (app = opened))
    const page = (slug: string) => `/reading-blog/${slug}`
    const says = async (slug: string, words: string) => (await (await app.get(page(slug))).text()).includes(words)
    /** Sessions end meanwhile. */
    const pass = async (ms: number) => {
      app.clock.advance(ms)
      await app.worker.runDue()
      await signInNasreen()
    }
    const written = async (slug: string, body: string) =>
      posts.saveText(await posts.add(slug), 'en', { summary: 'In short', body })

    test('what is not written is not published: it says what is missing, under its field (OFF-74)', async () => {
      const file = await posts.add('empty')
      const { status, body } = await posts.call('publishPost', posts.versions(file))
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['body']])
    })

    test('nobody publishes what somebody wrote while they were reading (OFF-74)', async () => {
      const file = await written('raced', '<p>Read.</p>')
      await posts.saveText(file, 'bn', { tab: 'tab-b', title: 'অন্য', body: '<p>না পড়া।</p>' })
      assert.equal((await posts.call('publishPost', posts.versions(file))).status, 409)
      assert.equal((await app.get(page('raced'))).status, 404)
      // Both at once, many times: readers see either what was read, or nothing yet.
      for (let round = 0; round < 8; round++) {
        const seen = await posts.get(file.id)
        const [published, saved] = await Promise.all([
          posts.call('publishPost', posts.versions(seen)),
          posts.call('savePostText', posts.textForm(seen, 'en', { tab: 'tab-b', body: `<p>Round ${round}.</p>` })),
        ])
        assert.ok([200, 409].includes(published.status))
        assert.equal(saved.status, 200)
        const now = await posts.get(file.id)
        assert.equal(now.en.body, `<p>Round ${round}.</p>`)
        if (published.status === 200) assert.ok(!(await says('raced', `Round ${round}.`)))
      }
    })

    test('goes live at its minute by the property’s clocks, as it was when it was given it (OFF-75)', async () => {
      const file = await written('at-nine', '<p>As it was.</p>')
      // The clock stands at nine in Dhaka.
      const due = await posts.schedule(file, app.day(0), '09:30')
      assert.deepEqual(
        [due.scheduled!.day, due.scheduled!.time, due.scheduled!.is_older, due.published],
        [app.day(0), '09:30', false, null],
      )
      const later = await posts.saveText(due, 'en', { body: '<p>Written since.</p>' })
      assert.equal(later.scheduled!.is_older, true)
      await pass(30 * MINUTE_MS - 1)
      assert.equal((await app.get(page('at-nine'))).status, 404)
      await pass(1)
      assert.ok(await says('at-nine', 'As it was.'))
      assert.ok(!(await says('at-nine', 'Written since.')))
      const now = await posts.get(file.id)
      assert.deepEqual([now.scheduled, now.changed, now.published?.slice(11, 16)], [null, true, '09:30'])
    })

    test('one that was cancelled, moved or published meanwhile does nothing at the old time (OFF-75)', async () => {
      const cancelled = await posts.schedule(await written('cancelled', '<p>No.</p>'), app.day(1), '10:00')
      await posts.done('cancelPostSchedule', { id: cancelled.id })
      const moved = await posts.schedule(await written('moved', '<p>Later.</p>'), app.day(1), '10:00')
      await posts.schedule(moved, app.day(2), '10:00')
      const overtaken = await posts.schedule(await written('overtaken', '<p>Older.</p>'), app.day(1), '10:00')
      await posts.publish(await posts.saveText(overtaken, 'en', { body: '<p>Newer.</p>' }))
      const down = await posts.schedule(await posts.published('down'), app.day(1), '10:00')
      await posts.done('takeDownPost', { id: down.id })
      await pass(26 * 60 * MINUTE_MS)
      assert.deepEqual(
        await Promise.all(['cancelled', 'moved', 'down'].map(async (slug) => (await app.get(page(slug))).status)),
        [404, 404, 404],
      )
      assert.ok(await says('overtaken', 'Newer.'))
      await pass(24 * 60 * MINUTE_MS)
      assert.ok(await says('moved', 'Later.'))
      assert.equal((await posts.call('cancelPostSchedule', { id: moved.id })).status, 409)
    })

    test('a time that is over, or that no clock shows, is refused under its field (OFF-75)', async () => {
      const file = await written('bad-times', '<p>Words.</p>')
      for (const [day, time, field] of [
        [app.day(-1), '10:00', 'time'],
        [app.day(1_000), '10:00', 'day'],
        [app.day(1), '25:00', 'time'],
        ['2027-02-30', '10:00', 'day'],
      ] as const) {
        const { status, body } = await posts.call('schedulePost', { ...posts.versions(file), day, time })
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], `${day} ${time}`)
      }
    })

    test('a process that dies while it publishes leaves all or nothing, and another one does it (OFF-75)', async () => {
      const file = await posts.schedule(await written('crashed', '<p>Whole.</p>'), app.day(1), '12:00')
      const { db } = app
      // A table that it needs at its end is away: what the job has begun is undone.
      const { version_id } = await db
        .selectFrom('post_schedule')
        .select('version_id')
        .where('post_id', '=', file.id)
        .executeTakeFirstOrThrow()
      await db.schema.alterTable('post_redirect').renameTo('post_redirect_away').execute()
      await pass(2 * 24 * 60 * MINUTE_MS)
      await db.schema.alterTable('post_redirect_away').renameTo('post_redirect').execute()
      assert.equal((await app.get(page('crashed'))).status, 404)
      assert.ok(
        await db.selectFrom('post_schedule').select('id').where('version_id', '=', version_id).executeTakeFirst(),
      )
      await app.restart()
      await pass(60 * MINUTE_MS)
      assert.ok(await says('crashed', 'Whole.'))
      assert.equal((await app.db.selectFrom('post').select('id').where('slug', '=', 'crashed').execute()).length, 1)
    })

    test('an address that was changed leads to the new one for good, from whichever it was before (OFF-76)', async () => {
      const first = await posts.published('named-first')
      const second = await posts.publish(await posts.saveDetails(first, { slug: 'named-second' }))
      const third = await posts.saveDetails(second, { slug: 'named-third' })
      const before = await app.fetch(page('named-third'))
      assert.equal(before.status, 404, 'a draft’s address is nobody’s')
      await posts.publish(third)
      for (const old of ['named-first', 'named-second']) {
        for (const prefix of ['', '/bn']) {
          const answer = await app.fetch(prefix + page(old), { redirect: 'manual' })
          assert.deepEqual([answer.status, answer.headers.get('location')], [301, prefix + page('named-third')])
        }
      }
      assert.equal(
        (await app.fetch('/details/named-first', { redirect: 'manual' })).headers.get('location'),
        page('named-third'),
      )
      // Taken by somebody else it would lead astray.
      for (const slug of ['named-first', 'named-third', 'overtaken'])
        assert.equal((await posts.call('addPost', { title_en: 'X', category_id: 14, slug })).body.errors.slug.length, 1)
      // Back to the first: no ring.
      await posts.publish(await posts.saveDetails(await posts.get(first.id), { slug: 'named-first' }))
      assert.equal((await app.fetch(page('named-first'), { redirect: 'manual' })).status, 200)
      assert.equal(
        (await app.fetch(page('named-third'), { redirect: 'manual' })).headers.get('location'),
        page('named-first'),
      )
      await posts.done('takeDownPost', { id: first.id })
      assert.equal((await app.fetch(page('named-second'), { redirect: 'manual' })).status, 404)
    })

    test('two who take one address at once: one has it, the other is told (OFF-76)', async () => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () =>
          posts.call('addPost', { title_en: 'Raced', category_id: 14, slug: 'one-address' }),
        ),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422])
    })

    test('its address changes at its minute with it, and the old one leads there from then on (OFF-76)', async () => {
      const file = await posts.published('renamed-later')
      const due = await posts.schedule(await posts.saveDetails(file, { slug: 'renamed-now' }), app.day(10), '08:00')
      await posts.saveDetails(due, { slug: 'something-else' })
      assert.ok(
        (await posts.call('addPost', { title_en: 'X', category_id: 14, slug: 'renamed-now' })).body.errors.slug,
        'it is kept for its hour',
      )
      assert.equal((await app.get(page('renamed-later'))).status, 200)
      await pass(11 * 24 * 60 * MINUTE_MS)
      assert.equal(
        (await app.fetch(page('renamed-later'), { redirect: 'manual' })).headers.get('location'),
        page('renamed-now'),
      )
    })
  })
}

describe('posts, on two processes', () => {
  let app: TestApp
  const { posts } = writersIn(postgres, (opened) => {
    app = opened
    // The other process has the clock of the machine. Here it is two minutes ago.
    app.clock.now = systemClock() - 2 * MINUTE_MS
  })

  test('one shows within half a second what another has published, and what was to come at its minute (OFF-74, OFF-75)', async () => {
    const page = '/reading-blog/two-processes'
    const file = await posts.published('two-processes')
    const second = await openSecond(app)
    try {
      assert.ok((await second.text(page)).includes('First words.'))
      const again = await posts.saveText(file, 'en', { body: '<p>Second words.</p>' })
      assert.ok((await second.text(page)).includes('First words.'))
      await posts.publish(again)
      assert.ok(await second.saysSoon(page, 'Second words.'))
      const third = await posts.saveText(await posts.get(file.id), 'en', { body: '<p>Third words.</p>' })
      const { day, time } = clockIn('Asia/Dhaka', systemClock() - MINUTE_MS)
      await posts.schedule(third, day, time)
      // Its minute has come where the other process is, whose worker looks every second.
      assert.ok((await second.saysSoon(page, 'Third words.')) || (await second.saysSoon(page, 'Third words.')))
      assert.equal((await posts.get(file.id)).scheduled, null)
      assert.ok((await (await app.get(page)).text()).includes('Third words.'))
    } finally {
      await second.close()
    }
  })
})

function clockIn(timeZone: string, at: number): { day: string; time: string } {
  const [day, time] = isoMoment(timeZone, at).split('T')
  return { day: day!, time: time!.slice(0, 5) }
}
