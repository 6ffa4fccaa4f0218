import { linkAddress } from '#platform/link-address.ts'
import { asWritten } from './unseen.ts'

/**
 * Returns the content and structure of a text as comparable lines. It ignores invisible differences: spaces between
 * tags, the order of marks, whether a single line in an item or cell is a paragraph, and empty elements.
 */
export function outlineOf(root: Element): { lines: string[]; foreign: string[] } {
  const outline: Outline = { lines: [], line: [], foreign: new Set() }
  addAll(outline, root, [])
  endLine(outline)
  return { lines: outline.lines, foreign: [...outline.foreign] }
}

interface Outline {
  lines: string[]
  /** The current line: letters with their marks. */
  line: { letter: string; on: string }[]
  foreign: Set<string>
}

const marks = new Set(['strong', 'em', 'cite', 'sub', 'sup'])
/** Elements that only end a line. */
const silent = new Set(['p', 'tbody'])
const alone = new Set(['img', 'hr', 'br'])
const boxes = 'h2 h3 h4 blockquote ul ol li figure figcaption table caption thead tfoot tr th td'.split(' ')
const known = new Set([...marks, ...silent, ...alone, ...boxes, 'a'])
/** Attributes that carry meaning, and attributes that these elements have anyway. */
const said: Record<string, readonly string[]> = {
  img: ['src', 'alt', 'width', 'height'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
}
const anyway: Record<string, readonly string[]> = { img: ['loading', 'decoding'], a: ['href', 'rel'] }
const space = /[ \t\r\n\f]/
const lineEnd = '\u2028'

function addAll(outline: Outline, parent: Element, on: readonly string[]): void {
  for (const node of parent.childNodes) {
    if (node instanceof Element) addElement(outline, node, on)
    else if (node.nodeType === Node.TEXT_NODE)
      for (const letter of node.textContent!) outline.line.push({ letter, on: [...on].sort().join(' ') })
  }
}

function addElement(outline: Outline, element: Element, on: readonly string[]): void {
  const tag = element.localName
  const { foreign } = outline
  const mayHave = [...(said[tag] ?? []), ...(anyway[tag] ?? [])]
  if (!known.has(tag)) foreign.add(`<${asWritten(tag)}>`)
  for (const name of element.getAttributeNames()) if (!mayHave.includes(name)) foreign.add(asWritten(name))
  if (marks.has(tag)) return addAll(outline, element, [...on, tag])
  if (tag === 'a') return addAll(outline, element, [...on, wayOf(element, foreign)])
  if (tag === 'br') return void outline.line.push({ letter: lineEnd, on: '' })
  endLine(outline)
  if (silent.has(tag)) addAll(outline, element, on)
  else if (alone.has(tag)) outline.lines.push(`<${openingOf(element)}> ${on.join(' ')}`)
  else addBox(outline, element, on)
  endLine(outline)
}

/** An empty cell counts, because it has a place. Other empty elements are ignored. */
function addBox(outline: Outline, element: Element, on: readonly string[]): void {
  const before = outline.lines.push(`<${openingOf(element)}>`)
  addAll(outline, element, on)
  endLine(outline)
  const isCell = element.localName === 'td' || element.localName === 'th'
  if (outline.lines.length === before && !isCell) outline.lines.pop()
  else outline.lines.push(`</${element.localName}>`)
}

function openingOf(element: Element): string {
  const names = (said[element.localName] ?? []).filter((name) => element.hasAttribute(name))
  return [element.localName, ...names.map((name) => `${name}="${element.getAttribute(name)}"`)].join(' ')
}

function wayOf(link: Element, foreign: Set<string>): string {
  const address = linkAddress(link.getAttribute('href') ?? '')
  if (!address) foreign.add(`href="${link.getAttribute('href') ?? ''}"`)
  return `a:${address?.href}`
}

function endLine(outline: Outline): void {
  const line: Outline['line'] = []
  for (const { letter, on } of outline.line) {
    const isSpace = space.test(letter)
    const last = line.at(-1)?.letter ?? lineEnd
    if (isSpace && (last === ' ' || last === lineEnd)) continue
    if (letter === lineEnd && last === ' ') line.pop()
    line.push({ letter: isSpace ? ' ' : letter, on })
  }
  while (line.at(-1)?.letter === lineEnd || line.at(-1)?.letter === ' ') line.pop()
  outline.line = []
  if (line.length === 0) return
  let [text, now] = ['', '']
  for (const { letter, on } of line) {
    if (letter !== ' ' && letter !== lineEnd && on !== now) text += `[${(now = on)}]`
    text += letter
  }
  outline.lines.push(text)
}
