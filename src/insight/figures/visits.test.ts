import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { desktopHeaders, reportNavigation, phoneHeaders, readPage } from '#testing/browser-requests.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { parseDay } from '#platform/day.ts'
import type { Visits } from './office/visits-contract.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`visits in the figures, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    before(async () => {
      const viewPage = async (path: string, referer = '', baseHeaders: object = desktopHeaders) =>
        assert.equal((await readPage(app.url, path, referer ? { referer } : {}, baseHeaders)).status, 200, path)
      // One week before, two days before, and today.
      app.clock.advance(-7 * DAY_MS)
      await viewPage('/')
      app.clock.advance(5 * DAY_MS)
      for (const path of ['/', '/bn', '/products']) await viewPage(path, 'https://www.google.com/', phoneHeaders)
      app.clock.advance(2 * DAY_MS)
      await viewPage('/', 'https://buyers.example/list')
      await viewPage('/booking-details/twin', `${app.publicUrl}/`)
      await viewPage(`/rooms?check_in=${app.day(3)}&check_out=${app.day(5)}`, `${app.publicUrl}/`)
      await reportNavigation(app.url, '/reading-blog/about-selvage')
      await app.writeVisits()
    })

    const readVisits = async (query: object = {}, language = 'en'): Promise<Visits> => {
      const token = await app.signIn('owner')
      return app.callOk('getVisits', query, { token, language })
    }
    const createWeekQuery = () => ({ period: 'own', from: app.day(-6), until: app.day(20), compare: 'previous' })

    test('counts pages, visits and searches by day and compares them with the previous days (OFF-246)', async () => {
      const { today, since, now, before: visitsBefore } = await readVisits(createWeekQuery())
      assert.deepEqual([today, since], [app.day(0), app.day(-7)])
      assert.deepEqual([now.from, now.until, now.days.length], [app.day(-6), app.day(0), 7])
      assert.deepEqual(now.days.slice(4), [
        { day: app.day(-2), seen: 3, begun: 3, searches: 0 },
        { day: app.day(-1), seen: 0, begun: 0, searches: 0 },
        { day: app.day(0), seen: 4, begun: 1, searches: 1 },
      ])
      assert.deepEqual([now.all.seen, now.all.begun, now.all.searches, now.all.rooms_seen], [7, 4, 1, 1])
      assert.deepEqual(
        [visitsBefore!.from, visitsBefore!.until, visitsBefore!.all.seen, visitsBefore!.all.begun],
        [app.day(-13), app.day(-7), 1, 1],
      )
      const lastYear = await readVisits({ ...createWeekQuery(), compare: 'year' })
      assert.equal(lastYear.before, null)
    })

    test('lists the most viewed pages by title, with languages, devices and sources (OFF-246, OFF-247)', async () => {
      const { now } = await readVisits(createWeekQuery())
      const { title_en: title, title_bn: titleBn } = await app.db
        .selectFrom('post')
        .select(['title_en', 'title_bn'])
        .where('slug', '=', 'about-selvage')
        .executeTakeFirstOrThrow()
      assert.deepEqual(
        now.pages.map(({ page, seen }) => [page, seen]),
        [
          ['/', 3],
          ['/booking-details/twin', 1],
          ['/products', 1],
          ['/reading-blog/about-selvage', 1],
          ['/rooms?', 1],
        ],
      )
      const getName = ({ pages }: Visits['now'], path: string) => pages.find(({ page }) => page === path)?.name
      assert.equal(getName(now, '/'), 'Home')
      assert.equal(getName(now, '/rooms?'), 'Room searches by date')
      assert.equal(getName(now, '/reading-blog/about-selvage'), title)
      assert.equal(getName((await readVisits(createWeekQuery(), 'bn')).now, '/reading-blog/about-selvage'), titleBn)
      assert.deepEqual(
        [now.languages, now.devices],
        [
          { en: 6, bn: 1 },
          { phone: 3, desktop: 4 },
        ],
      )
      assert.deepEqual(now.sources, [
        { kind: 'search', host: 'google.com', begun: 3 },
        { kind: 'site', host: 'buyers.example', begun: 1 },
      ])
    })

    test('shows the stays and enquiries requested on the website in the same period (OFF-246)', async () => {
      const totalsBefore = (await readVisits(createWeekQuery())).now.all
      const token = await app.newGuest()
      const bookingResponse = await app.call('requestGuestBooking', createStayForm(app), { token })
      const { now } = await readVisits(createWeekQuery())
      assert.equal(bookingResponse.status, 200, JSON.stringify(bookingResponse.body))
      assert.deepEqual([now.all.stays - totalsBefore.stays, now.all.enquiries - totalsBefore.enquiries], [1, 0])
    })

    test('ignores a correction that is written before the count that it corrects (OFF-246)', async () => {
      const day = app.day(-1)
      const visitKey = { language: 'en', device: 'desktop' } as const
      await app.db
        .insertInto('page_view')
        .values({ day: parseDay(day)!, page: '/rooms?', ...visitKey, times: -1 })
        .execute()
      const { now } = await readVisits(createWeekQuery())
      assert.deepEqual(now.days.at(-2), { day, seen: 0, begun: 0, searches: 0 })
      assert.equal(now.all.searches, 1)
    })

    test('exports the days and each sheet as a file, and rejects invalid dates (OFF-246, OFF-296)', async () => {
      const token = await app.signIn('owner')
      const { name_en: twinName } = await app.db
        .selectFrom('room')
        .select('name_en')
        .where('slug', '=', 'twin')
        .executeTakeFirstOrThrow()
      const { body, headers } = await app.call('getVisitsFile', createWeekQuery(), { token })
      assert.match(headers.get('content-disposition')!, new RegExp(`visits-${app.day(-6)}-${app.day(0)}.csv`))
      assert.deepEqual(body.replace('\ufeff', '').split('\r\n').slice(0, 3), [
        'Day,Page,Language,Device,Page views',
        `${app.day(-2)},/,bn,phone,1`,
        `${app.day(-2)},/,en,phone,1`,
      ])
      const readLines = async (sheet: string) => {
        const { body: fileBody } = await app.call('getVisitsFile', { ...createWeekQuery(), sheet }, { token })
        return fileBody.trimEnd().split('\r\n')
      }
      assert.deepEqual(await readLines('sources'), [
        'Source,Visits,Share (%),Comparison: Visits,Comparison: Share (%)',
        'Search,3,75,0,0',
        'Other sites,1,25,0,0',
        'Opened directly,0,0,1,100',
      ])
      assert.deepEqual((await readLines('sites')).slice(1), ['google.com,3,75,0,0', 'buyers.example,1,25,0,0'])
      assert.deepEqual((await readLines('pages')).slice(1, 3), ['Home,3,42.9,1,100', `${twinName},1,14.3,0,0`])
      assert.deepEqual((await readLines('readers')).slice(1, 3), ['Phone,3,42.9,0,0', 'Desktop,4,57.1,1,100'])
      assert.equal((await readLines('ways'))[1], 'Room searches,1,0')
      const response = await app.call('getVisits', { period: 'own', from: app.day(2), until: app.day(1) }, { token })
      assert.equal(response.status, 422)
    })
  })
}
