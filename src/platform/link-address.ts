/**
 * Where a link in a text may lead: to a page of this site, which begins with a slash, or out of the house by a scheme that
 * is safe; null anywhere else. It is read as a browser reads it, whose mind is what counts.
 */
export function linkAddress(href: string): { href: string; rel?: string } | null {
  const url = URL.canParse(href, here) ? new URL(href, here) : null
  if (!url || !/^(https?|mailto|tel):$/.test(url.protocol)) return null
  if (url.origin !== here)
    return { href: url.href, ...(url.protocol.startsWith('http') && { rel: 'external noopener' }) }
  const path = url.href.slice(here.length)
  return href.trim().startsWith('/') && !path.startsWith('//') ? { href: path } : null
}

const here = 'https://selvage.invalid'
