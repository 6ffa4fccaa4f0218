import assert from 'node:assert/strict'
import { apiDocsPath, pages } from '#routes/public.ts'
import { sendRequest } from './send-request.ts'
import type { TestEngine } from './engines.ts'
import { combine } from './heavy-fields.ts'
import {
  URL_BYTES,
  toStrings,
  BODY_BYTES,
  fillUrl,
  encodeForm,
  fillLength,
  repeatUnit,
  selectKinds,
  validInput,
  heavyUnits,
  worstKinds,
} from './heavy-inputs.ts'
import type { HeavyRequest } from './measured-server.ts'
import { valueForTier, tier } from './tier.ts'

/** Heavy queries and paths for pages of a running server, and heavy paths of its files. */
export async function buildUrlRequests(url: string, engine: TestEngine): Promise<HeavyRequest[]> {
  const valueKinds = selectKinds(engine)
  const useCounts = new Map<string, number>()
  /**
   * Returns the kinds for the next page with this query parameter. The same code reads it on every page, so only the
   * first two pages get all kinds. The others get the worst ones.
   */
  const listNextKinds = (name: string): readonly string[] => {
    const countBefore = useCounts.get(name) ?? 0
    useCounts.set(name, countBefore + 1)
    return countBefore < 2 || tier === 'gate' ? valueKinds : worstKinds
  }
  const requests: HeavyRequest[] = []
  for (const page of valueForTier({ gate: pagesWithQuery, all: Object.values(pages), soak: Object.values(pages) })) {
    const path = getKnownPath(page)
    const buildGetRequest = (label: string, address: string): HeavyRequest => ({
      label: `${page}, ${label}`,
      method: 'GET',
      path: address,
    })
    for (const name of await findReadQueryNames(url, path))
      for (const kind of listNextKinds(name))
        requests.push(
          buildGetRequest(`${name}: ${kind}`, `${path}?${toDatesQuery(path, name)}&${name}=${encodeKind(kind)}`),
        )
    if (page.includes(':'))
      for (const kind of listNextKinds(':'))
        requests.push(
          buildGetRequest(`in its path: ${kind}`, page.replace(/:\w+/, encodeKind(kind).replaceAll('.', '%2E'))),
        )
    requests.push(
      buildGetRequest('many names', `${path}?check_in=x&${'a&'.repeat(URL_BYTES / 2 - 100)}`),
      buildGetRequest('facilities', `${path}?check_in=2027-01-04&${'facility=1&'.repeat(URL_BYTES / 12)}`),
    )
  }
  return [...requests, ...buildFileRequests(valueKinds)]
}

/** The pages that read the most of their address. */
const pagesWithQuery = [pages.contact, pages.rooms, pages.room, pages.post, pages.bookingSuccess]

const encodeKind = (kind: string) => encodeForm(fillUrl(heavyUnits[kind]!))

/** Returns the query parameters that a page reads. A page that ignores a parameter is publicly cached. */
async function findReadQueryNames(url: string, path: string): Promise<string[]> {
  const namesRead: string[] = []
  for (const name of queryNames) {
    const { status, headers } = await sendRequest(url, `${path}?${name}=x`)
    if (status === 200 && headers['cache-control'] !== 'public, no-cache') namesRead.push(name)
  }
  return namesRead
}

const pathPrefixes = ['/', '/bn/', '/api/', '/pictures/', '/assets/', apiDocsPath]

const buildFileRequests = (kinds: readonly string[]): HeavyRequest[] => [
  ...combine(pathPrefixes, kinds, (start, kind) => ({
    label: `${start}…: ${kind}`,
    method: 'GET',
    path: start + encodeKind(kind),
  })),
  ...combine(
    pathPrefixes,
    kinds.filter((kind) => /[./;%]/.test(heavyUnits[kind]!)),
    (start, kind) => ({
      label: `${start}…, unencoded: ${kind}`,
      method: 'GET',
      path: start + encodeKind(kind).replaceAll(/%(2F|2E|3B|25)/g, (all) => decodeURIComponent(all)),
    }),
  ),
]

/** Heavy forms for each page of a running server that takes a form. */
export async function buildPageFormRequests(url: string, engine: TestEngine): Promise<HeavyRequest[]> {
  const requests = await Promise.all(
    Object.values(pages).map((page) => buildRequestsForPage(url, page, selectKinds(engine))),
  )
  assert.ok(requests.filter(({ length }) => length > 0).length >= 2, 'fewer pages take a form than before')
  return requests.flat()
}

async function buildRequestsForPage(url: string, page: string, kinds: readonly string[]): Promise<HeavyRequest[]> {
  const path = getKnownPath(page)
  const contentType = 'application/x-www-form-urlencoded'
  if ((await sendRequest(url, path, { method: 'POST', headers: { 'content-type': contentType } })).status === 405)
    return []
  const buildPostRequest = (label: string, body: string): HeavyRequest => ({
    label: `${page}, form, ${label}`,
    method: 'POST',
    path,
    type: contentType,
    body,
  })
  const names =
    page === pages.contact
      ? ['name', 'email', 'subject', 'message', 'website', 'captcha', 'captcha_token']
      : ['token', 'fee', 'unknown']
  const createQuery = (name: string, text: string) =>
    new URLSearchParams({ ...toStrings(validInput), [name]: text }).toString()
  return [
    ...combine(names, kinds, (name, kind) =>
      buildPostRequest(
        `${name}: ${kind}`,
        `${createQuery(name, '')}&${name}=${encodeForm(repeatUnit(heavyUnits[kind]!, BODY_BYTES))}`.replace(
          `&${name}=&`,
          '&',
        ),
      ),
    ),
    ...combine(names, kinds, (name, kind) =>
      buildPostRequest(
        `${name}, maximum length: ${kind}`,
        createQuery(name, fillLength(heavyUnits[kind]!, 5_000)).slice(0, BODY_BYTES - 10),
      ),
    ),
    buildPostRequest('many fields', 'a&'.repeat(BODY_BYTES / 2 - 10)),
    buildPostRequest('many names', Array.from({ length: 9_000 }, (_, index) => `k${index}`).join('&')),
    buildPostRequest('a long name', `${'k'.repeat(60_000)}=1`),
    buildPostRequest('lines', `message=${'%0d%0a'.repeat(10_000)}`),
    buildPostRequest('percents', `message=${'%'.repeat(60_000)}`),
  ]
}

/** Returns an existing path of the page. */
const getKnownPath = (page: string): string =>
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

/** Valid dates, without which a page ignores its other parameters. */
const toDatesQuery = (path: string, name: string) =>
  new URLSearchParams(
    Object.entries({ check_in: validInput.check_in, check_out: validInput.check_out }).filter(
      ([key]) => key !== name && path !== pages.home,
    ),
  )
