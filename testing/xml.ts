export interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
  /** The element's own text, without its children. */
  text: string
}

/** Parses an XML document and throws if it is not well-formed. DTDs, comments and CDATA are not supported. */
export function parseXml(source: string): Element {
  const unlawful = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(source)
  if (unlawful) throw new Error(`a character that XML does not allow: ${JSON.stringify(unlawful[0])}`)
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  if (!source.startsWith(declaration)) throw new Error('no declaration')
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  let at = declaration.length
  for (; at < source.length; at = token.lastIndex) {
    token.lastIndex = at
    const found = token.exec(source)
    if (!found) throw new Error(`not well-formed: ${source.slice(at, at + 60)}`)
    const [, name, attributes, empty, closed, text] = found
    const parent = open.at(-1)!
    if (text !== undefined) parent.text += decoded(text)
    else if (closed !== undefined) {
      if (open.pop()!.name !== closed) throw new Error(`</${closed}> closes another element`)
    } else {
      const element: Element = { name: name!, attributes: attributesIn(attributes!), children: [], text: '' }
      parent.children.push(element)
      if (!empty) open.push(element)
    }
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)!.name}> is not closed`)
  if (top.children.length !== 1 || top.text.trim()) throw new Error('expected exactly one root element')
  checkPrefixes(top.children[0]!, [])
  return top.children[0]!
}

const entity = '&(?:amp|lt|gt|quot|apos|#\\d+|#x[\\da-f]+);'
const name = '[a-z][\\w.-]*(?::[a-z][\\w.-]*)?'
const attribute = `\\s+${name}="(?:[^"<&]|${entity})*"`
const token = new RegExp(`<(${name})((?:${attribute})*)\\s*(/)?>|</(${name})\\s*>|((?:[^<&]|${entity})+)`, 'iy')

function attributesIn(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w.:-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, decoded(value!)] as const)
  const all = Object.fromEntries(pairs)
  if (Object.keys(all).length < pairs.length) throw new Error(`a duplicate attribute: ${text}`)
  return all
}

function checkPrefixes({ name: called, attributes, children }: Element, known: readonly string[]): void {
  const declared = Object.keys(attributes)
    .filter((key) => key.startsWith('xmlns:'))
    .map((key) => key.slice(6))
  const prefixes = [...known, ...declared]
  for (const each of [called, ...Object.keys(attributes)]) {
    const [prefix, local] = each.split(':')
    if (local && prefix !== 'xmlns' && !prefixes.includes(prefix!))
      throw new Error(`the prefix ${prefix}: is not declared`)
  }
  for (const child of children) checkPrefixes(child, prefixes)
}

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (_, decimal?: string, hex?: string, called?: string) =>
    called ? named[called]! : String.fromCodePoint(decimal ? Number(decimal) : parseInt(hex!, 16)),
  )

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
