export interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
  /** The element's own text, without its children. */
  text: string
}

/** Parses an XML document and throws if it is not well-formed. DTDs, comments and CDATA are not supported. */
export function parseXml(source: string): Element {
  const invalidCharacter = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(source)
  if (invalidCharacter) throw new Error(`a character that XML does not allow: ${JSON.stringify(invalidCharacter[0])}`)
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  if (!source.startsWith(declaration)) throw new Error('no declaration')
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const openElements = [root]
  let offset = declaration.length
  for (; offset < source.length; offset = tokenPattern.lastIndex) {
    tokenPattern.lastIndex = offset
    const match = tokenPattern.exec(source)
    if (!match) throw new Error(`not well-formed: ${source.slice(offset, offset + 60)}`)
    const [, name, attributes, emptyMark, closedName, text] = match
    const parent = openElements.at(-1)!
    if (text !== undefined) parent.text += decodeEntities(text)
    else if (closedName !== undefined) {
      if (openElements.pop()!.name !== closedName) throw new Error(`</${closedName}> closes another element`)
    } else {
      const element: Element = { name: name!, attributes: parseAttributes(attributes!), children: [], text: '' }
      parent.children.push(element)
      if (!emptyMark) openElements.push(element)
    }
  }
  if (openElements.length > 1) throw new Error(`<${openElements.at(-1)!.name}> is not closed`)
  if (root.children.length !== 1 || root.text.trim()) throw new Error('expected exactly one root element')
  checkPrefixes(root.children[0]!, [])
  return root.children[0]!
}

const entityPattern = '&(?:amp|lt|gt|quot|apos|#\\d+|#x[\\da-f]+);'
const namePattern = '[a-z][\\w.-]*(?::[a-z][\\w.-]*)?'
const attributePattern = `\\s+${namePattern}="(?:[^"<&]|${entityPattern})*"`
const tokenPattern = new RegExp(
  `<(${namePattern})((?:${attributePattern})*)\\s*(/)?>|</(${namePattern})\\s*>|((?:[^<&]|${entityPattern})+)`,
  'iy',
)

function parseAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w.:-]+)="([^"]*)"/g)].map(
    ([, key, value]) => [key!, decodeEntities(value!)] as const,
  )
  const result = Object.fromEntries(pairs)
  if (Object.keys(result).length < pairs.length) throw new Error(`a duplicate attribute: ${text}`)
  return result
}

function checkPrefixes(
  { name: identifier, attributes, children }: Element,
  inheritedPrefixes: readonly string[],
): void {
  const attributeNames = Object.keys(attributes)
    .filter((key) => key.startsWith('xmlns:'))
    .map((key) => key.slice(6))
  const prefixes = [...inheritedPrefixes, ...attributeNames]
  for (const qualifiedName of [identifier, ...Object.keys(attributes)]) {
    const [prefix, localName] = qualifiedName.split(':')
    if (localName && prefix !== 'xmlns' && !prefixes.includes(prefix!))
      throw new Error(`the prefix ${prefix}: is not declared`)
  }
  for (const child of children) checkPrefixes(child, prefixes)
}

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (_, decimal?: string, hex?: string, identifier?: string) =>
    identifier ? namedEntities[identifier]! : String.fromCodePoint(decimal ? Number(decimal) : parseInt(hex!, 16)),
  )

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
