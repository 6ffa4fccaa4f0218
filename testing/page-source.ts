/** Returns the start of a page up to its style. */
export const readHead = (html: string): string => html.slice(0, html.indexOf('<style>'))

export const readMetas = (html: string, name: string): string[] =>
  [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)]
    .filter(([, metaName]) => metaName === name)
    .map(([, , content]) => unescapeHtml(content!))

export type SchemaObject = Record<string, unknown>

/** Returns the schema.org objects of a page. */
export function listLinkedData(html: string): SchemaObject[] {
  const script = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)
  return script ? (JSON.parse(script[1]!) as { '@graph': SchemaObject[] })['@graph'] : []
}

export const readTypes = (schemaObject: SchemaObject): string[] => [schemaObject['@type'] ?? []].flat() as string[]

export function getVisibleText(html: string): string {
  const visibleHtml = html.replace(/<(head|script|noscript)\b[^]*?<\/\1>/g, '').replaceAll('<!-- -->', '')
  return unescapeHtml(visibleHtml.replace(/<[^>]*>/g, ' ').replace(/ +/g, ' '))
}

export const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
