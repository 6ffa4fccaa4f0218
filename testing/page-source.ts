/** Returns the start of a page up to its style. */
export const headOf = (html: string): string => html.slice(0, html.indexOf('<style>'))

export const metas = (html: string, name: string): string[] =>
  [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)]
    .filter(([, metaName]) => metaName === name)
    .map(([, , content]) => unescaped(content!))

export type Thing = Record<string, unknown>

/** Returns the schema.org objects of a page. */
export function linkedData(html: string): Thing[] {
  const script = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)
  return script ? (JSON.parse(script[1]!) as { '@graph': Thing[] })['@graph'] : []
}

export const kindsOf = (schemaObject: Thing): string[] => [schemaObject['@type'] ?? []].flat() as string[]

/** Returns the visible text of a page. */
export function textOf(html: string): string {
  const visible = html.replace(/<(head|script|noscript)\b[^]*?<\/\1>/g, '').replaceAll('<!-- -->', '')
  return unescaped(visible.replace(/<[^>]*>/g, ' ').replace(/ +/g, ' '))
}

export const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
