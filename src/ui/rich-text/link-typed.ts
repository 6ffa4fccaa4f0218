import { linkAddress } from '#platform/link-address.ts'

/** What somebody has typed as an address, as it is kept; null where no link may lead. */
export function linkTyped(typed: string, origin: string): string | null {
  const text = typed.trim()
  const meant = text.startsWith(`${origin}/`) ? text.slice(origin.length) : completed(text)
  return linkAddress(meant)?.href ?? null
}

/** What people leave out of an address. */
function completed(text: string): string {
  if (/^[^\s@/:?#]+@[^\s@/]+$/.test(text) && text.lastIndexOf('.') > text.indexOf('@')) return `mailto:${text}`
  if (/^\+?[\d\s()-]{6,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`
  return /^[^\s/:?#@]+\.[^\s/:?#@.]{2,}([/?#]|$)/.test(text) ? `https://${text}` : text
}
