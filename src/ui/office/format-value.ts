/** Formats a value as readable text: list items in lines, and the values of an object side by side. */
export function formatValue(value: unknown): string {
  if (value === null || value === '' || value === undefined) return '–'
  if (Array.isArray(value)) return value.map(formatValue).join('\n') || '–'
  return typeof value === 'object' ? Object.values(value).map(formatValue).join(' · ') : String(value)
}
