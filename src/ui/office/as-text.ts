/** A value as somebody would read it out: a list one after the other, and of each what stands in it. */
export function asText(value: unknown): string {
  if (value === null || value === '' || value === undefined) return '–'
  if (Array.isArray(value)) return value.map(asText).join('\n') || '–'
  return typeof value === 'object' ? Object.values(value).map(asText).join(' · ') : String(value)
}
