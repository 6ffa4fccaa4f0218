import { lookup as askNames, type LookupAddress } from 'node:dns'
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { networksNamed } from '../http/caller.ts'

/** Asks an address that somebody has typed, somewhere in the internet. */
interface Question {
  url: URL
  headers?: Record<string, string>
  /** Of what comes, as it is when it was unpacked. */
  mostBytes: number
  /** In all: the names, the redirects and the body. */
  lastsMs: number
  mayReach: MayReach
  /** How names become addresses. */
  lookup?: typeof askNames
}
export type MayReach = (address: string) => boolean

interface OutsideAnswer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

export type OutsideFault = 'address' | 'inner' | 'redirects' | 'too_large' | 'timeout' | 'encoding' | 'unreachable'

/** Why there is no answer that could be read. */
export class NoAnswer extends Error {
  readonly fault: OutsideFault
  constructor(fault: OutsideFault, options?: ErrorOptions) {
    super(`no answer: ${fault}`, options)
    this.fault = fault
  }
}

/**
 * The answer at an address, wherever it leads. Each address on the way is judged by what its name stands for at the moment
 * of connecting, and that very address is connected to: a name that means another one a moment later leads nowhere. Nothing
 * of this house is sent along.
 */
export async function askOutside({ url, headers = {}, lastsMs, ...bounds }: Question): Promise<OutsideAnswer> {
  const signal = AbortSignal.timeout(lastsMs)
  let at = url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await askOnce(at, headers, signal, bounds).catch((error: unknown) => {
      throw signal.aborted ? new NoAnswer('timeout') : asNoAnswer(error)
    })
    if (!REDIRECTS.has(answer.status)) return answer
    const next = URL.parse(answer.headers.location ?? '', at)
    if (!next) throw new NoAnswer('redirects')
    at = next
  }
  throw new NoAnswer('redirects')
}

/**
 * Sends something to an address that somebody has typed, and says how it was received. Wherever that leads to nothing is sent: a
 * redirect is an answer like others. So is one that is too long, or goes on for too long: of it there is only how it began.
 */
export async function sendOutside({
  url,
  headers = {},
  body,
  mostBytes: maxBytes,
  lastsMs,
  ...bounds
}: Question & { body: string }): Promise<OutsideAnswer> {
  const signal = AbortSignal.timeout(lastsMs)
  const bytes = Buffer.from(body)
  const sent = { 'content-length': String(bytes.length), 'accept-encoding': 'identity', ...headers }
  const request = requestTo(url, 'POST', sent, signal, bounds)
  try {
    const response = await answerOf(request, bytes)
    const { statusCode: status = 0, headers: said } = response
    return { status, headers: said, body: await beginningOf(response, maxBytes) }
  } catch (error) {
    throw signal.aborted ? new NoAnswer('timeout') : asNoAnswer(error)
  } finally {
    request.destroy()
  }
}

/** Whether an address leads inside, as it is now. What a name stands for nobody tells at the moment is not known. */
export async function leadsInside(url: URL, { mayReach, lookup = askNames }: Bounds): Promise<boolean> {
  const host = hostOf(url)
  if (isIP(host) !== 0) return !mayReach(host)
  const { promise, resolve } = Promise.withResolvers<readonly LookupAddress[]>()
  lookup(host, { all: true }, (error, addresses) => resolve(error ? [] : addresses))
  const unknown = setTimeout(() => resolve([]), NAMES_LAST_MS)
  const addresses = await promise.finally(() => clearTimeout(unknown))
  return !addresses.every(({ address }) => mayReach(address))
}
const NAMES_LAST_MS = 5_000

const MAX_REDIRECTS = 4
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_HEADER_BYTES = 16_384

/** What can be asked at all: the web, without a name and a password. */
export const isAskable = ({ protocol, username, password, hostname }: URL): boolean =>
  (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && hostname !== ''

type Bounds = Pick<Question, 'mayReach' | 'lookup'>

async function askOnce(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
  { mostBytes: maxBytes, ...bounds }: Bounds & Pick<Question, 'mostBytes'>,
): Promise<OutsideAnswer> {
  const request = requestTo(url, 'GET', headers, signal, bounds)
  try {
    const response = await answerOf(request)
    const { statusCode: status = 0, headers: said } = response
    return { status, headers: said, body: REDIRECTS.has(status) ? Buffer.alloc(0) : await bodyOf(response, maxBytes) }
  } finally {
    request.destroy()
  }
}

function requestTo(
  url: URL,
  method: 'GET' | 'POST',
  headers: Record<string, string>,
  signal: AbortSignal,
  { mayReach, lookup = askNames }: Bounds,
): ClientRequest {
  if (!isAskable(url)) throw new NoAnswer('address')
  const host = hostOf(url)
  // No name is looked up for these.
  if (isIP(host) !== 0 && !mayReach(host)) throw new NoAnswer('inner')
  return (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method,
    headers: { 'user-agent': 'Selvage', accept: '*/*', 'accept-encoding': 'gzip', ...headers },
    agent: false,
    signal,
    maxHeaderSize: MAX_HEADER_BYTES,
    lookup: judged(lookup, mayReach),
  })
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

function answerOf(request: ClientRequest, body?: Uint8Array): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.once('response', resolve).on('error', reject).end(body)
  return promise
}

/** As much as there is of it by then. */
async function beginningOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      if ((bytes += part.length) >= maxBytes) break
    }
  } catch {
    // It was received, whatever became of the rest.
  }
  return Buffer.concat(parts).subarray(0, maxBytes)
}

/** The addresses of a name, where all of them may be reached: one that stands for an inner one as well means ill. */
const judged =
  (lookup: typeof askNames, mayReach: MayReach): LookupFunction =>
  (name, options, tell) =>
    lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return tell(error, '', 0)
      if (addresses.length === 0 || !addresses.every(({ address }) => mayReach(address)))
        return tell(new NoAnswer('inner'), '', 0)
      if (options.all) return tell(null, addresses)
      tell(null, addresses[0]!.address, addresses[0]!.family)
    })

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new NoAnswer('too_large')
  if (!['identity', 'gzip', 'x-gzip', ''].includes(encoding)) throw new NoAnswer('encoding')
  const isPacked = encoding.endsWith('gzip')
  const unpacked = isPacked ? pipeline(response, createGunzip(), () => {}) : response
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of unpacked as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > maxBytes) throw new NoAnswer('too_large')
      parts.push(part)
    }
  } catch (error) {
    throw isPacked && String((error as NodeJS.ErrnoException).code).startsWith('Z_') ? new NoAnswer('encoding') : error
  }
  return Buffer.concat(parts)
}

const asNoAnswer = (error: unknown): NoAnswer =>
  error instanceof NoAnswer ? error : new NoAnswer('unreachable', { cause: error })

/**
 * Whether an address belongs to the internet that everybody has: not to this machine, not to a network of its own, and to none
 * that stands for one of those. `inside`: networks of ours that may be reached all the same.
 */
export function reachable(inside = ''): MayReach {
  const isOurs = networksNamed(inside)
  return (address) => {
    const plain = address.split('%')[0]!
    return isOurs(plain) || (isUnicast(plain) && !isInner(plain))
  }
}

/** Of IPv6 only what is given out to people. IPv4 has no such part. */
const isUnicast = (address: string): boolean => isIP(address) === 4 || isGlobal6(address)
const isGlobal6 = networksNamed('2000::/3')

/** By the registries of special addresses (IANA). */
const isInner = networksNamed(
  '0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, ' +
    '192.0.0.0/24, 192.0.2.0/24, 192.88.99.0/24, 192.168.0.0/16, 198.18.0.0/15, 198.51.100.0/24, ' +
    '203.0.113.0/24, 224.0.0.0/3, ' +
    // Of IPv6 those that lead to an IPv4 address, and those of documents and trials.
    '2001::/23, 2001:db8::/32, 2002::/16, 3fff::/20',
)
