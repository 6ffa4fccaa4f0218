import type { IncomingMessage } from 'node:http'
import { headerOf } from '#platform/http/headers.ts'
import type { Device } from '#schema/visits.ts'

/** Says of a request for the head of a page that it is already seen: moved to within the site. */
export const seenHeader = 'x-seen'

/** On what a page is read, as far as the browser says; null where it is not somebody who reads. Nothing of it is kept. */
export function readerOf(request: IncomingMessage): Device | null {
  const { headers } = request
  const program = headerOf(headers, 'user-agent')
  if (program === undefined || !program.startsWith('Mozilla/') || isMachine.test(program)) return null
  return isSeen(request) ? deviceOf(headers['sec-ch-ua-mobile'], program) : null
}

/** Machines that say so. */
const isMachine =
  /(?<![Cc][Uu])[Bb][Oo][Tt]|[Cc]rawl|[Ss]pider|[Ss]lurp|[Hh]eadless|[Ll]ighthouse|[Mm]onitor|[Uu]ptime|[Pp]ingdom|[Pp]review|facebookexternalhit|[Aa]rchiver|[Vv]alidator|[Ss]can|[Pp]hantomJS|[Ss]elenium|[Pp]ython|curl|[Ww]get/

/**
 * A document that is to be shown, and not fetched ahead or by a script; or one that a browser, moving within the site, has
 * made by itself. Browsers say which since 2023; where nothing is said, as without TLS, whoever has a language is believed.
 */
function isSeen({ method, headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (method === 'HEAD') return headers[seenHeader] !== undefined && (site === undefined || site === 'same-origin')
  if (method !== 'GET') return false
  if (headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-purpose'] ?? headers['x-moz']) return false
  const destination = headers['sec-fetch-dest']
  return destination === undefined ? headers['accept-language'] !== undefined : destination === 'document'
}

const deviceOf = (hint: string | string[] | undefined, program: string): Device =>
  hint === '?1' || (hint === undefined && (program.includes('Mobi') || program.includes('Android')))
    ? 'phone'
    : 'desktop'
