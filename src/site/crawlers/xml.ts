/** Well-formed XML markup. */
export interface Xml {
  readonly xml: string
}
type Value = string | Xml | readonly Xml[]

/** Builds XML. Inserted values are escaped as text, unless they are XML built by this function. */
export const xml = (parts: TemplateStringsArray, ...values: readonly Value[]): Xml => ({
  xml: parts.map((part, index) => part + (index < values.length ? written(values[index]!) : '')).join(''),
})

export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`

function written(value: Value): string {
  if (typeof value === 'string') return escaped(value)
  return 'xml' in value ? value.xml : value.map(written).join('')
}

const escaped = (text: string): string =>
  text.replace(notInXml, '').replace(/[&<>"]/g, (character) => entities[character]!)

/** Characters that XML does not allow, not even escaped. */
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
