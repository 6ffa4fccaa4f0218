import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ask } from '#testing/ask.ts'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { openDataPlace, startServer } from '#testing/process.ts'
import { desktop, moveTo, phone, read } from '#testing/readers.ts'
import { purgeOldVisits } from './purge.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

for (const engine of enginesFor(import.meta.url)) {
  describe(`what is seen of the pages, on ${engine.name}`, () => {
    let app: TestApp
    let today: number
    before(async () => {
      app = await startTestApp(engine)
      today = Date.parse(app.day(0)) / DAY
    })
    after(() => app.close())

    /** What has been counted since this was asked last. */
    const counted = async () => {
      await app.writeVisits()
      const pages = await app.db
        .selectFrom('page_seen')
        .selectAll()
        .orderBy('day')
        .orderBy('page')
        .orderBy('language')
        .orderBy('device')
        .execute()
      const sources = await app.db.selectFrom('came_from').selectAll().orderBy('day').orderBy('source').execute()
      for (const table of ['page_seen', 'came_from'] as const) await app.db.deleteFrom(table).execute()
      return {
        pages: pages.flatMap(({ day, page, language, device, times }) =>
          times === 0 ? [] : [[day - today, page, language, device, times]],
        ),
        sources: sources.flatMap(({ day, source, times }) => (times === 0 ? [] : [[day - today, source, times]])),
      }
    }
    const nothing = { pages: [], sources: [] }
    const from = (referer: string) => ({ referer })

    test('a page counts each time it is shown: made, kept, already there, and moved to (OFF-245)', async () => {
      const first = await read(app.url, '/about')
      assert.equal(first.status, 200)
      const second = await read(app.url, '/about', { 'accept-encoding': 'gzip' }, phone)
      assert.equal(second.headers['content-encoding'], 'gzip')
      const again = await read(app.url, '/about', { 'if-none-match': first.headers.etag! })
      assert.equal(again.status, 304)
      assert.equal((await moveTo(app.url, '/about')).status, 200)
      assert.equal((await moveTo(app.url, '/bn/booking-details/twin', 'moved', phone)).status, 200)
      assert.equal((await read(app.url, '/bn')).status, 200)
      assert.equal((await read(app.url, '/?utm_source=letter')).status, 200)
      assert.deepEqual(await counted(), {
        pages: [
          [0, '/', 'bn', 'desktop', 1],
          [0, '/', 'en', 'desktop', 1],
          [0, '/about', 'en', 'desktop', 3],
          [0, '/about', 'en', 'phone', 1],
          [0, '/booking-details/twin', 'bn', 'phone', 1],
        ],
        sources: [
          [0, 'direct', 5],
          [0, 'inside', 2],
        ],
      })
    })

    test('whoever is led on from the front door to their own language has seen one page (OFF-245)', async () => {
      const home = from(`${app.publicUrl}/?utm_source=letter`)
      await read(app.url, '/?utm_source=letter', from('https://google.com/'))
      await read(app.url, '/bn', home)
      await read(app.url, '/')
      await read(app.url, '/bn', { ...home, 'sec-fetch-user': '?1' })
      assert.deepEqual(await counted(), {
        pages: [
          [0, '/', 'bn', 'desktop', 2],
          [0, '/', 'en', 'desktop', 1],
        ],
        sources: [
          [0, 'direct', 1],
          [0, 'google.com', 1],
          [0, 'inside', 1],
        ],
      })
    })

    test('so has whoever is led on between two writes (OFF-245)', async () => {
      await read(app.url, '/')
      await app.writeVisits()
      await read(app.url, '/bn', from(`${app.publicUrl}/`))
      assert.deepEqual((await counted()).pages, [[0, '/', 'bn', 'desktop', 1]])
    })

    test('a search of the rooms for days stands beside their page, however it was shown (OFF-246)', async () => {
      const days = `check_in=${app.day(5)}&check_out=${app.day(7)}`
      for (const path of ['/rooms', `/rooms?${days}`, `/rooms?${days}&adult=2`, `/booking-details/twin?${days}`])
        assert.equal((await read(app.url, path)).status, 200, path)
      await moveTo(app.url, '/rooms', 'searched')
      await moveTo(app.url, '/about', 'searched')
      assert.deepEqual((await counted()).pages, [
        [0, '/about', 'en', 'desktop', 1],
        [0, '/booking-details/twin', 'en', 'desktop', 1],
        [0, '/rooms', 'en', 'desktop', 1],
        [0, '/rooms?', 'en', 'desktop', 3],
      ])
    })

    test('machines, what is fetched ahead, errors and whoever comes from the office are left out (OFF-245)', async () => {
      const { 'user-agent': firefox, ...rest } = desktop
      const { 'sec-fetch-dest': _, 'accept-language': __, ...bare } = desktop
      const agents = ['curl/8.5', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', '']
      for (const agent of agents) await read(app.url, '/about', { 'user-agent': agent })
      await ask(app.url, '/about', { headers: rest })
      await ask(app.url, '/about', { headers: bare })
      await read(app.url, '/about', { 'user-agent': `${firefox} ${'x'.repeat(600)}` })
      for (const name of ['sec-purpose', 'purpose', 'x-moz']) await read(app.url, '/about', { [name]: 'prefetch' })
      await read(app.url, '/about', { 'sec-fetch-dest': 'empty' })
      for (const path of ['/office', '/bn/office', '/office/posts?page=2'])
        await read(app.url, '/about', from(app.publicUrl + path))
      assert.equal((await ask(app.url, '/about', { method: 'HEAD', headers: desktop })).status, 200)
      const foreign = { ...desktop, 'sec-fetch-site': 'cross-site', 'x-seen': 'moved' }
      await ask(app.url, '/about', { method: 'HEAD', headers: foreign })
      for (const path of ['/nowhere', '/booking-details/none', '/products/none', '/about/'])
        assert.notEqual((await read(app.url, path)).status, 200, path)
      for (const path of [
        '/dashboard',
        '/login',
        '/booking-history-details/7',
        '/office',
        '/robots.txt',
        '/api/docs',
        '/api/docs/booking',
      ])
        assert.equal((await read(app.url, path)).status, 200, path)
      assert.equal((await ask(app.url, '/contact', { method: 'POST', headers: desktop })).status, 403)
      assert.deepEqual(await counted(), nothing)
      await read(app.url, '/about', { 'user-agent': 'Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) Mobile' })
      await ask(app.url, '/about', { headers: { ...bare, 'accept-language': 'bn' } })
      assert.deepEqual((await counted()).pages, [
        [0, '/about', 'en', 'desktop', 1],
        [0, '/about', 'en', 'phone', 1],
      ])
    })

    test('of where somebody came from the site alone is kept, what belongs together as one (OFF-247)', async () => {
      const lead = async (referer: string) => void (await read(app.url, '/', from(referer)))
      await lead('https://www.google.com.bd/search?q=anna+schmidt')
      await lead('https://google.de/')
      await lead('https://l.facebook.com/l.php?u=x')
      await lead('https://www.buyers-of-hamburg.example:8443/anna/letters?from=anna@hamburg.example')
      await lead(`${app.publicUrl}/about`)
      await lead(`${app.url}/rooms?check_in=2027-01-01`)
      await lead('android-app://com.google.android.gm/')
      await lead('https://192.168.7.9/')
      await lead('https://anna:secret@mail.example/')
      await lead(`https://${'x'.repeat(90)}.example/`)
      await lead('https://googlexcom.example/')
      assert.deepEqual((await counted()).sources, [
        [0, 'buyers-of-hamburg.example', 1],
        [0, 'facebook.com', 1],
        [0, 'google.com', 2],
        [0, 'googlexcom.example', 1],
        [0, 'inside', 2],
        [0, 'others', 4],
      ])
    })

    test('addresses and sites that are made up take no room (OFF-247)', async () => {
      for (let at = 0; at < 260; at++) {
        await read(app.url, `/about?page=${at}`, from(`https://made-up-${at}.example/`))
        if (at === 40) await app.writeVisits()
      }
      for (let at = 0; at < 20; at++) await read(app.url, `/products/made-up-${at}`)
      await app.writeVisits()
      for (let at = 0; at < 20; at++) await read(app.url, '/about', from(`https://late-${at}.example/`))
      await read(app.url, '/about', from('https://www.bing.com/'))
      const { pages, sources } = await counted()
      assert.deepEqual(pages, [[0, '/about', 'en', 'desktop', 281]])
      assert.equal(sources.length, 102)
      const of = (name: string) => sources.find(([, source]) => source === name)
      assert.deepEqual(
        [of('others'), of('bing.com')],
        [
          [0, 'others', 180],
          [0, 'bing.com', 1],
        ],
      )
    })

    test('the day is that of the clocks of the house (OFF-245)', async () => {
      const before = app.clock.now
      app.clock.now = before + 14 * 60 * MINUTE + 59 * MINUTE
      await read(app.url, '/about')
      app.clock.advance(MINUTE)
      await read(app.url, '/about')
      assert.deepEqual(
        (await counted()).pages.map(([day]) => day),
        [0, 1],
      )
      app.clock.now = before
    })

    test('what could not be written is written with the next (OFF-248)', async () => {
      await read(app.url, '/about')
      await app.db.schema.alterTable('came_from').renameTo('away').execute()
      await assert.rejects(app.writeVisits())
      await read(app.url, '/about', from('https://google.com/'))
      await assert.rejects(app.writeVisits())
      await app.db.schema.alterTable('away').renameTo('came_from').execute()
      const { pages, sources } = await counted()
      assert.deepEqual(pages, [[0, '/about', 'en', 'desktop', 2]])
      assert.deepEqual(sources, [
        [0, 'direct', 1],
        [0, 'google.com', 1],
      ])
    })

    test('nothing of whoever reads is kept, and all of it for two years (OFF-247, OFF-249)', async () => {
      await read(app.url, '/about', {
        cookie: 'who=anna',
        authorization: 'Bearer anna',
        'x-forwarded-for': '203.0.113.7',
      })
      await app.writeVisits()
      assert.deepEqual(await app.db.selectFrom('page_seen').selectAll().execute(), [
        { day: today, page: '/about', language: 'en', device: 'desktop', times: 1 },
      ])
      assert.deepEqual(await app.db.selectFrom('came_from').selectAll().orderBy('source').execute(), [
        { day: today, source: 'direct', times: 1 },
        { day: today, source: 'inside', times: 0 },
      ])
      await purgeOldVisits(app.db, today + 732)
      assert.equal((await app.db.selectFrom('page_seen').selectAll().execute()).length, 1)
      await purgeOldVisits(app.db, today + 733)
      assert.deepEqual(await counted(), nothing)
    })
  })

  test(`what ${engine.name === 'postgres' ? 'two processes' : 'a process'} counted is there once they have stopped (OFF-248)`, async () => {
    const place = await openDataPlace(engine)
    try {
      const many = engine.name === 'postgres' ? 2 : 1
      const servers = []
      for (let at = 0; at < many; at++) servers.push(await startServer({ ...place.environment, RATE_LIMIT: 'off' }))
      for (const [which, { url }] of servers.entries()) {
        const sites = Array.from({ length: 70 }, (_, at) => `made-up-${which}-${at}.example`)
        for (const [at, site] of ['google.com', 'google.com', ...sites].entries())
          await read(url, at % 2 ? '/' : '/rooms', { referer: `https://${site}/` })
      }
      assert.deepEqual(
        await Promise.all(servers.map((server) => server.stop())),
        servers.map(() => 0),
      )
      const pages = await place.db.selectFrom('page_seen').select(['page', 'times']).orderBy('page').execute()
      assert.deepEqual(pages, [
        { page: '/', times: 36 * many },
        { page: '/rooms', times: 36 * many },
      ])
      const sources = await place.db.selectFrom('came_from').select(['source', 'times']).execute()
      const madeUp = sources.filter(({ source }) => source.startsWith('made-up'))
      assert.equal(madeUp.length, Math.min(100, 70 * many))
      assert.ok(madeUp.every(({ times }) => times === 1))
      const timesOf = (name: string) => sources.find(({ source }) => source === name)?.times ?? 0
      assert.deepEqual(
        [timesOf('google.com'), timesOf('others'), timesOf('inside')],
        [2 * many, 70 * many - madeUp.length, 0],
      )
    } finally {
      await place.close()
    }
  })
}
