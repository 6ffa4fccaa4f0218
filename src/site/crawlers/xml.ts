/** Well-formed XML markup. */
export interface Xml {
  readonly markup: string
}
type Value = string | Xml | readonly Xml[]

/** Builds XML. Inserted values are escaped as text, unless they are XML built by this function. */
export const xml = (parts: TemplateStringsArray, ...values: readonly Value[]): Xml => ({
  markup: parts.map((part, index) => part + (index < values.length ? toMarkup(values[index]!) : '')).join(''),
})

export const renderXmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.markup}\n`

function toMarkup(value: Value): string {
  if (typeof value === 'string') return escapeText(value)
  return 'markup' in value ? value.markup : value.map(toMarkup).join('')
}

const escapeText = (text: string): string =>
  text.replace(invalidCharacterPattern, '').replace(/[&<>"]/g, (character) => entities[character]!)

/** Characters that XML does not allow, not even escaped. */
const invalidCharacterPattern = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
