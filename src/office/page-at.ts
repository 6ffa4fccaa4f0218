import { officePages, type OfficePageName } from '#routes/office.ts'

/** Returns the page at an English path and its parameters. Null if the office has no such address. */
export function officePageAt(path: string): { name: OfficePageName; params: Record<string, string> } | null {
  const asked = path.split('/')
  for (const [name, pattern] of Object.entries(officePages) as [OfficePageName, string][]) {
    const parts = pattern.split('/')
    const isHere = parts.length === asked.length && parts.every((part, at) => fits(part, asked[at]!))
    if (!isHere) continue
    const named = parts.flatMap((part, at) => (part[0] === ':' ? [[part.slice(1), asked[at]!] as const] : []))
    return decoded(name, named)
  }
  return null
}

const fits = (part: string, asked: string) => (part[0] === ':' ? asked !== '' : part === asked)

/** Returns null for addresses that cannot be decoded. No email contains such an address. */
function decoded(name: OfficePageName, params: (readonly [string, string])[]) {
  try {
    return { name, params: Object.fromEntries(params.map(([key, value]) => [key, decodeURIComponent(value)])) }
  } catch {
    return null
  }
}
