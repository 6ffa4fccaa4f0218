import type { IncomingMessage } from 'node:http'
import { readHeader } from '#platform/http/headers.ts'
import type { Device } from '#schema/visits.ts'

/** Marks a HEAD request for a page that the browser has already shown. */
export const seenHeader = 'x-seen'

/** Returns the kind of device, or null if the request is not a view by a person. */
export function detectDevice(request: IncomingMessage): Device | null {
  const { headers } = request
  const userAgent = readHeader(headers, 'user-agent')
  if (userAgent === undefined || !userAgent.startsWith('Mozilla/') || BOT_PATTERN.test(userAgent)) return null
  return isPageView(request) ? detectDeviceFromHints(headers['sec-ch-ua-mobile'], userAgent) : null
}

/** User agents that identify themselves as bots. */
const BOT_PATTERN =
  /(?<![Cc][Uu])[Bb][Oo][Tt]|[Cc]rawl|[Ss]pider|[Ss]lurp|[Hh]eadless|[Ll]ighthouse|[Mm]onitor|[Uu]ptime|[Pp]ingdom|[Pp]review|facebookexternalhit|[Aa]rchiver|[Vv]alidator|[Ss]can|[Pp]hantomJS|[Ss]elenium|[Pp]ython|curl|[Ww]get/

/**
 * Returns whether the request is for a page to show, not a prefetch or a script request. HEAD requests report pages
 * that the browser rendered itself. Browsers have sent `sec-fetch-dest` since 2023, but only over TLS. Without it, a
 * request with a language counts as a page view.
 */
function isPageView({ method, headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (method === 'HEAD') return headers[seenHeader] !== undefined && (site === undefined || site === 'same-origin')
  if (method !== 'GET') return false
  if (headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-purpose'] ?? headers['x-moz']) return false
  const destination = headers['sec-fetch-dest']
  return destination === undefined ? headers['accept-language'] !== undefined : destination === 'document'
}

const detectDeviceFromHints = (hint: string | string[] | undefined, userAgent: string): Device =>
  hint === '?1' || (hint === undefined && (userAgent.includes('Mobi') || userAgent.includes('Android')))
    ? 'phone'
    : 'desktop'
