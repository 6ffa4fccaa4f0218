import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { UserError } from '../../errors.ts'
import { createErrorBody } from '../api.ts'
import { readHeader } from '../headers.ts'
import { readLanguage } from '../language.ts'
import { dataCsp } from '../security.ts'

export const MAX_URL_LENGTH = 4_000
/** Node's error code for a request that arrives too slowly. */
export const TOO_SLOW_CODE = 'ERR_HTTP_REQUEST_TIMEOUT'

/** Rejects requests before the framework sees them. */
export function createRejections(headers: Record<string, string>) {
  const createErrorHeaders = ({ retryAfterSeconds }: UserError, body: string) => ({
    ...headers,
    'content-security-policy': dataCsp,
    'cache-control': 'no-store',
    ...(retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })

  return {
    reject(request: IncomingMessage, response: ServerResponse, userError: UserError): void {
      const body = formatErrorBody(userError, readLanguage(request))
      response.shouldKeepAlive = false
      response.writeHead(userError.status, createErrorHeaders(userError, body))
      response.end(body)
    },

    /** Responds to data that the HTTP parser of Node rejects, and closes the connection. */
    rejectInvalid({ code }: NodeJS.ErrnoException, socket: Socket): void {
      const userError = parserErrors[code ?? ''] ?? malformedError
      const body = formatErrorBody(userError, 'en')
      const lines = Object.entries({ ...createErrorHeaders(userError, body), connection: 'close' }).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      )
      const phrase = process.getBuiltinModule('node:http').STATUS_CODES[userError.status]
      socket.end(`HTTP/1.1 ${userError.status} ${phrase}\r\n${lines.join('')}\r\n${body}`)
      socket.destroySoon()
    },
  }
}

const formatErrorBody = (userError: UserError, language: Language): string =>
  JSON.stringify(createErrorBody(userError, translatorFor(language)))

const malformedError = new UserError(400, { key: 'error.malformed' })
const createTooLargeError = (status: number) => new UserError(status, { key: 'error.too_large' })
const parserErrors: Record<string, UserError> = {
  HPE_HEADER_OVERFLOW: createTooLargeError(431),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: createTooLargeError(413),
  [TOO_SLOW_CODE]: new UserError(408, { key: 'error.malformed' }),
}

/**
 * Returns an error for requests that proxies, caches and this server could interpret differently. Rewrites an absolute
 * URL to its path.
 */
export function findRequestError(request: IncomingMessage): UserError | undefined {
  if (request.url!.length > MAX_URL_LENGTH) return createTooLargeError(414)
  if (!hasOneHost(request)) return malformedError
  if (request.headers.expect !== undefined && request.headers.expect.toLowerCase() !== '100-continue')
    return new UserError(417, { key: 'error.malformed' })
  if (request.url!.startsWith('/')) return undefined
  const path = getPathOfAbsoluteUrl(request)
  if (path === undefined) return malformedError
  request.url = path
  return undefined
}

/** Returns whether a request has exactly one valid Host header. HTTP/1.0 needs none. */
function hasOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  let hostCount = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hostCount++
  return hostCount === 0 ? httpVersion === '1.0' : hostCount === 1 && readHeader(headers, 'host') !== undefined
}

/** Returns the path of `http://host/path` if the host equals the Host header. */
function getPathOfAbsoluteUrl({ url, headers }: IncomingMessage): string | undefined {
  const [origin, host] = /^https?:\/\/([^/?#]+)/i.exec(url!) ?? []
  if (origin === undefined || host!.toLowerCase() !== headers.host?.toLowerCase()) return undefined
  const path = url!.slice(origin.length)
  return path.startsWith('/') ? path : '/' + path
}
