import type { Mark, Node as Piece } from '@tiptap/pm/model'
import { toSafeLink } from '#platform/link-address.ts'
import { groupRows } from './table.ts'

/**
 * Returns the HTML of a text. `cleanHtml` leaves this HTML unchanged, and its lines are laid out as in the seed. Empty
 * elements are left out.
 */
export function toHtml(doc: Piece): string {
  return renderBlocks(doc).join('\n')
}

const renderBlocks = (parent: Piece): string[] => parent.children.flatMap((child) => renderBlock(child) ?? [])

function renderBlock(node: Piece): string | null {
  switch (node.type.name) {
    case 'paragraph':
      return wrapInTag('p', renderLine(node))
    case 'heading':
      return wrapInTag(`h${node.attrs['level']}`, renderLine(node))
    case 'blockquote':
      return wrapInTag('blockquote', renderBlocks(node).join(''))
    case 'bulletList':
      return renderList('ul', node)
    case 'orderedList':
      return renderList('ol', node)
    case 'figure':
      return renderFigure(node)
    case 'table':
      return renderTable(node)
    default:
      return '<hr />'
  }
}

const wrapInTag = (tag: string, content: string) => (content === '' ? null : `<${tag}>${content}</${tag}>`)

function renderList(tag: 'ul' | 'ol', list: Piece): string | null {
  const items = list.children.flatMap((item) => wrapInTag('li', renderContent(item)) ?? [])
  return items.length > 0 ? `<${tag}>\n${items.join('\n')}\n</${tag}>` : null
}

/** Renders the content of an item or a cell. A single paragraph in it has no tag of its own. */
function renderContent(parent: Piece): string {
  const paragraphs = parent.children.filter((child) => child.type.name === 'paragraph' && renderLine(child) !== '')
  if (paragraphs.length !== 1) return renderBlocks(parent).join('')
  return parent.children
    .map((child) => (child === paragraphs[0] ? renderLine(child) : (renderBlock(child) ?? '')))
    .join('')
}

function renderFigure(node: Piece): string {
  const { src, alt, width, height, framed } = node.attrs
  const sizeAttributes = [width && ` width="${width}"`, height && ` height="${height}"`].filter(Boolean).join('')
  const image = `<img src="${src}" alt="${escapeAttribute(joinLines(alt))}"${sizeAttributes} loading="lazy" decoding="async" />`
  const caption = wrapInTag('figcaption', renderLine(node))
  return framed || caption ? `<figure>${image}${caption ?? ''}</figure>` : image
}

function renderTable(node: Piece): string {
  const { head, body, foot } = groupRows(node)
  const caption = wrapInTag('caption', escapeText(joinLines(node.attrs['caption'] as string)))
  const lines = [
    '<table>',
    ...(caption ? [caption] : []),
    ...(head.length > 0 ? [`<thead>${head.map(renderRow).join('')}</thead>`] : []),
    ...(body.length > 0 ? ['<tbody>', ...body.map(renderRow), '</tbody>'] : []),
    ...(foot.length > 0 ? [`<tfoot>${foot.map(renderRow).join('')}</tfoot>`] : []),
    '</table>',
  ]
  return lines.join('\n')
}

const renderRow = (row: Piece): string => `<tr>${row.children.map(renderCell).join('')}</tr>`

function renderCell(cell: Piece): string {
  const { scope, colspan, rowspan } = cell.attrs
  const attributes = [
    scope && ` scope="${scope}"`,
    colspan > 1 && ` colspan="${colspan}"`,
    rowspan > 1 && ` rowspan="${rowspan}"`,
  ]
  const tag = cell.type.name === 'tableHeader' ? 'th' : 'td'
  return `<${tag}${attributes.filter(Boolean).join('')}>${renderContent(cell)}</${tag}>`
}

/** A piece of text with its marks. Null is a line break. */
interface Run {
  text: string | null
  marks: readonly Mark[]
}

/** Returns the HTML of a line. Spaces at its ends and before a break are dropped, and several spaces become one. */
function renderLine(block: Piece): string {
  const runs = tidyRuns(block.children.map(({ text, marks }) => ({ text: text ?? null, marks })))
  const openMarks: Mark[] = []
  let line = ''
  const closeDownTo = (depth: number) => {
    while (openMarks.length > depth) line += `</${getTagName(openMarks.pop()!)}>`
  }
  for (const { text, marks } of runs) {
    const firstDifference = openMarks.findIndex((mark, depth) => !marks[depth]?.eq(mark))
    closeDownTo(firstDifference < 0 ? openMarks.length : firstDifference)
    for (const mark of marks.slice(openMarks.length)) {
      line += renderOpeningTag(mark)
      openMarks.push(mark)
    }
    line += text === null ? '<br />' : escapeText(text)
  }
  closeDownTo(0)
  return line
}

const getTagName = ({ type: { name } }: Mark) => (name === 'link' ? 'a' : name)

function renderOpeningTag(mark: Mark): string {
  if (mark.type.name !== 'link') return `<${getTagName(mark)}>`
  const { href, rel } = toSafeLink(mark.attrs['href'] as string)!
  return `<a href="${escapeAttribute(href)}"${rel ? ` rel="${rel}"` : ''}>`
}

function tidyRuns(runs: readonly Run[]): Run[] {
  const tidyResult: Run[] = []
  for (const { text, marks } of runs) {
    const previousRun = tidyResult.at(-1)
    const isAfterSpace = previousRun?.text?.endsWith(' ') ?? true
    if (text === null) {
      trimEnd(tidyResult)
      tidyResult.push({ text, marks })
    } else {
      const remainingText = normalizeSpaces(text).replace(isAfterSpace ? /^ / : /^$/, '')
      if (remainingText) tidyResult.push({ text: remainingText, marks })
    }
  }
  while (tidyResult.at(-1)?.text === null) tidyResult.pop()
  trimEnd(tidyResult)
  return tidyResult
}

function trimEnd(runs: Run[]): void {
  const lastRun = runs.at(-1)
  if (!lastRun?.text?.endsWith(' ')) return
  lastRun.text = lastRun.text.slice(0, -1)
  if (!lastRun.text) runs.pop()
}

const controlPattern = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]/g
/**
 * Removes control characters and collapses spaces. Does not normalize Unicode, so Bangla letters and joiners are
 * unchanged.
 */
const normalizeSpaces = (text: string) =>
  text
    .toWellFormed()
    .replace(controlPattern, '')
    .replace(/[ \t\r\n\f]+/g, ' ')
const joinLines = (text: string) => normalizeSpaces(text).trim()
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const escapeAttribute = (text: string) => escapeText(text).replaceAll('"', '&quot;')
