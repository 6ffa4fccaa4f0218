import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants as zlib, gzipSync } from 'node:zlib'
import { readHeader } from './headers.ts'

/** A response that the page cache can store and compress. */
export interface CacheableResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Buffer
  /** Called for each request served with this response, even for a 304. */
  onSent?: ((request: IncomingMessage) => void) | undefined
}
type CompressedEncoding = 'br' | 'gzip'
type Encoding = CompressedEncoding | 'identity'
/** Identifies the content version and the day. Cached pages of another version are outdated. */
export type PageVersion = number | string
interface Variant {
  etag: string
  headers: string[]
  body: Buffer
}
interface Entry {
  status: number
  bytes: number
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant }
  onSent: CacheableResponse['onSent']
  /** Set while the best encoding is missing: its headers, and the number of requests for it. */
  missingEncoding?: { headers: CacheableResponse['headers']; requestCount: number }
}

/**
 * Caches pages as bytes by URL, for one version. Cached pages are sent before the framework runs. The best encoding
 * takes longer than rendering the page, so it is made in the background at the second request for it.
 */
export class ByteCache {
  readonly #entries = new Map<string, Entry>()
  readonly #mostBytes: number
  #bytes = 0
  #version: PageVersion = 0

  constructor(maxBytes = 48 * 1024 * 1024) {
    this.#mostBytes = maxBytes
  }

  get version(): PageVersion {
    return this.#version
  }

  /** Removes all pages if the version has changed. */
  setVersion(version: PageVersion): void {
    if (version === this.#version) return
    this.#version = version
    this.#entries.clear()
    this.#bytes = 0
  }

  /** Stores a page, unless it was made from another version. */
  put(url: string, version: PageVersion, page: CacheableResponse): void {
    if (version !== this.#version) return
    this.#drop(url)
    const entry = createEntry(page)
    this.#entries.set(url, entry)
    this.#bytes += entry.bytes
    while (this.#bytes > this.#mostBytes && this.#entries.size > 1) this.#drop(this.#entries.keys().next().value!)
  }

  #drop(url: string): void {
    this.#bytes -= this.#entries.get(url)?.bytes ?? 0
    this.#entries.delete(url)
  }

  /** Returns true if the page was cached and has been sent. */
  serve(request: IncomingMessage, response: ServerResponse, url = request.url!): boolean {
    const entry = this.#entries.get(url)
    if (entry === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    send(entry, request, response)
    if (
      entry.missingEncoding &&
      parseAcceptedEncodings(request)[0] === 'br' &&
      ++entry.missingEncoding.requestCount > 1
    )
      this.#pack(url, entry)
    return true
  }

  #pack(url: string, entry: Entry): void {
    const { headers } = entry.missingEncoding!
    delete entry.missingEncoding
    lastCompression = lastCompression
      .then(async () => {
        if (this.#entries.get(url) === entry)
          addVariant(entry, headers, 'br', await compressBest(entry.variants.identity.body))
      })
      .catch(() => {}) // the page stays without this encoding
  }
}

/** Compressions run one at a time, because each needs megabytes of memory. */
let lastCompression: Promise<void> = Promise.resolve()

const compressBest = (body: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(body, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: body.length },
  })

/** Sends a page without storing it. */
export function sendUncached(page: CacheableResponse, request: IncomingMessage, response: ServerResponse): void {
  const entry = createUncompressedEntry(page)
  const [bestEncoding] = parseAcceptedEncodings(request)
  if (bestEncoding)
    addVariant(entry, page.headers, bestEncoding, compressFast[bestEncoding](entry.variants.identity.body))
  send(entry, request, response)
}

/**
 * Compresses synchronously, because the result is for one client. At this quality brotli is as fast as gzip, and its
 * result is a tenth smaller.
 */
const compressFast: Record<CompressedEncoding, (body: Buffer) => Buffer> = {
  br: (body) => brotliCompressSync(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_LGWIN]: 17 } }),
  gzip: gzipSync,
}

function send(entry: Entry, request: IncomingMessage, response: ServerResponse): void {
  const variant = chooseVariant(entry, request)
  const ifNoneMatch = readHeader(request.headers, 'if-none-match')
  if (ifNoneMatch !== undefined && entry.status === 200 && matchesEtag(ifNoneMatch, variant.etag)) {
    response.writeHead(304, variant.headers.slice(0, -2))
    response.end()
  } else {
    response.writeHead(entry.status, variant.headers)
    response.end(request.method === 'HEAD' ? undefined : variant.body)
  }
  entry.onSent?.(request)
}

function createEntry(page: CacheableResponse): Entry {
  const entry = createUncompressedEntry(page)
  if (compressedTypePattern.test(page.headers['content-type'] ?? '')) return entry
  entry.bytes *= 2 // an estimate: the other encodings together need about as many bytes
  addVariant(entry, page.headers, 'gzip', gzipSync(page.body))
  entry.missingEncoding = { headers: page.headers, requestCount: 0 }
  return entry
}

/** Content types that are compressed already. */
const compressedTypePattern = /^(image\/(?!svg)|font\/|application\/pdf)/

function createUncompressedEntry(page: CacheableResponse): Entry {
  const body = Buffer.from(page.body as string)
  const entry = { status: page.status, bytes: body.length, variants: {}, onSent: page.onSent } as Entry
  addVariant(entry, page.headers, 'identity', body)
  return entry
}

/**
 * Stores the page in one encoding. Each encoding has its own ETag, because a strong ETag identifies exact bytes.
 * content-length comes last, because a 304 omits it.
 */
function addVariant(entry: Entry, baseHeaders: CacheableResponse['headers'], encoding: Encoding, body: Buffer): void {
  const hash =
    entry.variants.identity?.etag.slice(1, 23) ?? createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  const headers = Object.entries({ ...baseHeaders, vary: 'accept-encoding', etag }).flat()
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  headers.push('content-length', String(body.length))
  entry.variants[encoding] = { etag, headers, body }
}

function chooseVariant(entry: Entry, request: IncomingMessage): Variant {
  for (const encoding of parseAcceptedEncodings(request)) {
    const variant = entry.variants[encoding]
    if (variant) return variant
  }
  return entry.variants.identity
}

const preferredEncodings: readonly CompressedEncoding[] = ['br', 'gzip']
const parsedHeaders = new Map<string, readonly CompressedEncoding[]>()

function parseAcceptedEncodings({ headers }: IncomingMessage): readonly CompressedEncoding[] {
  const accept = readHeader(headers, 'accept-encoding') ?? ''
  let encodings = parsedHeaders.get(accept)
  if (encodings === undefined) {
    const offers = accept
      .toLowerCase()
      .split(',')
      .map((offer) => offer.split(';').map((part) => part.trim()))
    encodings = preferredEncodings.filter((encoding) =>
      offers.some(([name, ...rest]) => name === encoding && !rest.some((part) => zeroQualityPattern.test(part))),
    )
    if (parsedHeaders.size > 200) parsedHeaders.clear()
    parsedHeaders.set(accept, encodings)
  }
  return encodings
}

const zeroQualityPattern = /^q=0(\.0*)?$/

/** Checks whether an If-None-Match header contains an ETag. Proxies that compress responses make the ETag weak. */
export const matchesEtag = (header: string, tag: string): boolean =>
  header === tag ||
  header.split(',').some((tagInHeader) => tagInHeader.trim().replace(/^W\//, '') === tag) ||
  header.trim() === '*'
