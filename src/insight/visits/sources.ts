/** What is no site: nobody named one, another page of ours, and all that have no row of their own. */
export const noSites = { direct: 'direct', inside: 'inside', others: 'others' } as const

export const sourceKinds = ['direct', 'search', 'social', 'site', 'others'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** Those that have many hosts count as one. What ends so is theirs: m.facebook.com, de.search.yahoo.com. */
const known: Record<string, SourceKind> = {
  'google.com': 'search',
  'bing.com': 'search',
  'duckduckgo.com': 'search',
  'yahoo.com': 'search',
  'ecosia.org': 'search',
  'search.brave.com': 'search',
  'qwant.com': 'search',
  'startpage.com': 'search',
  'baidu.com': 'search',
  'sogou.com': 'search',
  'yandex.ru': 'search',
  'yandex.com': 'search',
  'naver.com': 'search',
  'chatgpt.com': 'search',
  'perplexity.ai': 'search',
  'facebook.com': 'social',
  'instagram.com': 'social',
  'threads.net': 'social',
  'threads.com': 'social',
  'linkedin.com': 'social',
  'lnkd.in': 'social',
  't.co': 'social',
  'x.com': 'social',
  'twitter.com': 'social',
  'youtube.com': 'social',
  'pinterest.com': 'social',
  'reddit.com': 'social',
  'tiktok.com': 'social',
  'whatsapp.com': 'social',
  't.me': 'social',
  'weibo.com': 'social',
}

const LONGEST_HOST = 80
const isHost = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/**
 * Of the address somebody came from the site alone, or that it is none whose name could be kept. `host`: the one that is
 * asked for, which is ours. What was looked at lately is not looked at again.
 */
export function sourceOf(referrer: string | undefined, host: string | undefined): string {
  if (!referrer) return noSites.direct
  const end = referrer.indexOf('/', 'https://'.length)
  const origin = end < 0 ? referrer : referrer.slice(0, end)
  if (host && origin.endsWith(host) && origin[origin.length - host.length - 1] === '/') return noSites.inside
  let source = lately.get(origin)
  if (source === undefined) {
    source = siteAt(origin)
    if (lately.size >= MAX_LATELY) lately.clear()
    lately.set(origin, source)
  }
  return source
}

const MAX_LATELY = 500
const lately = new Map<string, string>()

function siteAt(origin: string): string {
  const named = /^https?:\/\/(?:www\.)?([^/?#@:]+)(?::\d+)?$/i.exec(origin)?.[1]?.toLowerCase()
  return named !== undefined && named.length <= LONGEST_HOST && isHost.test(named) ? familyOf(named) : noSites.others
}

/** By its last two parts, or three. Of Google each country has one of its own. */
function familyOf(host: string): string {
  if (/(?:^|\.)google\.(?:[a-z]{2,3})(?:\.[a-z]{2})?$/.test(host)) return 'google.com'
  const parts = host.split('.')
  return [2, 3].map((many) => parts.slice(-many).join('.')).find((end) => Object.hasOwn(known, end)) ?? host
}

export const isKnown = (source: string): boolean => Object.hasOwn(known, source)

export function kindOf(source: string): SourceKind {
  if (source === noSites.direct || source === noSites.others) return source
  return isKnown(source) ? known[source]! : 'site'
}
