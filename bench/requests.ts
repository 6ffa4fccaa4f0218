import { dayIn, systemClock } from '#platform/clock.ts'
import { isoDay } from '#platform/day.ts'
import { endpoints, href } from '#routes/public.ts'

/** The load generator replaces the first one in a request by a number that differs in each request. */
export const numberMark = '#'.repeat(16)

interface RequestParts {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** Writes a raw HTTP request for the load generator. */
export function writeRequest({ method = 'GET', path, headers = {}, body = '' }: RequestParts): string {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** Returns the address of the page of a search for a stay of three nights. */
export const getSearchPath = (): string => href('rooms', null, getSearchQuery())

/** The same search with a new number in the address, so that each response is a new page for the cache. */
export const getUniqueSearchPath = (): string => `${getSearchPath()}&n=${numberMark}`

/** The request that a browser with scripts sends for the same search. */
export function writeApiSearch(): string {
  const [method, path] = endpoints.filterBooking
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'br' }
  return writeRequest({ method, path, headers, body: JSON.stringify(getSearchQuery()) })
}

function getSearchQuery() {
  const today = dayIn('Asia/Dhaka', systemClock())
  return { check_in: isoDay(today + 10), check_out: isoDay(today + 13), adult: 1, child: 0 }
}
