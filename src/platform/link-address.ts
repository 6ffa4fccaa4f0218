/**
 * Returns a safe target for a link in a text: a path of this site, or an absolute URL with a safe scheme. Null for
 * anything else. Parses the URL as a browser does, because the browser follows it.
 */
export function toSafeLink(href: string): { href: string; rel?: string } | null {
  const url = URL.canParse(href, SITE_ORIGIN) ? new URL(href, SITE_ORIGIN) : null
  if (!url || !/^(https?|mailto|tel):$/.test(url.protocol)) return null
  if (url.origin !== SITE_ORIGIN)
    return { href: url.href, ...(url.protocol.startsWith('http') && { rel: 'external noopener' }) }
  const path = url.href.slice(SITE_ORIGIN.length)
  return href.trim().startsWith('/') && !path.startsWith('//') ? { href: path } : null
}

const SITE_ORIGIN = 'https://selvage.invalid'
