/** Sources that are not sites: no referrer, our own pages, and all sites without a row of their own. */
export const specialSources = { direct: 'direct', inside: 'inside', others: 'others' } as const

export const sourceKinds = ['direct', 'search', 'social', 'site', 'others'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** Known sites. Their subdomains belong to them, such as m.facebook.com or de.search.yahoo.com. */
const siteKinds: Record<string, SourceKind> = {
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

const MAX_HOST_LENGTH = 80
const HOST_PATTERN = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/**
 * Returns the site of a referrer, or a special source. `host` is the requested host, which is our own. Recent results
 * are cached.
 */
export function getVisitSource(referrer: string | undefined, host: string | undefined): string {
  if (!referrer) return specialSources.direct
  const end = referrer.indexOf('/', 'https://'.length)
  const origin = end < 0 ? referrer : referrer.slice(0, end)
  if (host && origin.endsWith(host) && origin[origin.length - host.length - 1] === '/') return specialSources.inside
  let source = cache.get(origin)
  if (source === undefined) {
    source = getSiteOfOrigin(origin)
    if (cache.size >= MAX_CACHED_ORIGINS) cache.clear()
    cache.set(origin, source)
  }
  return source
}

const MAX_CACHED_ORIGINS = 500
const cache = new Map<string, string>()

function getSiteOfOrigin(origin: string): string {
  const hostname = /^https?:\/\/(?:www\.)?([^/?#@:]+)(?::\d+)?$/i.exec(origin)?.[1]?.toLowerCase()
  return hostname !== undefined && hostname.length <= MAX_HOST_LENGTH && HOST_PATTERN.test(hostname)
    ? findSiteFamily(hostname)
    : specialSources.others
}

/**
 * Returns the known site to which the last two or three labels of a host belong. All Google country domains count as
 * one site.
 */
function findSiteFamily(host: string): string {
  if (/(?:^|\.)google\.(?:[a-z]{2,3})(?:\.[a-z]{2})?$/.test(host)) return 'google.com'
  const parts = host.split('.')
  return (
    [2, 3].map((labelCount) => parts.slice(-labelCount).join('.')).find((end) => Object.hasOwn(siteKinds, end)) ?? host
  )
}

export const isKnownSite = (source: string): boolean => Object.hasOwn(siteKinds, source)

export function getSourceKind(source: string): SourceKind {
  if (source === specialSources.direct || source === specialSources.others) return source
  return isKnownSite(source) ? siteKinds[source]! : 'site'
}
