import { officePages, type OfficePageName } from '#routes/office.ts'

/** Returns the page at an English path and its parameters. Null if the office has no such address. */
export function matchOfficePage(path: string): { name: OfficePageName; params: Record<string, string> } | null {
  const segments = path.split('/')
  for (const [name, pattern] of Object.entries(officePages) as [OfficePageName, string][]) {
    const parts = pattern.split('/')
    const isMatch =
      parts.length === segments.length && parts.every((segment, index) => matchesSegment(segment, segments[index]!))
    if (!isMatch) continue
    const entries = parts.flatMap((segment, index) =>
      segment[0] === ':' ? [[segment.slice(1), segments[index]!] as const] : [],
    )
    return decodeParams(name, entries)
  }
  return null
}

const matchesSegment = (segment: string, segments: string) =>
  segment[0] === ':' ? segments !== '' : segment === segments

/** Returns null for addresses that cannot be decoded. */
function decodeParams(name: OfficePageName, params: (readonly [string, string])[]) {
  try {
    return { name, params: Object.fromEntries(params.map(([key, value]) => [key, decodeURIComponent(value)])) }
  } catch {
    return null
  }
}
