import type { Editor } from '@tiptap/core'
import type { Node as Piece } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { TableMap } from '@tiptap/pm/tables'

/** Returns the table at the cursor. */
function findTable({ state: { selection } }: Editor): { table: Piece; start: number } | null {
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === 'table') return { table: $from.node(depth), start: $from.start(depth) }
  return null
}

/** Inserts a table of three rows and three columns with a header row, and moves the cursor into it. */
export function insertTable(editor: Editor): void {
  const createCell = (type: 'tableHeader' | 'tableCell') => ({
    type,
    ...(type === 'tableHeader' && { attrs: { scope: 'col' } }),
    content: [{ type: 'paragraph' }],
  })
  const createRow = (type: 'tableHeader' | 'tableCell', part: string) => ({
    type: 'tableRow',
    attrs: { part },
    content: [createCell(type), createCell(type), createCell(type)],
  })
  const { $from } = editor.state.selection
  const position = $from.depth === 0 ? $from.pos : $from.after(1)
  const isEmptyLine = $from.depth === 1 && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
  const from = isEmptyLine ? $from.before(1) : position
  editor
    .chain()
    .insertContentAt(isEmptyLine ? { from, to: position } : position, {
      type: 'table',
      content: [createRow('tableHeader', 'head'), createRow('tableCell', 'body'), createRow('tableCell', 'body')],
    })
    .command(({ tr }) => {
      tr.setSelection(TextSelection.near(tr.doc.resolve(from + 1))).scrollIntoView()
      return true
    })
    .run()
}

const isHead = (cell: Piece | null | undefined) => cell?.type.name === 'tableHeader'

export function isHeadRow(editor: Editor): boolean {
  const match = findTable(editor)
  return match !== null && match.table.firstChild?.attrs['part'] === 'head'
}

export function isHeadColumn(editor: Editor): boolean {
  const match = findTable(editor)
  return match !== null && match.table.children.every((row) => isHead(row.firstChild)) && match.table.childCount > 1
}

/** Turns the first row into a header row, or back. */
export function toggleHeadRow(editor: Editor): void {
  const { table, start } = findTable(editor)!
  const isOn = isHeadRow(editor)
  const { tr, schema } = editor.state
  const hadHeadColumn = isHeadColumn(editor)
  let position = start
  for (const [number, row] of table.children.entries()) {
    if (number > 0 && row.attrs['part'] !== 'head') break
    tr.setNodeMarkup(position, null, { ...row.attrs, part: isOn ? 'body' : 'head' })
    row.forEach((cell, offset, index) => {
      const remainsHeadColumn = hadHeadColumn && index === 0
      const type = schema.nodes[isOn && !remainsHeadColumn ? 'tableCell' : 'tableHeader']!
      const { scope: _, ...spans } = cell.attrs
      tr.setNodeMarkup(position + 1 + offset, type, {
        ...spans,
        ...(type.name === 'tableHeader' && { scope: isOn ? 'row' : 'col' }),
      })
    })
    position += row.nodeSize
  }
  editor.view.dispatch(tr)
}

/** Turns the first column into a header column, or back. Cells of the header row stay. */
export function toggleHeadColumn(editor: Editor): void {
  const { table, start } = findTable(editor)!
  const isOn = isHeadColumn(editor)
  const { tr, schema } = editor.state
  const tableMap = TableMap.get(table)
  const firstColumnCells = new Set(tableMap.cellsInRect({ left: 0, right: 1, top: 0, bottom: tableMap.height }))
  let position = 0
  for (const row of table.children) {
    const cellPosition = position + 1
    const cell = row.firstChild
    if (cell && firstColumnCells.has(cellPosition) && row.attrs['part'] !== 'head') {
      const { scope: _, ...spans } = cell.attrs
      const type = schema.nodes[isOn ? 'tableCell' : 'tableHeader']!
      tr.setNodeMarkup(start + cellPosition, type, { ...spans, ...(!isOn && { scope: 'row' }) })
    }
    position += row.nodeSize
  }
  editor.view.dispatch(tr)
}

export const readCaption = (editor: Editor): string => (findTable(editor)?.table.attrs['caption'] as string) ?? ''

export function setCaption(editor: Editor, caption: string): void {
  editor.commands.updateAttributes('table', { caption })
}
