import type { IncomingHttpHeaders } from 'node:http'

/** The headers that are read, and how long each may be: what is longer nobody of ours has written, and it is not read. */
const most = {
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

/** Undefined: not there, or too long. */
export function headerOf(headers: IncomingHttpHeaders, name: keyof typeof most): string | undefined {
  const text = headers[name]
  return text !== undefined && text.length <= most[name] ? text : undefined
}
