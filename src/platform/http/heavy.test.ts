import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { ask } from '../../../testing/ask.ts'
import { engines } from '../../../testing/engines.ts'
import { callOver, cast } from '../../../testing/house.ts'
import { openDataPlace, startServer, type DataPlace, type ServerProcess } from '../../../testing/process.ts'
import { stayAhead } from '../../../testing/crash.ts'
import { apiDocsPath, endpoints, pages, type EndpointName } from '../../urls.ts'
import { LONGEST_ADDRESS } from './front.ts'

/** No single request may keep the server from all others for longer. */
const MOST_MS = 20
/** The machine is noisy: what took too long is asked again, and the least of it counts. */
const TRIES = 6
const PORTION = 100
const BODY_BYTES = 64 * 1024
/** Paths and the other fields of a query take some of what an address may have. */
const ADDRESS_BYTES = LONGEST_ADDRESS - 1_500

interface Request {
  what: string
  method: 'GET' | 'POST'
  path: string
  type?: string
  body?: string
  token?: string
}

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  maxLength?: number
}

/** What a text is made of, over and over: each of them has been somebody's undoing. */
const units: Record<string, string> = {
  'combining marks': '\u0301\u0323',
  'marks on letters': 'e\u0301\u0323\u0345',
  'half a Hangul': '\u1100\u1161\u11a8',
  'one sign that stands for eighteen': '\ufdfa',
  'signs that stand for numbers': '\u2488\u33e0',
  spaces: ' ',
  'spaces of other kinds': '\u00a0\u3000',
  lines: '\r\n',
  'nothing to be seen': '\u200b\u2060\u00ad',
  'half a pair': '\ud83d',
  'a family': '👩‍👩‍👧‍👦',
  addresses: 'a@',
  'at signs': '@',
  'names with dots': 'a.',
  'names with lines': 'a-',
  dots: '.',
  lettersOnly: 'a',
  capitals: 'İ',
  digits: '1',
  zeros: '0',
  'Bengali digits': '১',
  'digits with spaces': '1 ',
  'digits with a sign': '(0)1',
  disguises: '4$',
  plus: '+',
  'opening brackets': '[',
  parentheses: '(',
  tags: '<a ',
  'tags without an end': '<table',
  'the way up': '../../',
  slashes: '/',
  backslashes: '\\',
  percents: '%',
  'encoded twice': '%252e',
  'not UTF-8': '%ff',
  quotes: `"'`,
  entities: '&#1;',
  equals: '=',
  semicolons: '; ',
  commas: ',',
  underscores: '_a.1.1',
  zero: '\u0000',
}
const [worst, ...lesser] = Object.keys(units) as [string, ...string[]]

/** A password that may be one is hashed, which takes its time elsewhere; so only what its rule looks at. */
const forPasswords = [
  worst,
  'one sign that stands for eighteen',
  'signs that stand for numbers',
  'digits',
  'disguises',
  'commas',
]

/** So much of it that it fits; with something at the end that disappoints whoever has read so far. */
function heapOf(unit: string, bytes: number): string {
  return unit.repeat(Math.max(1, Math.floor((bytes - 8) / Buffer.byteLength(unit)))) + '!'
}

const nested = (open: string, close: string) =>
  open.repeat(BODY_BYTES / 2 - 500) + (close === '' ? '' : close.repeat((BODY_BYTES / 2 - 500) / open.length))

/** What is no text, as it stands in JSON. */
const things: Record<string, string> = {
  'lists in lists': nested('[', ']'),
  'objects in objects': '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
  'a list of nothing': `[${'{},'.repeat(20_000)}{}]`,
  'a list of numbers': `[${'0,'.repeat(30_000)}0]`,
  'a list of texts': `[${'"",'.repeat(20_000)}""]`,
  'many keys': `{${Array.from({ length: 5_500 }, (_, at) => `"k${at}":0`).join()}}`,
  'a long key': `{"${'k'.repeat(60_000)}":0}`,
  'a long number': '1'.repeat(60_000),
  'a long fraction': `0.${'1'.repeat(60_000)}`,
  'a number that is none': '1e308',
  'beyond all numbers': '1e999',
  'less than nothing': '-0',
  'fifteen digits': '999999999999999',
  nothing: 'null',
}

/** Whole bodies. */
const bodies: Record<string, string> = {
  ...things,
  'keys of the prototype': `{"\\u005f_proto__" ${' '.repeat(60_000)}:1}`,
  'keys that may be of the prototype': `{"a":"${'\\"__proto__\\" '.repeat(4_000)}"}`,
  'keys of the prototype, deep': `${'{"a":'.repeat(9_000)}{"__proto__":1}${'}'.repeat(9_000)}`,
  'no end': '['.repeat(65_000),
  'an open text': `"${'\\'.repeat(65_000)}`,
  escapes: `"${'\\u0301'.repeat(10_000)}"`,
  'only spaces': ' '.repeat(65_000),
}

for (const engine of engines) {
  describe(`one request after the other, each as bad as can be, on ${engine.name}`, () => {
    let place: DataPlace
    let server: ServerProcess
    let api: {
      paths: Record<
        string,
        Record<
          string,
          {
            parameters?: { name: string; in: string; schema: Schema }[]
            requestBody?: { content: { 'application/json': { schema: Schema } } }
          }
        >
      >
    }
    let token: string
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    before(async () => {
      place = await openDataPlace(engine)
      server = await startServer({
        ...place.environment,
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'silent',
        SPENT_FILE: join(place.folder, 'spent'),
        NODE_OPTIONS: `--import=${new URL('../../../testing/spent.ts', import.meta.url).href}`,
      })
      api = (await callOver(server.url, 'getOpenApi')).body
      token = (await callOver(server.url, 'userLogin', { username: 'anna', password: cast.anna })).body.access_token
    })
    after(async () => {
      agent.destroy()
      await server.kill()
      await place.close()
    })

    // What is done before the database is asked is the same on either engine: one is asked all of it, the other the worst.
    const isAskedAll = engine.name === 'sqlite'
    const kinds = isAskedAll ? [worst, ...lesser] : [worst, 'one sign that stands for eighteen']

    test('no field of any endpoint keeps the others waiting (S5)', async () => {
      await mustBeQuick(Object.keys(endpoints).flatMap((name) => againstEndpoint(name as EndpointName)))
    })

    test('nor does any body (S5)', { skip: !isAskedAll }, async () => {
      await mustBeQuick([...againstBodies(), ...againstForms()])
    })

    test('nor does the address of any page (S5)', async () => {
      const pagesAsked = await Promise.all(Object.values(pages).map(againstPage))
      await mustBeQuick([...pagesAsked.flat(), ...againstPaths()])
    })

    test('nor does any form of a page (S5)', async () => {
      const acting = await Promise.all(Object.values(pages).map(againstPageForm))
      assert.ok(acting.filter(({ length }) => length > 0).length >= 2, 'fewer pages take a form than there were')
      await mustBeQuick(acting.flat())
    })

    function againstEndpoint(name: EndpointName): Request[] {
      const [method, path] = endpoints[name]
      const described = api.paths[path]![method.toLowerCase()]!
      const fields =
        method === 'GET'
          ? (described.parameters ?? [])
              .filter((each) => each.in === 'query')
              .map((each) => [[each.name], each.schema] as const)
          : fieldsOf(described.requestBody!.content['application/json'].schema)
      const by = name === 'logout' ? undefined : token
      return fields.flatMap(([names, schema]) => {
        const send = (what: string, json: string): Request => ({
          what: `${name}, ${names.join('.')}: ${what}`,
          method,
          path,
          type: 'application/json',
          body: `{${Object.entries(right)
            .filter(([key]) => key !== names[0])
            .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`)
            .join('')}${within(names, json)}}`,
          ...(by && { token: by }),
        })
        const asked = (what: string, text: string): Request => ({
          what: `${name}, ${names.join('.')}: ${what}`,
          method,
          path: `${path}?${new URLSearchParams({ ...asTexts(right), [names[0]!]: text })}`,
          ...(by && { token: by }),
        })
        const most = schema.maxLength
        const isText = most !== undefined || schema.type === 'string'
        const isSecret = names[0]!.includes('password')
        const texts = (isText ? kinds : kinds.filter((kind) => kind === worst || kind === 'digits')).flatMap((kind) => {
          const unit = units[kind]!
          const long = method === 'GET' ? asked(kind, cut(unit)) : send(kind, textOf(unit))
          if (!most || (isSecret && !forPasswords.includes(kind))) return [long]
          const full = [`${kind}, as much as is taken`, fitting(unit, most)] as const
          return [long, method === 'GET' ? asked(...full) : send(full[0], JSON.stringify(full[1]))]
        })
        const others = Object.entries(things).filter(
          ([what]) => !isText || what.includes('list') || what.includes('key'),
        )
        return method === 'GET' || !isAskedAll ? texts : [...texts, ...others.map(([what, json]) => send(what, json))]
      })
    }

    function againstBodies(): Request[] {
      return Object.entries(endpoints).flatMap(([name, [method, path]]) =>
        method === 'GET' || name === 'logout'
          ? []
          : Object.entries(bodies).map(([what, body]) => ({
              what: `${name}, body: ${what}`,
              method,
              path,
              type: 'application/json',
              body,
              token,
            })),
      )
    }

    function againstForms(): Request[] {
      return Object.entries(endpoints).flatMap(([name, [method, path, multipart]]) =>
        multipart
          ? Object.entries(forms).map(([what, body]) => ({
              what: `${name}, form: ${what}`,
              method,
              path,
              type: 'multipart/form-data; boundary=b',
              body,
              token,
            }))
          : [],
      )
    }

    async function againstPage(page: string): Promise<Request[]> {
      const path = knownPath(page)
      // A page that does not read the name is the same for all, and kept.
      const read: string[] = []
      for (const name of queryNames) {
        const { status, headers } = await ask(server.url, `${path}?${name}=x`)
        if (status === 200 && headers['cache-control'] !== 'public, no-cache') read.push(name)
      }
      const get = (what: string, address: string): Request => ({
        what: `${page}, ${what}`,
        method: 'GET',
        path: address,
      })
      return kinds
        .flatMap((kind) => {
          const encoded = encode(cut(units[kind]!))
          return [
            ...(page.includes(':')
              ? [get(`in its path: ${kind}`, page.replace(/:\w+/, encoded.replaceAll('.', '%2E')))]
              : []),
            ...read.map((name) => get(`${name}: ${kind}`, `${path}?${inQuery(path, name)}&${name}=${encoded}`)),
          ]
        })
        .concat(
          get('many names', `${path}?check_in=x&${'a&'.repeat(ADDRESS_BYTES / 2 - 100)}`),
          get('facilities', `${path}?check_in=2027-01-04&${'facility=1&'.repeat(ADDRESS_BYTES / 12)}`),
        )
    }

    function againstPaths(): Request[] {
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

    async function againstPageForm(page: string): Promise<Request[]> {
      const path = knownPath(page)
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      if ((await ask(server.url, path, { method: 'POST', headers })).status === 405) return []
      const post = (what: string, body: string): Request => ({
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

    let number = 0
    /** Portion by portion, so that what is bad is said before all the rest has been asked. */
    async function mustBeQuick(requests: readonly Request[]): Promise<void> {
      for (let from = 0; from < requests.length; from += PORTION) {
        let slow = requests.slice(from, from + PORTION)
        let spent = new Map<Request, number>()
        for (let tries = 0; tries < TRIES && slow.length > 0; tries++) {
          spent = await spentOn(slow, spent)
          slow = slow.filter((request) => spent.get(request)! > MOST_MS)
        }
        assert.deepEqual(
          slow.map((request) => `${request.what}: ${Math.round(spent.get(request)!)} ms`),
          [],
        )
      }
    }

    /** The last answer may be here before it has been written down. */
    async function toldUpTo(last: number): Promise<ReadonlyMap<number, number>> {
      for (let looks = 0; ; looks++) {
        const lines = (await readFile(join(place.folder, 'spent'), 'utf8')).trim().split('\n')
        const told = new Map(lines.map((line) => line.split(' ').map(Number) as [number, number]))
        if (told.has(last) || looks === 100) return told
        await setTimeout(20)
      }
    }

    async function spentOn(
      requests: readonly Request[],
      before: ReadonlyMap<Request, number>,
    ): Promise<Map<Request, number>> {
      const first = number
      for (const request of requests) {
        const { status } = await ask(server.url, request.path, {
          method: request.method,
          headers: {
            'x-number': String(number++),
            ...(request.type && { 'content-type': request.type }),
            ...(request.token && { authorization: `Bearer ${request.token}` }),
          },
          ...(request.body !== undefined && { body: request.body }),
          agent,
        })
        assert.ok(status < 500, `${request.what}: ${status}`)
        assert.ok(
          status !== 413 && status !== 414 && status !== 431 && status !== 401,
          `${request.what}: ${status}, so that nothing was tried`,
        )
      }
      const told = await toldUpTo(number - 1)
      return new Map(
        requests.map((request, at) => {
          const ms = told.get(first + at)
          assert.ok(ms !== undefined, `${request.what} was not seen`)
          return [request, Math.min(ms, before.get(request) ?? Infinity)]
        }),
      )
    }
  })
}

/** What gets past the first check, so that what lies behind is reached as well. Passwords are refused before they are hashed. */
const right = {
  ...stayAhead(30, 1),
  check_in: stayAhead(30, 1).checkin,
  check_out: stayAhead(30, 1).checkout,
  from: stayAhead(30, 1).checkin,
  nights: 7,
  username: 'nobody.yet',
  password: 'short',
  password_confirmation: 'short',
  old_password: 'short',
  new_password: 'short',
  new_password_confirmation: 'short',
  purpose: 'reset-password',
  token: 'x'.repeat(43),
  captcha_token: `x.${'9'.repeat(13)}.y`,
  captcha: 7,
  company: 'Becker & Söhne',
  subject: 'Trims',
  lines: [{ product: 'zipper', quantity: '500 pcs' }],
  post_category_id: 4,
  page: 'home',
  fee: 0,
}

/** An address of the page at which there is something. */
const knownPath = (page: string): string =>
  page.replace(/:\w+/, page === pages.room ? 'single' : page === pages.post ? 'how-to-choose-a-zipper' : 'zipper')

const asTexts = (input: object) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))

/** A field is set where its names lead, through lists. */
const within = ([name, ...rest]: readonly string[], json: string): string =>
  `${JSON.stringify(name)}:${rest.length === 0 ? json : `[{"product":"zipper",${within(rest, json)}}]`}`

/** Every field of a form, also those in lists of it. */
function fieldsOf(schema: Schema, names: readonly string[] = []): (readonly [readonly string[], Schema])[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = [...names, name]
    const longest = Math.max(0, ...[field, ...(field.anyOf ?? [])].map(({ maxLength = 0 }) => maxLength))
    return [
      [path, { ...field, ...(longest && { maxLength: longest }) }] as const,
      ...(field.items ? fieldsOf(field.items, path) : []),
    ]
  })
}

const cut = (unit: string) => heapOf(unit, ADDRESS_BYTES / 3)
const fitting = (unit: string, most: number) => unit.repeat(Math.ceil(most / unit.length)).slice(0, most)

/** As JSON, where some signs take more room; 2,000 bytes are left for the other fields. */
function textOf(unit: string): string {
  const room = BODY_BYTES - 2_000
  const each = Buffer.byteLength(JSON.stringify(unit)) - 2
  return JSON.stringify(unit.repeat(Math.floor(room / each)) + '!')
}

/** Half a pair has no encoding but that of the sign for what cannot be read. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, BODY_BYTES - 1_000)

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

const part = (name: string, value = '') => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const forms: Record<string, string> = {
  'many fields': part('a').repeat(1_100) + '--b--\r\n',
  'many names': Array.from({ length: 1_000 }, (_, at) => part(`k${at}`)).join('') + '--b--\r\n',
  'a long name': part('%22'.repeat(20_000)) + '--b--\r\n',
  marks: part('name', '\u0301\u0323'.repeat(16_000)) + '--b--\r\n',
  'marks in a name': part('\u0301\u0323'.repeat(16_000)) + '--b--\r\n',
  digits: part('adult', '1'.repeat(60_000)) + '--b--\r\n',
  dashes: part('name', '\r\n--'.repeat(15_000)) + '--b--\r\n',
  'many headers': `--b\r\nContent-Disposition: form-data; name="a"\r\n${'a:b\r\n'.repeat(12_000)}\r\n\r\n--b--\r\n`,
  'a long header': `--b\r\nContent-Disposition:${' '.repeat(60_000)}form-data; name="a"\r\n\r\n\r\n--b--\r\n`,
  files: '--b\r\nContent-Disposition: form-data; name="a"; filename="x"\r\n\r\n\r\n'.repeat(900) + '--b--\r\n',
  'no end': part('a', 'x'.repeat(60_000)),
  'empty lines': '\r\n'.repeat(32_000),
}
