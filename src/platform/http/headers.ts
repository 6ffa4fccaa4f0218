import type { IncomingHttpHeaders } from 'node:http'

/**
 * The headers that the server reads, with their maximum lengths. Longer values are not from real clients and are
 * ignored.
 */
const maxLengths = {
  accept: 1_000,
  'accept-encoding': 200,
  'accept-language': 200,
  authorization: 200,
  'content-type': 200,
  host: 260,
  'if-modified-since': 40,
  'if-none-match': 1_000,
  origin: 300,
  referer: 2_000,
  'user-agent': 600,
} as const

/** Returns undefined if the header is missing or too long. */
export function readHeader(headers: IncomingHttpHeaders, name: keyof typeof maxLengths): string | undefined {
  const text = headers[name]
  return text !== undefined && text.length <= maxLengths[name] ? text : undefined
}
