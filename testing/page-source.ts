/** What stands in the source of a page: for readers, for programs, and in its head. */
export const headOf = (html: string): string => html.slice(0, html.indexOf('<style>'))

export const metas = (html: string, name: string): string[] =>
  [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)]
    .filter(([, each]) => each === name)
    .map(([, , content]) => unescaped(content!))

export type Thing = Record<string, unknown>

/** The things that are told in the words of schema.org. */
export function linkedData(html: string): Thing[] {
  const script = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)
  return script ? (JSON.parse(script[1]!) as { '@graph': Thing[] })['@graph'] : []
}

export const kindsOf = (thing: Thing): string[] => [thing['@type'] ?? []].flat() as string[]

/** What a reader sees. */
export function textOf(html: string): string {
  const shown = html.replace(/<(head|script|noscript)\b[^]*?<\/\1>/g, '').replaceAll('<!-- -->', '')
  return unescaped(shown.replace(/<[^>]*>/g, ' ').replace(/ +/g, ' '))
}

export const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
