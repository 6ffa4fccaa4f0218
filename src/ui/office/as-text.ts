/** Formats a value as readable text: list items in lines, and the values of an object side by side. */
export function asText(value: unknown): string {
  if (value === null || value === '' || value === undefined) return '–'
  if (Array.isArray(value)) return value.map(asText).join('\n') || '–'
  return typeof value === 'object' ? Object.values(value).map(asText).join(' · ') : String(value)
}
