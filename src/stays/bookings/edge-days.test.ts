import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { perTier } from '#testing/tier.ts'
import { endpoints, href, inLanguage, languages, type EndpointName } from '#routes/public.ts'
import { daysLater, searchNames } from './search/last-search.ts'

/** The first and last dates that four-digit years can express, and dates next to them. */
const edges = ['0000-01-01', '0000-01-02', '1969-12-31', '9999-12-30', '9999-12-31'] as const

interface Described {
  parameters?: { name: string; schema: { pattern?: string } }[]
  requestBody?: { content: { 'application/json': { schema: { properties?: Record<string, { pattern?: string }> } } } }
}

test('daysLater returns nothing after the last date that can be written', () => {
  assert.equal(daysLater('9999-12-31', 1), undefined)
  assert.equal(daysLater('9999-12-31', 0), '9999-12-31')
  assert.equal(daysLater('0000-01-01', -1), undefined)
  assert.equal(daysLater('0000-01-01', 1), '0000-01-02')
  assert.equal(daysLater('2027-02-30', 1), undefined)
})

for (const engine of enginesFor(import.meta.url)) {
  describe(`the first and last possible dates, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => void (app = await startTestApp(engine)))
    after(() => app.close())
    /** Pairs of dates. The gate tier pairs each date with itself, the next one and the previous one. */
    function pairs(): (readonly [string, string])[] {
      const [starts, ends] = [1, 2].map((ahead) => [...edges, app.day(ahead), '']) as [string[], string[]]
      const shifts = perTier({ gate: [0, 1, 6], all: [...ends.keys()], soak: [...ends.keys()] })
      return starts.flatMap((from, at) => shifts.map((shift) => [from, ends[(at + shift) % ends.length]!] as const))
    }

    // The engine does not affect the language, so only one engine runs both languages.
    test('returns 200 on the pages with a search, for any dates (SRCH-4)', async () => {
      for (const language of engine.name === 'sqlite' ? languages : (['en'] as const)) {
        for (const page of [href('rooms'), href('room', { slug: 'single' })]) {
          for (const [check_in, check_out] of pairs()) {
            const query = new URLSearchParams({ check_in, check_out, adult: '1', child: '0' })
            const { status } = await app.get(`${inLanguage(page, language)}?${query}`)
            assert.equal(status, 200, `${page}?${query}`)
          }
        }
      }
      for (const name of Object.values(searchNames)) {
        const { status } = await app.get(`${href('rooms')}?${name}=9999-12-31`)
        assert.equal(status, 200, name)
      }
    })

    test('never returns 500 from an endpoint that takes a date (API-22)', async () => {
      const token = await app.signIn('anna')
      const { body } = await app.call('getOpenApi')
      const right = {
        name: 'Anna',
        email: 'anna@buyer.example',
        phone: '+494066969123',
        slug: 'single',
        adult: 1,
        child: 0,
        paymenttype: 2,
        nights: 124,
      }
      const asked = new Set<string>()
      for (const [name, [method, path]] of Object.entries(endpoints)) {
        const dates = datesOf(body.paths[path][method.toLowerCase()])
        if (dates.length === 0) continue
        asked.add(name)
        for (const [from, to] of pairs()) {
          const input = { ...right, ...Object.fromEntries(dates.map((date, at) => [date, at === 0 ? from : to])) }
          const { status } = await app.call(name as EndpointName, input, { token })
          assert.ok(status < 500, `${name} ${from} ${to}: ${status}`)
        }
      }
      for (const name of [
        'filterBooking',
        'nearBooking',
        'getStayPrice',
        'getRoomNights',
        'guestRegister',
        'requestBooking',
      ])
        assert.ok(asked.has(name), `${name} takes no date`)
    })

    test('returns an empty calendar after the last departure date (API-22)', async () => {
      for (const from of edges) {
        const { status, body } = await app.call('getRoomNights', { from, nights: 124 })
        assert.deepEqual([status, from < '2027' || body.data.length === 0], [200, true], from)
      }
    })
  })
}

const datesOf = ({ parameters = [], requestBody }: Described): string[] => {
  const fields = [
    ...parameters.map(({ name, schema }) => [name, schema] as const),
    ...Object.entries(requestBody?.content['application/json'].schema.properties ?? {}),
  ]
  return fields.filter(([, { pattern }]) => pattern?.includes('\\d{4}-\\d{2}-\\d{2}')).map(([name]) => name)
}
