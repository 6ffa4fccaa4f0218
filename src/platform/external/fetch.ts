import { lookup as askNames, type LookupAddress } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createNetworkCheck } from '../http/caller.ts'

/** A request to an address on the internet that a user entered. */
interface ExternalRequest {
  url: URL
  headers?: Record<string, string>
  /** The maximum size of the response after decompression. */
  maxBytes: number
  /** The total timeout: DNS, redirects and body. */
  maxDurationMs: number
  isAllowedAddress: AddressCheck
  /** Resolves names to addresses. */
  lookup?: typeof askNames
}
export type AddressCheck = (address: string) => boolean

interface ExternalResponse {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

export type ExternalErrorCode = 'address' | 'inner' | 'redirects' | 'too_large' | 'timeout' | 'encoding' | 'unreachable'

/** The request failed, or its response could not be read. */
export class ExternalRequestError extends Error {
  readonly code: ExternalErrorCode
  constructor(code: ExternalErrorCode, options?: ErrorOptions) {
    super(`no answer: ${code}`, options)
    this.code = code
  }
}

/**
 * Requests an address and follows redirects. Each address is checked after DNS resolution, and the connection goes to
 * exactly that address. A name that resolves differently later has no effect.
 */
export async function fetchExternal({
  url,
  headers = {},
  maxDurationMs,
  ...bounds
}: ExternalRequest): Promise<ExternalResponse> {
  const signal = AbortSignal.timeout(maxDurationMs)
  let currentUrl = url
  for (let redirectCount = 0; redirectCount <= MAX_REDIRECTS; redirectCount++) {
    const response = await fetchOnce(currentUrl, headers, signal, bounds).catch((error: unknown) => {
      throw signal.aborted ? new ExternalRequestError('timeout') : toExternalRequestError(error)
    })
    if (!REDIRECT_STATUSES.has(response.status)) return response
    const nextUrl = URL.parse(response.headers.location ?? '', currentUrl)
    if (!nextUrl) throw new ExternalRequestError('redirects')
    currentUrl = nextUrl
  }
  throw new ExternalRequestError('redirects')
}

/**
 * Sends a body to an address that a user entered. Redirects are not followed but returned like other responses. A
 * response that is too long or too slow is cut off after its start.
 */
export async function postExternal({
  url,
  headers = {},
  body,
  maxBytes,
  maxDurationMs,
  ...bounds
}: ExternalRequest & { body: string }): Promise<ExternalResponse> {
  const signal = AbortSignal.timeout(maxDurationMs)
  const bytes = Buffer.from(body)
  const requestHeaders = { 'content-length': String(bytes.length), 'accept-encoding': 'identity', ...headers }
  const request = createRequest(url, 'POST', requestHeaders, signal, bounds)
  try {
    const response = await sendRequest(request, bytes)
    const { statusCode: status = 0, headers: responseHeaders } = response
    return { status, headers: responseHeaders, body: await readFirstBytes(response, maxBytes) }
  } catch (error) {
    throw signal.aborted ? new ExternalRequestError('timeout') : toExternalRequestError(error)
  } finally {
    request.destroy()
  }
}

/**
 * Checks whether a URL currently resolves to an internal address. A name that does not resolve within `DNS_TIMEOUT_MS`
 * counts as not internal.
 */
export async function leadsToInternalAddress(
  url: URL,
  { isAllowedAddress, lookup = askNames }: AddressOptions,
): Promise<boolean> {
  const host = getBareHost(url)
  if (isIP(host) !== 0) return !isAllowedAddress(host)
  const { promise, resolve } = Promise.withResolvers<readonly LookupAddress[]>()
  lookup(host, { all: true }, (error, addresses) => resolve(error ? [] : addresses))
  const timer = setTimeout(() => resolve([]), DNS_TIMEOUT_MS)
  const addresses = await promise.finally(() => clearTimeout(timer))
  return !addresses.every(({ address }) => isAllowedAddress(address))
}
const DNS_TIMEOUT_MS = 5_000

const MAX_REDIRECTS = 4
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])
const MAX_HEADER_BYTES = 16_384

/** Checks whether a URL can be requested: HTTP or HTTPS, without credentials. */
export const isHttpUrl = ({ protocol, username, password, hostname }: URL): boolean =>
  (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && hostname !== ''

type AddressOptions = Pick<ExternalRequest, 'isAllowedAddress' | 'lookup'>

async function fetchOnce(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
  { maxBytes, ...bounds }: AddressOptions & Pick<ExternalRequest, 'maxBytes'>,
): Promise<ExternalResponse> {
  const request = createRequest(url, 'GET', headers, signal, bounds)
  try {
    const response = await sendRequest(request)
    const { statusCode: status = 0, headers: responseHeaders } = response
    return {
      status,
      headers: responseHeaders,
      body: REDIRECT_STATUSES.has(status) ? Buffer.alloc(0) : await readBody(response, maxBytes),
    }
  } finally {
    request.destroy()
  }
}

function createRequest(
  url: URL,
  method: 'GET' | 'POST',
  headers: Record<string, string>,
  signal: AbortSignal,
  { isAllowedAddress, lookup = askNames }: AddressOptions,
): ClientRequest {
  if (!isHttpUrl(url)) throw new ExternalRequestError('address')
  const host = getBareHost(url)
  // IP addresses skip the DNS lookup, so check them here.
  if (isIP(host) !== 0 && !isAllowedAddress(host)) throw new ExternalRequestError('inner')
  // An import of node:http would also load all of fetch at the start, which takes a tenth of a second.
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http')
  return request(url, {
    method,
    headers: { 'user-agent': 'Selvage', accept: '*/*', 'accept-encoding': 'gzip', ...headers },
    agent: false,
    signal,
    maxHeaderSize: MAX_HEADER_BYTES,
    lookup: createCheckedLookup(lookup, isAllowedAddress),
  })
}

const getBareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

function sendRequest(request: ClientRequest, body?: Uint8Array): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.once('response', resolve).on('error', reject).end(body)
  return promise
}

/** Returns the bytes that have arrived by the timeout or the size limit. */
async function readFirstBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let byteCount = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      if ((byteCount += part.length) >= maxBytes) break
    }
  } catch {
    // The endpoint has received the request, so a broken response is not an error.
  }
  return Buffer.concat(parts).subarray(0, maxBytes)
}

/** Resolves a name, if all of its addresses may be reached. A name that also has an internal address is an attack. */
const createCheckedLookup =
  (lookup: typeof askNames, isAllowedAddress: AddressCheck): LookupFunction =>
  (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '', 0)
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowedAddress(address)))
        return callback(new ExternalRequestError('inner'), '', 0)
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new ExternalRequestError('too_large')
  if (!['identity', 'gzip', 'x-gzip', ''].includes(encoding)) throw new ExternalRequestError('encoding')
  const isCompressed = encoding.endsWith('gzip')
  const decompressedStream = isCompressed ? pipeline(response, createGunzip(), () => {}) : response
  const parts: Buffer[] = []
  let byteCount = 0
  try {
    for await (const part of decompressedStream as AsyncIterable<Buffer>) {
      byteCount += part.length
      if (byteCount > maxBytes) throw new ExternalRequestError('too_large')
      parts.push(part)
    }
  } catch (error) {
    throw isCompressed && String((error as NodeJS.ErrnoException).code).startsWith('Z_')
      ? new ExternalRequestError('encoding')
      : error
  }
  return Buffer.concat(parts)
}

const toExternalRequestError = (error: unknown): ExternalRequestError =>
  error instanceof ExternalRequestError ? error : new ExternalRequestError('unreachable', { cause: error })

/**
 * Returns a check for public internet addresses. It rejects this machine, private networks, and addresses that map to
 * either. `allowedNetworks`: internal networks that may be reached anyway.
 */
export function createAddressCheck(allowedNetworks = ''): AddressCheck {
  const isAllowedInside = createNetworkCheck(allowedNetworks)
  return (address) => {
    const bareAddress = address.split('%')[0]!
    return isAllowedInside(bareAddress) || (isUnicast(bareAddress) && !isSpecialPurpose(bareAddress))
  }
}

/** Accepts only global unicast addresses of IPv6. IPv4 has no range for them, so all of its addresses pass. */
const isUnicast = (address: string): boolean => isIP(address) === 4 || isGlobal6(address)
const isGlobal6 = createNetworkCheck('2000::/3')

/** Special-purpose addresses from the IANA registries. */
const isSpecialPurpose = createNetworkCheck(
  '0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, ' +
    '192.0.0.0/24, 192.0.2.0/24, 192.88.99.0/24, 192.168.0.0/16, 198.18.0.0/15, 198.51.100.0/24, ' +
    '203.0.113.0/24, 224.0.0.0/3, ' +
    // IPv6 ranges that map to IPv4 addresses, and those for documentation and tests.
    '2001::/23, 2001:db8::/32, 2002::/16, 3fff::/20',
)
