import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { openServerData, startServer } from '#testing/process.ts'
import { desktopHeaders, reportNavigation, phoneHeaders, readPage } from '#testing/browser-requests.ts'
import { purgeOldVisits } from './purge.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`counting page views, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let today: number
    before(async () => {
      today = Date.parse(app.day(0)) / DAY_MS
    })

    /** Writes, returns and deletes the counts since the last call. */
    const flushVisits = async () => {
      await app.writeVisits()
      const pages = await app.db
        .selectFrom('page_view')
        .selectAll()
        .orderBy('day')
        .orderBy('page')
        .orderBy('language')
        .orderBy('device')
        .execute()
      const sources = await app.db.selectFrom('page_referrer').selectAll().orderBy('day').orderBy('source').execute()
      for (const table of ['page_view', 'page_referrer'] as const) await app.db.deleteFrom(table).execute()
      return {
        pages: pages.flatMap(({ day, page, language, device, times }) =>
          times === 0 ? [] : [[day - today, page, language, device, times]],
        ),
        sources: sources.flatMap(({ day, source, times }) => (times === 0 ? [] : [[day - today, source, times]])),
      }
    }
    const noVisits = { pages: [], sources: [] }
    const withReferer = (referer: string) => ({ referer })

    test('includes pages that are rendered, cached, unchanged (304) or opened without a new document (OFF-245)', async () => {
      const firstPage = await readPage(app.url, '/about')
      assert.equal(firstPage.status, 200)
      const secondPage = await readPage(app.url, '/about', { 'accept-encoding': 'gzip' }, phoneHeaders)
      assert.equal(secondPage.headers['content-encoding'], 'gzip')
      const unchangedPage = await readPage(app.url, '/about', { 'if-none-match': firstPage.headers.etag! })
      assert.equal(unchangedPage.status, 304)
      assert.equal((await reportNavigation(app.url, '/about')).status, 200)
      assert.equal((await reportNavigation(app.url, '/bn/booking-details/twin', 'moved', phoneHeaders)).status, 200)
      assert.equal((await readPage(app.url, '/bn')).status, 200)
      assert.equal((await readPage(app.url, '/?utm_source=letter')).status, 200)
      assert.deepEqual(await flushVisits(), {
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

    test('counts a visitor who is redirected to another language as one view (OFF-245)', async () => {
      const homeReferer = withReferer(`${app.publicUrl}/?utm_source=letter`)
      await readPage(app.url, '/?utm_source=letter', withReferer('https://google.com/'))
      await readPage(app.url, '/bn', homeReferer)
      await readPage(app.url, '/')
      await readPage(app.url, '/bn', { ...homeReferer, 'sec-fetch-user': '?1' })
      assert.deepEqual(await flushVisits(), {
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

    test('counts a redirected visitor once, even if the counts are saved between the two requests (OFF-245)', async () => {
      await readPage(app.url, '/')
      await app.writeVisits()
      await readPage(app.url, '/bn', withReferer(`${app.publicUrl}/`))
      assert.deepEqual((await flushVisits()).pages, [[0, '/', 'bn', 'desktop', 1]])
    })

    test('counts searches by date separately from the rooms page (OFF-246)', async () => {
      const dateQuery = `check_in=${app.day(5)}&check_out=${app.day(7)}`
      for (const path of [
        '/rooms',
        `/rooms?${dateQuery}`,
        `/rooms?${dateQuery}&adult=2`,
        `/booking-details/twin?${dateQuery}`,
      ])
        assert.equal((await readPage(app.url, path)).status, 200, path)
      await reportNavigation(app.url, '/rooms', 'searched')
      await reportNavigation(app.url, '/about', 'searched')
      assert.deepEqual((await flushVisits()).pages, [
        [0, '/about', 'en', 'desktop', 1],
        [0, '/booking-details/twin', 'en', 'desktop', 1],
        [0, '/rooms', 'en', 'desktop', 1],
        [0, '/rooms?', 'en', 'desktop', 3],
      ])
    })

    test('does not count the view of a page if the browser reports that the visitor is staff (PERF-25)', async () => {
      const dateQuery = `check_in=${app.day(5)}&check_out=${app.day(7)}`
      for (const path of ['/about', '/about', `/rooms?${dateQuery}`])
        await readPage(app.url, path, withReferer(`${app.publicUrl}/imprint`))
      for (const path of ['/about', `/rooms?${dateQuery}`]) await reportNavigation(app.url, path, 'staff')
      await readPage(app.url, '/about', withReferer(`${app.publicUrl}/office`)) // is not counted
      await reportNavigation(app.url, '/about', 'staff', withReferer(`${app.publicUrl}/office`))
      assert.deepEqual(await flushVisits(), {
        pages: [[0, '/about', 'en', 'desktop', 1]],
        sources: [[0, 'inside', 1]],
      })
    })

    test('ignores bots, prefetches, errors and visitors from the office (OFF-245)', async () => {
      const { 'user-agent': firefoxUserAgent, ...headersWithoutUserAgent } = desktopHeaders
      const { 'sec-fetch-dest': _, 'accept-language': __, ...headersWithoutHints } = desktopHeaders
      const userAgents = ['curl/8.5', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', '']
      for (const userAgent of userAgents) await readPage(app.url, '/about', { 'user-agent': userAgent })
      await sendRequest(app.url, '/about', { headers: headersWithoutUserAgent })
      await sendRequest(app.url, '/about', { headers: headersWithoutHints })
      await readPage(app.url, '/about', { 'user-agent': `${firefoxUserAgent} ${'x'.repeat(600)}` })
      for (const name of ['sec-purpose', 'purpose', 'x-moz']) await readPage(app.url, '/about', { [name]: 'prefetch' })
      await readPage(app.url, '/about', { 'sec-fetch-dest': 'empty' })
      for (const path of ['/office', '/bn/office', '/office/posts?page=2'])
        await readPage(app.url, '/about', withReferer(app.publicUrl + path))
      assert.equal((await sendRequest(app.url, '/about', { method: 'HEAD', headers: desktopHeaders })).status, 200)
      const crossSiteHeaders = { ...desktopHeaders, 'sec-fetch-site': 'cross-site', 'x-seen': 'moved' }
      await sendRequest(app.url, '/about', { method: 'HEAD', headers: crossSiteHeaders })
      for (const path of ['/nowhere', '/booking-details/none', '/products/none', '/about/'])
        assert.notEqual((await readPage(app.url, path)).status, 200, path)
      for (const path of [
        '/dashboard',
        '/login',
        '/booking-history-details/7',
        '/office',
        '/robots.txt',
        '/api/docs',
        '/api/docs/booking',
      ])
        assert.equal((await readPage(app.url, path)).status, 200, path)
      assert.equal((await sendRequest(app.url, '/contact', { method: 'POST', headers: desktopHeaders })).status, 403)
      assert.deepEqual(await flushVisits(), noVisits)
      await readPage(app.url, '/about', { 'user-agent': 'Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) Mobile' })
      await sendRequest(app.url, '/about', { headers: { ...headersWithoutHints, 'accept-language': 'bn' } })
      assert.deepEqual((await flushVisits()).pages, [
        [0, '/about', 'en', 'desktop', 1],
        [0, '/about', 'en', 'phone', 1],
      ])
    })

    test('stores only the site of a referrer and combines the hosts of a known site (OFF-247)', async () => {
      const visitFrom = async (referer: string) => void (await readPage(app.url, '/', withReferer(referer)))
      await visitFrom('https://www.google.com.bd/search?q=anna+schmidt')
      await visitFrom('https://google.de/')
      await visitFrom('https://l.facebook.com/l.php?u=x')
      await visitFrom('https://www.buyers-of-hamburg.example:8443/anna/letters?from=anna@hamburg.example')
      await visitFrom(`${app.publicUrl}/about`)
      await visitFrom(`${app.url}/rooms?check_in=2027-01-01`)
      await visitFrom('android-app://com.google.android.gm/')
      await visitFrom('https://192.168.7.9/')
      await visitFrom('https://anna:secret@mail.example/')
      await visitFrom(`https://${'x'.repeat(90)}.example/`)
      await visitFrom('https://googlexcom.example/')
      assert.deepEqual((await flushVisits()).sources, [
        [0, 'buyers-of-hamburg.example', 1],
        [0, 'facebook.com', 1],
        [0, 'google.com', 2],
        [0, 'googlexcom.example', 1],
        [0, 'inside', 2],
        [0, 'others', 4],
      ])
    })

    test('limits the number of stored addresses and sites, even for made-up ones (OFF-247)', async () => {
      for (let index = 0; index < 260; index++) {
        await readPage(app.url, `/about?page=${index}`, withReferer(`https://made-up-${index}.example/`))
        if (index === 40) await app.writeVisits()
      }
      for (let index = 0; index < 20; index++) await readPage(app.url, `/products/made-up-${index}`)
      await app.writeVisits()
      for (let index = 0; index < 20; index++)
        await readPage(app.url, '/about', withReferer(`https://late-${index}.example/`))
      await readPage(app.url, '/about', withReferer('https://www.bing.com/'))
      const { pages, sources } = await flushVisits()
      assert.deepEqual(pages, [[0, '/about', 'en', 'desktop', 281]])
      assert.equal(sources.length, 102)
      const findSource = (name: string) => sources.find(([, source]) => source === name)
      assert.deepEqual(
        [findSource('others'), findSource('bing.com')],
        [
          [0, 'others', 180],
          [0, 'bing.com', 1],
        ],
      )
    })

    test('counts days in the time zone of the property (OFF-245)', async () => {
      const timeBefore = app.clock.now
      app.clock.now = timeBefore + 14 * 60 * MINUTE_MS + 59 * MINUTE_MS
      await readPage(app.url, '/about')
      app.clock.advance(MINUTE_MS)
      await readPage(app.url, '/about')
      assert.deepEqual(
        (await flushVisits()).pages.map(([day]) => day),
        [0, 1],
      )
      app.clock.now = timeBefore
    })

    test('retries a failed write with the next one (OFF-248)', async () => {
      await readPage(app.url, '/about')
      await app.db.schema.alterTable('page_referrer').renameTo('away').execute()
      await assert.rejects(app.writeVisits())
      await readPage(app.url, '/about', withReferer('https://google.com/'))
      await assert.rejects(app.writeVisits())
      await app.db.schema.alterTable('away').renameTo('page_referrer').execute()
      const { pages, sources } = await flushVisits()
      assert.deepEqual(pages, [[0, '/about', 'en', 'desktop', 2]])
      assert.deepEqual(sources, [
        [0, 'direct', 1],
        [0, 'google.com', 1],
      ])
    })

    test('stores nothing about the visitor and deletes all counts after two years (OFF-247, OFF-249)', async () => {
      await readPage(app.url, '/about', {
        cookie: 'who=anna',
        authorization: 'Bearer anna',
        'x-forwarded-for': '203.0.113.7',
      })
      await app.writeVisits()
      assert.deepEqual(await app.db.selectFrom('page_view').selectAll().execute(), [
        { day: today, page: '/about', language: 'en', device: 'desktop', times: 1 },
      ])
      assert.deepEqual(await app.db.selectFrom('page_referrer').selectAll().orderBy('source').execute(), [
        { day: today, source: 'direct', times: 1 },
        { day: today, source: 'inside', times: 0 },
      ])
      await purgeOldVisits(app.db, today + 732)
      assert.equal((await app.db.selectFrom('page_view').selectAll().execute()).length, 1)
      await purgeOldVisits(app.db, today + 733)
      assert.deepEqual(await flushVisits(), noVisits)
    })
  })

  test(`keeps the counts of ${engine.name === 'postgres' ? 'two processes' : 'one process'} after a shutdown (OFF-248)`, async () => {
    const serverData = await openServerData(engine)
    try {
      const serverCount = engine.name === 'postgres' ? 2 : 1
      const servers = []
      for (let index = 0; index < serverCount; index++)
        servers.push(await startServer({ ...serverData.environment, RATE_LIMIT: 'off' }))
      for (const [serverIndex, { url }] of servers.entries()) {
        const sites = Array.from({ length: 70 }, (_, index) => `made-up-${serverIndex}-${index}.example`)
        for (const [index, site] of ['google.com', 'google.com', ...sites].entries())
          await readPage(url, index % 2 ? '/' : '/rooms', { referer: `https://${site}/` })
      }
      assert.deepEqual(
        await Promise.all(servers.map((server) => server.stop())),
        servers.map(() => 0),
      )
      const pages = await serverData.db.selectFrom('page_view').select(['page', 'times']).orderBy('page').execute()
      assert.deepEqual(pages, [
        { page: '/', times: 36 * serverCount },
        { page: '/rooms', times: 36 * serverCount },
      ])
      const sources = await serverData.db.selectFrom('page_referrer').select(['source', 'times']).execute()
      const fakeSources = sources.filter(({ source }) => source.startsWith('made-up'))
      assert.equal(fakeSources.length, Math.min(100, 70 * serverCount))
      assert.ok(fakeSources.every(({ times }) => times === 1))
      const findCount = (name: string) => sources.find(({ source }) => source === name)?.times ?? 0
      assert.deepEqual(
        [findCount('google.com'), findCount('others'), findCount('inside')],
        [2 * serverCount, 70 * serverCount - fakeSources.length, 0],
      )
    } finally {
      await serverData.close()
    }
  })
}
