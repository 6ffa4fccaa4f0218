import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { resolvePeriod, type PeriodName } from './period.ts'
import { isoDay, parseDay } from '#platform/day.ts'

test('periods are weeks from Monday, and calendar months, quarters and years (OFF-154)', () => {
  const cases: [today: string, name: Exclude<PeriodName, 'own'>, from: string, until: string][] = [
    ['2027-01-04', 'today', '2027-01-04', '2027-01-04'],
    ['2027-01-04', 'yesterday', '2027-01-03', '2027-01-03'],
    ['2027-01-04', 'week', '2027-01-04', '2027-01-10'],
    ['2027-01-03', 'week', '2026-12-28', '2027-01-03'],
    ['2027-01-04', 'last_week', '2026-12-28', '2027-01-03'],
    ['2028-02-29', 'month', '2028-02-01', '2028-02-29'],
    ['2027-12-31', 'month', '2027-12-01', '2027-12-31'],
    ['2027-01-04', 'last_month', '2026-12-01', '2026-12-31'],
    ['2027-05-31', 'quarter', '2027-04-01', '2027-06-30'],
    ['2027-12-01', 'quarter', '2027-10-01', '2027-12-31'],
    ['2027-02-28', 'last_quarter', '2026-10-01', '2026-12-31'],
    ['2028-06-01', 'year', '2028-01-01', '2028-12-31'],
    ['2028-06-01', 'last_year', '2027-01-01', '2027-12-31'],
  ]
  for (const [today, name, firstNight, lastNight] of cases) {
    const { from, to } = resolvePeriod(name, parseDay(today)!)
    assert.deepEqual([isoDay(from), isoDay(to - 1)], [firstNight, lastNight], `${name} on ${today}`)
  }
})

for (const engine of enginesFor(import.meta.url)) {
  describe(`requesting figures, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    /** Calls an endpoint as a staff member with the given rights. */
    async function callWithGrants(
      grants: readonly string[],
      query: object,
      name: 'getFigures' | 'getFiguresFile' | 'getFigureStays' = 'getFigures',
    ) {
      const { staff_role_id: role } = await app.db
        .selectFrom('account')
        .select('staff_role_id')
        .where('username', '=', 'staff')
        .executeTakeFirstOrThrow()
      await app.db
        .updateTable('staff_role')
        .set({ grants: JSON.stringify(grants) })
        .where('id', '=', role!)
        .execute()
      return app.call(name, query, { token: await app.signIn('staff') })
    }

    test('is allowed for managers by default, and returns no amounts to staff without the permission to see money (OFF-155, OFF-293)', async () => {
      const managerRole = await app.db.selectFrom('staff_role').select('grants').where('id', '=', 3).executeTakeFirst()
      assert.ok(JSON.parse(managerRole!.grants).includes('see figures'))
      assert.equal((await callWithGrants(['see money', 'see bookings'], {})).status, 403)
      const { body } = await callWithGrants(['see figures'], {})
      assert.ok(body.now.all.units > 0)
      const amounts = JSON.stringify(body).matchAll(/"(?:net|vat|cancel_fees|no_show_fees)":([^,}]+)/g)
      assert.deepEqual([...new Set([...amounts].map(([, amount]) => amount))], ['null'])
      const downloadFile = async (sheet: string) =>
        (await callWithGrants(['see figures'], { compare: 'none', sheet }, 'getFiguresFile')).body.split('\r\n')[0]
      assert.equal(await downloadFile('nights'), 'Night,Units,Closed,Sold,Complimentary,Waiting')
      assert.equal(await downloadFile('rooms'), 'Room,Sold,Occ. %')
      const endedFile = (await callWithGrants(['see figures'], { sheet: 'ended' }, 'getFiguresFile')).body as string
      assert.ok(!endedFile.includes('BDT'), endedFile)
      const staysQuery = { figure: 'nights', from: app.day(-30), until: app.day(30) }
      assert.equal((await callWithGrants(['see figures'], staysQuery, 'getFigureStays')).status, 403)
      const stayList = (await callWithGrants(['see bookings'], staysQuery, 'getFigureStays')).body
      assert.ok(stayList.data.length > 0)
      assert.deepEqual([...new Set([stayList.all, ...stayList.data].flatMap(({ net, vat }) => [net, vat]))], [null])
    })

    test('returns a file with one line per night, a byte order mark and ISO dates (OFF-155)', async () => {
      const query = { period: 'own', from: app.day(-1), until: app.day(1), compare: 'none' }
      const { headers, body } = await callWithGrants(['see figures', 'see money'], query, 'getFiguresFile')
      assert.match(headers.get('content-type')!, /^text\/csv; charset=utf-8/)
      const [header, ...lines] = (body as string).trimEnd().split('\r\n')
      assert.equal(header, 'Night,Units,Closed,Sold,Complimentary,Waiting,Excluding VAT,VAT,Including VAT')
      assert.deepEqual(
        lines.map((line) => line.split(',')[0]),
        [app.day(-1), app.day(0), app.day(1)],
      )
      const authorization = `Bearer ${await app.signIn('staff')}`
      const rawResponse = await app.fetch('/api/office/figures.csv?period=today', { headers: { authorization } })
      assert.deepEqual([...(await rawResponse.bytes()).subarray(0, 3)], [0xef, 0xbb, 0xbf])
      const { now } = (await callWithGrants(['see figures', 'see money'], query)).body
      const firstNight = now.nights[0]
      assert.deepEqual(lines[0]!.split(',').slice(1).map(Number), [
        firstNight.units,
        firstNight.closed,
        firstNight.sold,
        firstNight.sold - firstNight.paid,
        firstNight.waiting,
        firstNight.net,
        firstNight.vat,
        Math.round((firstNight.net + firstNight.vat) * 100) / 100,
      ])
    })

    test('is rejected if custom dates are missing, in the wrong order or over a year apart, with an error on their field (OFF-154)', async () => {
      const cases: [query: object, field: string, said: RegExp][] = [
        [{ period: 'own', until: '2027-01-31' }, 'from', /fill this in/],
        [{ period: 'own', from: '2027-01-01' }, 'until', /fill this in/],
        [{ period: 'own', from: '2027-01-02', until: '2027-01-01' }, 'until', /cannot be before the first day/],
        [{ period: 'own', from: '2027-01-01', until: '2028-01-02' }, 'until', /at most 366 nights/],
        [{ period: 'own', from: '2027-02-30', until: '2027-03-01' }, 'from', /YYYY-MM-DD|date/],
        [{ compare: 'own' }, 'compare_from', /fill this in/],
      ]
      for (const [query, field, message] of cases) {
        const { status, body } = await callWithGrants(['see figures'], query)
        assert.equal(status, 422, JSON.stringify(query))
        assert.match(body.errors[field][0], message)
      }
      const fullYear = await callWithGrants(['see figures'], { period: 'own', from: '2027-01-01', until: '2028-01-01' })
      assert.equal(fullYear.body.now.nights.length, 366)
    })
  })
}
