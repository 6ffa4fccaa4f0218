import { toSafeLink } from '#platform/link-address.ts'
import { getOriginalName } from './parse-inert.ts'

/**
 * Returns the content and structure of a text as comparable lines. It ignores invisible differences: spaces between
 * tags, the order of marks, and empty elements. It also ignores whether a single line in an item or cell is a
 * paragraph.
 */
export function createOutline(root: Element): { lines: string[]; foreign: string[] } {
  const outline: Outline = { lines: [], line: [], foreign: new Set() }
  addAll(outline, root, [])
  endLine(outline)
  return { lines: outline.lines, foreign: [...outline.foreign] }
}

interface Outline {
  lines: string[]
  /** The current line: letters with their marks. */
  line: { letter: string; marksOnText: string }[]
  foreign: Set<string>
}

const markTags = new Set(['strong', 'em', 'cite', 'sub', 'sup'])
/** Elements that only end a line. */
const lineEndTags = new Set(['p', 'tbody'])
const voidTags = new Set(['img', 'hr', 'br'])
const containerTags = 'h2 h3 h4 blockquote ul ol li figure figcaption table caption thead tfoot tr th td'.split(' ')
const knownTags = new Set([...markTags, ...lineEndTags, ...voidTags, ...containerTags, 'a'])
/** The attributes to compare. */
const meaningfulAttributes: Record<string, readonly string[]> = {
  img: ['src', 'alt', 'width', 'height'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
}
/** Further allowed attributes, which are not compared here. */
const standardAttributes: Record<string, readonly string[]> = { img: ['loading', 'decoding'], a: ['href', 'rel'] }
const spacePattern = /[ \t\r\n\f]/
const lineEnd = '\u2028'

function addAll(outline: Outline, parent: Element, marksOnText: readonly string[]): void {
  for (const node of parent.childNodes) {
    if (node instanceof Element) addElement(outline, node, marksOnText)
    else if (node.nodeType === Node.TEXT_NODE)
      for (const letter of node.textContent!)
        outline.line.push({ letter, marksOnText: [...marksOnText].sort().join(' ') })
  }
}

function addElement(outline: Outline, element: Element, marksOnText: readonly string[]): void {
  const tag = element.localName
  const { foreign: foreignNames } = outline
  const allowedAttributes = [...(meaningfulAttributes[tag] ?? []), ...(standardAttributes[tag] ?? [])]
  if (!knownTags.has(tag)) foreignNames.add(`<${getOriginalName(tag)}>`)
  for (const name of element.getAttributeNames())
    if (!allowedAttributes.includes(name)) foreignNames.add(getOriginalName(name))
  if (markTags.has(tag)) return addAll(outline, element, [...marksOnText, tag])
  if (tag === 'a') return addAll(outline, element, [...marksOnText, describeLink(element, foreignNames)])
  if (tag === 'br') return void outline.line.push({ letter: lineEnd, marksOnText: '' })
  endLine(outline)
  if (lineEndTags.has(tag)) addAll(outline, element, marksOnText)
  else if (voidTags.has(tag)) outline.lines.push(`<${renderOpeningTag(element)}> ${marksOnText.join(' ')}`)
  else addBox(outline, element, marksOnText)
  endLine(outline)
}

/**
 * Adds a box such as a table or a cell. An empty cell counts, because it occupies a position. Other empty elements are
 * ignored.
 */
function addBox(outline: Outline, element: Element, marksOnText: readonly string[]): void {
  const lineCountBefore = outline.lines.push(`<${renderOpeningTag(element)}>`)
  addAll(outline, element, marksOnText)
  endLine(outline)
  const isCell = element.localName === 'td' || element.localName === 'th'
  if (outline.lines.length === lineCountBefore && !isCell) outline.lines.pop()
  else outline.lines.push(`</${element.localName}>`)
}

function renderOpeningTag(element: Element): string {
  const names = (meaningfulAttributes[element.localName] ?? []).filter((name) => element.hasAttribute(name))
  return [element.localName, ...names.map((name) => `${name}="${element.getAttribute(name)}"`)].join(' ')
}

function describeLink(link: Element, foreignNames: Set<string>): string {
  const address = toSafeLink(link.getAttribute('href') ?? '')
  if (!address) foreignNames.add(`href="${link.getAttribute('href') ?? ''}"`)
  return `a:${address?.href}`
}

function endLine(outline: Outline): void {
  const line: Outline['line'] = []
  for (const { letter, marksOnText } of outline.line) {
    const isSpace = spacePattern.test(letter)
    const previousLetter = line.at(-1)?.letter ?? lineEnd
    if (isSpace && (previousLetter === ' ' || previousLetter === lineEnd)) continue
    if (letter === lineEnd && previousLetter === ' ') line.pop()
    line.push({ letter: isSpace ? ' ' : letter, marksOnText })
  }
  while (line.at(-1)?.letter === lineEnd || line.at(-1)?.letter === ' ') line.pop()
  outline.line = []
  if (line.length === 0) return
  let [text, currentMarks] = ['', '']
  for (const { letter, marksOnText } of line) {
    if (letter !== ' ' && letter !== lineEnd && marksOnText !== currentMarks)
      text += `[${(currentMarks = marksOnText)}]`
    text += letter
  }
  outline.lines.push(text)
}
