import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { valueForTier } from '#testing/tier.ts'
import { endpoints, href, inLanguage, languages, type EndpointName } from '#routes/public.ts'
import { addDays, searchParamNames } from './search/last-search.ts'

/** The first and last dates that four-digit years can express, their neighbours, and the day before 1970. */
const edgeDates = ['0000-01-01', '0000-01-02', '1969-12-31', '9999-12-30', '9999-12-31'] as const

interface EndpointSpec {
  parameters?: { name: string; schema: { pattern?: string } }[]
  requestBody?: { content: { 'application/json': { schema: { properties?: Record<string, { pattern?: string }> } } } }
}

test('addDays returns undefined beyond the years 0000 to 9999, and for an invalid date', () => {
  assert.equal(addDays('9999-12-31', 1), undefined)
  assert.equal(addDays('9999-12-31', 0), '9999-12-31')
  assert.equal(addDays('0000-01-01', -1), undefined)
  assert.equal(addDays('0000-01-01', 1), '0000-01-02')
  assert.equal(addDays('2027-02-30', 1), undefined)
})

for (const engine of enginesFor(import.meta.url)) {
  describe(`the first and last possible dates, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => void (app = await startTestApp(engine)))
    after(() => app.close())
    /** Pairs of dates. The gate tier pairs each date with itself, the next one and the previous one. */
    function createPairs(): (readonly [string, string])[] {
      const [startDates, endDates] = [1, 2].map((ahead) => [...edgeDates, app.day(ahead), '']) as [string[], string[]]
      const indexShifts = valueForTier({ gate: [0, 1, 6], all: [...endDates.keys()], soak: [...endDates.keys()] })
      return startDates.flatMap((from, index) =>
        indexShifts.map((shift) => [from, endDates[(index + shift) % endDates.length]!] as const),
      )
    }

    // The engine does not affect the language, so only one engine runs both languages.
    test('return status 200 on the pages with a search (SRCH-4)', async () => {
      for (const language of engine.name === 'sqlite' ? languages : (['en'] as const)) {
        for (const page of [href('rooms'), href('room', { slug: 'single' })]) {
          for (const [check_in, check_out] of createPairs()) {
            const query = new URLSearchParams({ check_in, check_out, adult: '1', child: '0' })
            const { status } = await app.get(`${inLanguage(page, language)}?${query}`)
            assert.equal(status, 200, `${page}?${query}`)
          }
        }
      }
      for (const name of Object.values(searchParamNames)) {
        const { status } = await app.get(`${href('rooms')}?${name}=9999-12-31`)
        assert.equal(status, 200, name)
      }
    })

    test('never cause a 500 from an endpoint with a date (API-22)', async () => {
      const token = await app.signIn('anna')
      const { body } = await app.call('getOpenApi')
      const validInput = {
        name: 'Anna',
        email: 'anna@buyer.example',
        phone: '+494066969123',
        slug: 'single',
        adult: 1,
        child: 0,
        paymenttype: 2,
        nights: 124,
      }
      const checkedEndpoints = new Set<string>()
      for (const [name, [method, path]] of Object.entries(endpoints)) {
        const dateFields = listDateFields(body.paths[path][method.toLowerCase()])
        if (dateFields.length === 0) continue
        checkedEndpoints.add(name)
        for (const [from, to] of createPairs()) {
          const input = {
            ...validInput,
            ...Object.fromEntries(dateFields.map((date, index) => [date, index === 0 ? from : to])),
          }
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
        assert.ok(checkedEndpoints.has(name), `${name} takes no date`)
    })

    test('return an empty calendar after the last departure date (API-22)', async () => {
      for (const from of edgeDates) {
        const { status, body } = await app.call('getRoomNights', { from, nights: 124 })
        assert.deepEqual([status, from < '2027' || body.data.length === 0], [200, true], from)
      }
    })
  })
}

const listDateFields = ({ parameters = [], requestBody }: EndpointSpec): string[] => {
  const fields = [
    ...parameters.map(({ name, schema }) => [name, schema] as const),
    ...Object.entries(requestBody?.content['application/json'].schema.properties ?? {}),
  ]
  return fields.filter(([, { pattern }]) => pattern?.includes('\\d{4}-\\d{2}-\\d{2}')).map(([name]) => name)
}
