import { officePages, type OfficePageName } from '#routes/office.ts'

/** Returns the page at an English path and its parameters. Null if the office has no such address. */
export function matchOfficePage(path: string): { name: OfficePageName; params: Record<string, string> } | null {
  const segments = path.split('/')
  for (const [name, pattern] of Object.entries(officePages) as [OfficePageName, string][]) {
    const patternSegments = pattern.split('/')
    const isMatch =
      patternSegments.length === segments.length &&
      patternSegments.every((segment, index) => matchesSegment(segment, segments[index]!))
    if (!isMatch) continue
    const entries = patternSegments.flatMap((segment, index) =>
      segment[0] === ':' ? [[segment.slice(1), segments[index]!] as const] : [],
    )
    return decodeParams(name, entries)
  }
  return null
}

const matchesSegment = (patternSegment: string, pathSegment: string) =>
  patternSegment[0] === ':' ? pathSegment !== '' : patternSegment === pathSegment

/** Returns null for addresses that cannot be decoded. */
function decodeParams(name: OfficePageName, params: (readonly [string, string])[]) {
  try {
    return { name, params: Object.fromEntries(params.map(([key, value]) => [key, decodeURIComponent(value)])) }
  } catch {
    return null
  }
}
