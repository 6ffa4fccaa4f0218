import { toSafeLink } from '#platform/link-address.ts'

/** Converts a typed address to the stored form. Returns null for addresses that links may not have. */
export function parseTypedLink(typedText: string, origin: string): string | null {
  const text = typedText.trim()
  const address = text.startsWith(`${origin}/`) ? text.slice(origin.length) : completeAddress(text)
  return toSafeLink(address)?.href ?? null
}

/** Adds the parts of an address that people leave out. */
function completeAddress(text: string): string {
  if (/^[^\s@/:?#]+@[^\s@/]+$/.test(text) && text.lastIndexOf('.') > text.indexOf('@')) return `mailto:${text}`
  if (/^\+?[\d\s()-]{6,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`
  return /^[^\s/:?#@]+\.[^\s/:?#@.]{2,}([/?#]|$)/.test(text) ? `https://${text}` : text
}
