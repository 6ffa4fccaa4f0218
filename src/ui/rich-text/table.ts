import { Node } from '@tiptap/core'
import type { Node as Piece } from '@tiptap/pm/model'

/** The part of the table that a row belongs to. */
export type TablePart = 'head' | 'body' | 'foot'

const table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  addAttributes: () => ({ caption: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'table',
      getAttrs: (element) => ({
        caption: normalizeSpaces(element.querySelector(':scope > caption')?.textContent ?? ''),
      }),
    },
    { tag: 'caption', ignore: true },
    { tag: 'colgroup', ignore: true },
  ],
  renderHTML: ({ node }) => [
    'table',
    ...(node.attrs['caption'] ? [['caption', { contenteditable: 'false' }, node.attrs['caption']]] : []),
    ['tbody', 0],
  ],
  extendNodeSchema: ({ name }) => (name === 'table' ? { tableRole: 'table' } : {}),
})

const partsByTag: Record<string, TablePart> = { THEAD: 'head', TFOOT: 'foot' }

const tableRow = Node.create({
  name: 'tableRow',
  content: '(tableHeader | tableCell)+',
  addAttributes: () => ({ part: { default: 'body', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'tr',
      getAttrs: (element) => ({
        part: partsByTag[element.parentElement?.tagName ?? ''] ?? element.getAttribute('data-part') ?? 'body',
      }),
    },
  ],
  // In copied HTML the rows have no thead or tfoot as parent, so the part is an attribute.
  renderHTML: ({ node }) => ['tr', node.attrs['part'] === 'body' ? {} : { 'data-part': node.attrs['part'] }, 0],
  extendNodeSchema: ({ name }) => (name === 'tableRow' ? { tableRole: 'row' } : {}),
})

const smallNumberPattern = /^[1-9]\d?$/
const toSpanAttribute = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => {
    const attribute = element.getAttribute(name) ?? ''
    return smallNumberPattern.test(attribute) ? Number(attribute) : 1
  },
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
})

const scope = {
  default: null,
  parseHTML: (element: HTMLElement) => /^(col|row)$/.exec(element.getAttribute('scope') ?? '')?.[0] ?? null,
  renderHTML: ({ scope: attribute }: Record<string, unknown>) => (attribute ? { scope: attribute } : {}),
}

const tableHeader = Node.create({
  name: 'tableHeader',
  content: 'plain+',
  isolating: true,
  addAttributes: () => ({ scope, colspan: toSpanAttribute('colspan'), rowspan: toSpanAttribute('rowspan') }),
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
  extendNodeSchema: ({ name }) => (name === 'tableHeader' ? { tableRole: 'header_cell' } : {}),
})

const tableCell = Node.create({
  name: 'tableCell',
  content: 'plain+',
  isolating: true,
  addAttributes: () => ({ colspan: toSpanAttribute('colspan'), rowspan: toSpanAttribute('rowspan') }),
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
  extendNodeSchema: ({ name }) => (name === 'tableCell' ? { tableRole: 'cell' } : {}),
})

export const tables = [table, tableRow, tableHeader, tableCell]

const normalizeSpaces = (text: string) => text.replace(/[ \t\r\n\f]+/g, ' ').trim()

/** Returns the rows by part. Only rows at the beginning belong to the head, and only rows at the end to the foot. */
export function groupRows(node: Piece): Record<TablePart, Piece[]> {
  const rows = [...node.children]
  const isInPart = (part: TablePart) => (row: Piece) => row.attrs['part'] === part
  const headEnd = rows.findIndex((row) => !isInPart('head')(row))
  const bodyStart = headEnd < 0 ? rows.length : headEnd
  const lastRowEnd = rows.findLastIndex((row) => !isInPart('foot')(row)) + 1
  const bodyEnd = Math.max(bodyStart, lastRowEnd)
  return { head: rows.slice(0, bodyStart), body: rows.slice(bodyStart, bodyEnd), foot: rows.slice(bodyEnd) }
}
