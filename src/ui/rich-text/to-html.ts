import type { Mark, Node as Piece } from '@tiptap/pm/model'
import { linkAddress } from '#platform/link-address.ts'
import { partsOf } from './table.ts'

/**
 * Returns the HTML of a text. The cleaner of articles leaves it unchanged, and its lines are laid out as in the seed.
 * Empty elements are left out.
 */
export function htmlOf(doc: Piece): string {
  return blocksOf(doc).join('\n')
}

const blocksOf = (parent: Piece): string[] => parent.children.flatMap((child) => blockOf(child) ?? [])

function blockOf(node: Piece): string | null {
  switch (node.type.name) {
    case 'paragraph':
      return wrapped('p', lineOf(node))
    case 'heading':
      return wrapped(`h${node.attrs['level']}`, lineOf(node))
    case 'blockquote':
      return wrapped('blockquote', blocksOf(node).join(''))
    case 'bulletList':
      return listOf('ul', node)
    case 'orderedList':
      return listOf('ol', node)
    case 'figure':
      return figureOf(node)
    case 'table':
      return tableOf(node)
    default:
      return '<hr />'
  }
}

const wrapped = (tag: string, content: string) => (content === '' ? null : `<${tag}>${content}</${tag}>`)

function listOf(tag: 'ul' | 'ol', list: Piece): string | null {
  const items = list.children.flatMap((item) => wrapped('li', insideOf(item)) ?? [])
  return items.length > 0 ? `<${tag}>\n${items.join('\n')}\n</${tag}>` : null
}

/** In an item or a cell, a single paragraph has no tag of its own. */
function insideOf(holder: Piece): string {
  const paragraphs = holder.children.filter((child) => child.type.name === 'paragraph' && lineOf(child) !== '')
  if (paragraphs.length !== 1) return blocksOf(holder).join('')
  return holder.children.map((child) => (child === paragraphs[0] ? lineOf(child) : (blockOf(child) ?? ''))).join('')
}

function figureOf(node: Piece): string {
  const { src, alt, width, height, framed } = node.attrs
  const size = [width && ` width="${width}"`, height && ` height="${height}"`].filter(Boolean).join('')
  const image = `<img src="${src}" alt="${quoted(oneLine(alt))}"${size} loading="lazy" decoding="async" />`
  const caption = wrapped('figcaption', lineOf(node))
  return framed || caption ? `<figure>${image}${caption ?? ''}</figure>` : image
}

function tableOf(node: Piece): string {
  const { head, body, foot } = partsOf(node)
  const caption = wrapped('caption', escaped(oneLine(node.attrs['caption'] as string)))
  const lines = [
    '<table>',
    ...(caption ? [caption] : []),
    ...(head.length > 0 ? [`<thead>${head.map(rowOf).join('')}</thead>`] : []),
    ...(body.length > 0 ? ['<tbody>', ...body.map(rowOf), '</tbody>'] : []),
    ...(foot.length > 0 ? [`<tfoot>${foot.map(rowOf).join('')}</tfoot>`] : []),
    '</table>',
  ]
  return lines.join('\n')
}

const rowOf = (row: Piece): string => `<tr>${row.children.map(cellOf).join('')}</tr>`

function cellOf(cell: Piece): string {
  const { scope, colspan, rowspan } = cell.attrs
  const attributes = [
    scope && ` scope="${scope}"`,
    colspan > 1 && ` colspan="${colspan}"`,
    rowspan > 1 && ` rowspan="${rowspan}"`,
  ]
  const tag = cell.type.name === 'tableHeader' ? 'th' : 'td'
  return `<${tag}${attributes.filter(Boolean).join('')}>${insideOf(cell)}</${tag}>`
}

/** A piece of text with its marks. Null stands for a line break. */
interface Run {
  text: string | null
  marks: readonly Mark[]
}

/** Returns the HTML of a line. Spaces at its ends and before a break are dropped, and several spaces become one. */
function lineOf(block: Piece): string {
  const runs = tidied(block.children.map(({ text, marks }) => ({ text: text ?? null, marks })))
  const open: Mark[] = []
  let line = ''
  const closeDownTo = (depth: number) => {
    while (open.length > depth) line += `</${tagOf(open.pop()!)}>`
  }
  for (const { text, marks } of runs) {
    const differs = open.findIndex((mark, depth) => !marks[depth]?.eq(mark))
    closeDownTo(differs < 0 ? open.length : differs)
    for (const mark of marks.slice(open.length)) {
      line += opening(mark)
      open.push(mark)
    }
    line += text === null ? '<br />' : escaped(text)
  }
  closeDownTo(0)
  return line
}

const tagOf = ({ type: { name } }: Mark) => (name === 'link' ? 'a' : name)

function opening(mark: Mark): string {
  if (mark.type.name !== 'link') return `<${tagOf(mark)}>`
  const { href, rel } = linkAddress(mark.attrs['href'] as string)!
  return `<a href="${quoted(href)}"${rel ? ` rel="${rel}"` : ''}>`
}

function tidied(runs: readonly Run[]): Run[] {
  const tidy: Run[] = []
  for (const { text, marks } of runs) {
    const before = tidy.at(-1)
    const isAfterSpace = before?.text?.endsWith(' ') ?? true
    if (text === null) {
      trimEnd(tidy)
      tidy.push({ text, marks })
    } else {
      const kept = spaced(text).replace(isAfterSpace ? /^ / : /^$/, '')
      if (kept) tidy.push({ text: kept, marks })
    }
  }
  while (tidy.at(-1)?.text === null) tidy.pop()
  trimEnd(tidy)
  return tidy
}

function trimEnd(runs: Run[]): void {
  const last = runs.at(-1)
  if (!last?.text?.endsWith(' ')) return
  last.text = last.text.slice(0, -1)
  if (!last.text) runs.pop()
}

const controls = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]/g
/** Letters stay as they are: Bangla letters with two spellings keep theirs, and joiners stay. */
const spaced = (text: string) =>
  text
    .toWellFormed()
    .replace(controls, '')
    .replace(/[ \t\r\n\f]+/g, ' ')
const oneLine = (text: string) => spaced(text).trim()
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const quoted = (text: string) => escaped(text).replaceAll('"', '&quot;')
