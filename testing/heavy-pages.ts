import assert from 'node:assert/strict'
import { apiDocsPath, pages } from '#routes/public.ts'
import { ask } from './ask.ts'
import type { TestEngine } from './engines.ts'
import { eachOfEach } from './heavy-fields.ts'
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
} from './heavy-inputs.ts'
import type { HeavyRequest } from './measured-server.ts'
import { perTier, tier } from './tier.ts'

/** Heavy queries and paths for each page of a running server, and heavy paths of its files. */
export async function againstAddresses(url: string, engine: TestEngine): Promise<HeavyRequest[]> {
  const kinds = kindsFor(engine)
  const sentTo = new Map<string, number>()
  /** One rule reads a query parameter on every page, so the first two pages get all kinds and the others the worst. */
  const kindsOf = (name: string): readonly string[] => {
    const before = sentTo.get(name) ?? 0
    sentTo.set(name, before + 1)
    return before < 2 || tier === 'gate' ? kinds : worstKinds
  }
  const found: HeavyRequest[] = []
  for (const page of perTier({ gate: pagesThatRead, all: Object.values(pages), soak: Object.values(pages) })) {
    const path = knownPath(page)
    const get = (what: string, address: string): HeavyRequest => ({
      what: `${page}, ${what}`,
      method: 'GET',
      path: address,
    })
    for (const name of await queryNamesReadAt(url, path))
      for (const kind of kindsOf(name))
        found.push(get(`${name}: ${kind}`, `${path}?${inQuery(path, name)}&${name}=${encoded(kind)}`))
    if (page.includes(':'))
      for (const kind of kindsOf(':'))
        found.push(get(`in its path: ${kind}`, page.replace(/:\w+/, encoded(kind).replaceAll('.', '%2E'))))
    found.push(
      get('many names', `${path}?check_in=x&${'a&'.repeat(ADDRESS_BYTES / 2 - 100)}`),
      get('facilities', `${path}?check_in=2027-01-04&${'facility=1&'.repeat(ADDRESS_BYTES / 12)}`),
    )
  }
  return [...found, ...againstFiles(kinds)]
}

/** The pages that read the most of their address. */
const pagesThatRead = [pages.contact, pages.rooms, pages.room, pages.post, pages.bookingSuccess]

const encoded = (kind: string) => encode(cut(units[kind]!))

/** Returns the query parameters that a page reads. A page that ignores a parameter is publicly cached. */
async function queryNamesReadAt(url: string, path: string): Promise<string[]> {
  const read: string[] = []
  for (const name of queryNames) {
    const { status, headers } = await ask(url, `${path}?${name}=x`)
    if (status === 200 && headers['cache-control'] !== 'public, no-cache') read.push(name)
  }
  return read
}

const starts = ['/', '/bn/', '/api/', '/pictures/', '/assets/', apiDocsPath]

const againstFiles = (kinds: readonly string[]): HeavyRequest[] => [
  ...eachOfEach(starts, kinds, (start, kind) => ({
    what: `${start}…: ${kind}`,
    method: 'GET',
    path: start + encoded(kind),
  })),
  ...eachOfEach(
    starts,
    kinds.filter((kind) => /[./;%]/.test(units[kind]!)),
    (start, kind) => ({
      what: `${start}…, unencoded: ${kind}`,
      method: 'GET',
      path: start + encoded(kind).replaceAll(/%(2F|2E|3B|25)/g, (all) => decodeURIComponent(all)),
    }),
  ),
]

/** Heavy forms for each page of a running server that takes a form. */
export async function againstPageForms(url: string, engine: TestEngine): Promise<HeavyRequest[]> {
  const found = await Promise.all(Object.values(pages).map((page) => againstPageForm(url, page, kindsFor(engine))))
  assert.ok(found.filter(({ length }) => length > 0).length >= 2, 'fewer pages take a form than before')
  return found.flat()
}

async function againstPageForm(url: string, page: string, kinds: readonly string[]): Promise<HeavyRequest[]> {
  const path = knownPath(page)
  const type = 'application/x-www-form-urlencoded'
  if ((await ask(url, path, { method: 'POST', headers: { 'content-type': type } })).status === 405) return []
  const post = (what: string, body: string): HeavyRequest => ({
    what: `${page}, form, ${what}`,
    method: 'POST',
    path,
    type,
    body,
  })
  const names =
    page === pages.contact
      ? ['name', 'email', 'subject', 'message', 'website', 'captcha', 'captcha_token']
      : ['token', 'fee', 'unknown']
  const all = (name: string, text: string) => new URLSearchParams({ ...asTexts(right), [name]: text }).toString()
  return [
    ...eachOfEach(names, kinds, (name, kind) =>
      post(
        `${name}: ${kind}`,
        `${all(name, '')}&${name}=${encode(heapOf(units[kind]!, BODY_BYTES))}`.replace(`&${name}=&`, '&'),
      ),
    ),
    ...eachOfEach(names, kinds, (name, kind) =>
      post(`${name}, maximum length: ${kind}`, all(name, fitting(units[kind]!, 5_000)).slice(0, BODY_BYTES - 10)),
    ),
    post('many fields', 'a&'.repeat(BODY_BYTES / 2 - 10)),
    post('many names', Array.from({ length: 9_000 }, (_, at) => `k${at}`).join('&')),
    post('a long name', `${'k'.repeat(60_000)}=1`),
    post('lines', `message=${'%0d%0a'.repeat(10_000)}`),
    post('percents', `message=${'%'.repeat(60_000)}`),
  ]
}

/** Returns a path of the page that exists. */
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

/** The dates that make a page read its query. */
const inQuery = (path: string, name: string) =>
  new URLSearchParams(
    Object.entries({ check_in: right.check_in, check_out: right.check_out }).filter(
      ([key]) => key !== name && path !== pages.home,
    ),
  )
