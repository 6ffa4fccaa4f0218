import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ask } from '../../../testing/ask.ts'
import { enginesFor } from '../../../testing/engines.ts'
import {
  ADDRESS_BYTES,
  asTexts,
  BODY_BYTES,
  cut,
  encode,
  fitting,
  heapOf,
  kindsFor,
  right,
  units,
  worstKinds,
} from '../../../testing/heavy-inputs.ts'
import { startMeasuredServer, type HeavyRequest, type MeasuredServer } from '../../../testing/measured-server.ts'
import { apiDocsPath, pages } from '../../urls.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`one request after the other, each as bad as can be, on ${engine.name}`, () => {
    let server: MeasuredServer
    before(async () => void (server = await startMeasuredServer(engine)))
    after(() => server.close())

    const kinds = kindsFor(engine)
    /** A name is read by one rule wherever it is asked for: all kinds are asked of the first two pages, the worst of the others. */
    const askedOf = new Map<string, number>()
    const kindsOf = (name: string): readonly string[] => {
      const before = askedOf.get(name) ?? 0
      askedOf.set(name, before + 1)
      return before < 2 ? kinds : worstKinds
    }

    test('nor does the address of any page (S5)', async () => {
      const pagesAsked = await Promise.all(Object.values(pages).map(againstPage))
      await server.mustBeQuick([...pagesAsked.flat(), ...againstPaths()])
    })

    test('nor does any form of a page (S5)', async () => {
      const acting = await Promise.all(Object.values(pages).map(againstPageForm))
      assert.ok(acting.filter(({ length }) => length > 0).length >= 2, 'fewer pages take a form than there were')
      await server.mustBeQuick(acting.flat())
    })

    async function againstPage(page: string): Promise<HeavyRequest[]> {
      const path = knownPath(page)
      // A page that does not read the name is the same for all, and kept.
      const read: string[] = []
      for (const name of queryNames) {
        const { status, headers } = await ask(server.url, `${path}?${name}=x`)
        if (status === 200 && headers['cache-control'] !== 'public, no-cache') read.push(name)
      }
      const get = (what: string, address: string): HeavyRequest => ({
        what: `${page}, ${what}`,
        method: 'GET',
        path: address,
      })
      const encoded = (kind: string) => encode(cut(units[kind]!))
      const inPath = page.includes(':')
        ? kindsOf(':').map((kind) =>
            get(`in its path: ${kind}`, page.replace(/:\w+/, encoded(kind).replaceAll('.', '%2E'))),
          )
        : []
      return read
        .flatMap((name) =>
          kindsOf(name).map((kind) =>
            get(`${name}: ${kind}`, `${path}?${inQuery(path, name)}&${name}=${encoded(kind)}`),
          ),
        )
        .concat(inPath)
        .concat(
          get('many names', `${path}?check_in=x&${'a&'.repeat(ADDRESS_BYTES / 2 - 100)}`),
          get('facilities', `${path}?check_in=2027-01-04&${'facility=1&'.repeat(ADDRESS_BYTES / 12)}`),
        )
    }

    function againstPaths(): HeavyRequest[] {
      return kinds.flatMap((kind) =>
        ['/', '/bn/', '/api/', '/pictures/', '/assets/', apiDocsPath].flatMap((start) => [
          { what: `${start}…: ${kind}`, method: 'GET' as const, path: start + encode(cut(units[kind]!)) },
          ...(/[./;%]/.test(units[kind]!)
            ? [
                {
                  what: `${start}…, as it stands: ${kind}`,
                  method: 'GET' as const,
                  path:
                    start + encode(cut(units[kind]!)).replaceAll(/%(2F|2E|3B|25)/g, (all) => decodeURIComponent(all)),
                },
              ]
            : []),
        ]),
      )
    }

    async function againstPageForm(page: string): Promise<HeavyRequest[]> {
      const path = knownPath(page)
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      if ((await ask(server.url, path, { method: 'POST', headers })).status === 405) return []
      const post = (what: string, body: string): HeavyRequest => ({
        what: `${page}, form, ${what}`,
        method: 'POST',
        path,
        type: headers['content-type'],
        body,
      })
      const names =
        page === pages.contact
          ? ['name', 'email', 'subject', 'message', 'website', 'captcha', 'captcha_token']
          : ['token', 'fee', 'unknown']
      return [
        ...names.flatMap((name) =>
          kinds.flatMap((kind) => {
            const all = new URLSearchParams({ ...asTexts(right), [name]: '' })
            const encoded = encode(heapOf(units[kind]!, BODY_BYTES)).slice(0, BODY_BYTES - 1_000)
            return [
              post(`${name}: ${kind}`, `${all}&${name}=${encoded}`.replace(`&${name}=&`, '&')),
              post(
                `${name}, as much as is taken: ${kind}`,
                new URLSearchParams({ ...asTexts(right), [name]: fitting(units[kind]!, 5_000) })
                  .toString()
                  .slice(0, BODY_BYTES - 10),
              ),
            ]
          }),
        ),
        post('many fields', 'a&'.repeat(BODY_BYTES / 2 - 10)),
        post('many names', Array.from({ length: 9_000 }, (_, at) => `k${at}`).join('&')),
        post('a long name', `${'k'.repeat(60_000)}=1`),
        post('lines', `message=${'%0d%0a'.repeat(10_000)}`),
        post('percents', `message=${'%'.repeat(60_000)}`),
      ]
    }
  })
}

/** An address of the page at which there is something. */
const knownPath = (page: string): string =>
  page.replace(/:\w+/, page === pages.room ? 'single' : page === pages.post ? 'how-to-choose-a-zipper' : 'zipper')

const queryNames = [
  'check_in',
  'check_out',
  'adult',
  'child',
  'min_price',
  'facility',
  'after',
  'rooms',
  'booked',
  'stay',
  'subject',
  'slug',
  'next',
]
/** So that a page does read its query. */
const inQuery = (path: string, name: string) =>
  new URLSearchParams(
    Object.entries({ check_in: right.check_in, check_out: right.check_out }).filter(
      ([key]) => key !== name && path !== pages.home,
    ),
  )
