import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants as zlib, gzipSync } from 'node:zlib'
import { headerOf } from './headers.ts'

/** An answer kept as bytes in every encoding, ready to be sent. */
export interface Sendable {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Buffer
}
type Encoding = 'br' | 'gzip' | 'identity'
interface Variant {
  tag: string
  headers: string[]
  body: Buffer
}
type Entry = { status: number; bytes: number; variants: Partial<Record<Encoding, Variant>> & { identity: Variant } }

/**
 * Pages as bytes, by URL, for one version of the content. A page that is kept answers before the framework is
 * reached: one look-up, one write. The best encoding is made beside the first answers, never in their way.
 */
export class ByteCache {
  readonly #entries = new Map<string, Entry>()
  readonly #mostBytes: number
  #bytes = 0
  #version = 0

  constructor(mostBytes = 48 * 1024 * 1024) {
    this.#mostBytes = mostBytes
  }

  get version(): number {
    return this.#version
  }

  /** Forgets all pages when the content has another version than they were made from. */
  moveTo(version: number): void {
    if (version === this.#version) return
    this.#version = version
    this.#entries.clear()
    this.#bytes = 0
  }

  /** Keeps an answer made from this version of the content; one made from an older version is not kept. */
  put(url: string, version: number, answer: Sendable): void {
    if (version !== this.#version) return
    this.#drop(url)
    const entry = makeEntry(answer)
    this.#entries.set(url, entry)
    this.#bytes += entry.bytes
    while (this.#bytes > this.#mostBytes && this.#entries.size > 1) this.#drop(this.#entries.keys().next().value!)
  }

  #drop(url: string): void {
    this.#bytes -= this.#entries.get(url)?.bytes ?? 0
    this.#entries.delete(url)
  }

  /** True when the page was kept and has been sent. */
  serve(request: IncomingMessage, response: ServerResponse, url = request.url!): boolean {
    const entry = this.#entries.get(url)
    if (entry === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    send(entry, request, response)
    return true
  }
}

/** Sends an answer once, without keeping it. */
export function sendUncached(answer: Sendable, request: IncomingMessage, response: ServerResponse): void {
  const entry = plainEntry(answer)
  if (acceptedEncodings(request).includes('gzip')) addVariant(entry, answer, 'gzip', gzipSync(answer.body))
  send(entry, request, response)
}

function send(entry: Entry, request: IncomingMessage, response: ServerResponse): void {
  const variant = choose(entry, request)
  const known = headerOf(request.headers, 'if-none-match')
  if (known !== undefined && entry.status === 200 && matchesEtag(known, variant.tag)) {
    response.writeHead(304, variant.headers.slice(0, -2))
    response.end()
    return
  }
  response.writeHead(entry.status, variant.headers)
  response.end(request.method === 'HEAD' ? undefined : variant.body)
}

function makeEntry(answer: Sendable): Entry {
  const entry = plainEntry(answer)
  if (isPacked.test(answer.headers['content-type'] ?? '')) return entry
  entry.bytes *= 2 // what the other encodings take, as a rule
  addVariant(entry, answer, 'gzip', gzipSync(answer.body))
  compressed = compressed.then(() => compressWell(entry, answer)).catch(() => {}) // then it goes without
  return entry
}

/** One after the other: each takes megabytes while it lasts. */
let compressed: Promise<void> = Promise.resolve()

/** What is of a kind that no encoding makes smaller. */
const isPacked = /^(image\/(?!svg)|font\/)/

async function compressWell(entry: Entry, answer: Sendable): Promise<void> {
  const brotliOptions = {
    params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: entry.variants.identity.body.length },
  }
  addVariant(entry, answer, 'br', await promisify(brotliCompress)(answer.body, brotliOptions))
}

function plainEntry(answer: Sendable): Entry {
  const body = Buffer.from(answer.body as string)
  const entry = { status: answer.status, bytes: body.length, variants: {} } as Entry
  addVariant(entry, answer, 'identity', body)
  return entry
}

/** A strong tag names one sequence of bytes, so each encoding has its own. content-length stands last: 304 leaves it out. */
function addVariant(entry: Entry, answer: Sendable, encoding: Encoding, body: Buffer): void {
  const hash =
    entry.variants.identity?.tag.slice(1, 23) ?? createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const tag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  const headers = Object.entries({ ...answer.headers, vary: 'accept-encoding', etag: tag }).flat()
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  headers.push('content-length', String(body.length))
  entry.variants[encoding] = { tag, headers, body }
}

function choose(entry: Entry, request: IncomingMessage): Variant {
  for (const encoding of acceptedEncodings(request)) {
    const variant = entry.variants[encoding]
    if (variant) return variant
  }
  return entry.variants.identity
}

const preferred: readonly Encoding[] = ['br', 'gzip']
const read = new Map<string, readonly Encoding[]>()

function acceptedEncodings({ headers }: IncomingMessage): readonly Encoding[] {
  const accept = headerOf(headers, 'accept-encoding') ?? ''
  let accepted = read.get(accept)
  if (accepted === undefined) {
    const offers = accept
      .toLowerCase()
      .split(',')
      .map((offer) => offer.split(';').map((part) => part.trim()))
    accepted = preferred.filter((encoding) =>
      offers.some(([name, ...rest]) => name === encoding && !rest.some((part) => isNought.test(part))),
    )
    if (read.size > 200) read.clear()
    read.set(accept, accepted)
  }
  return accepted
}

const isNought = /^q=0(\.0*)?$/

/** Whether an If-None-Match names a tag. Proxies that compress what they pass on make the tag a weak one. */
export const matchesEtag = (header: string, tag: string): boolean =>
  header === tag || header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag) || header.trim() === '*'
