import type { Editor } from '@tiptap/core'
import type { Command } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
} from '@tiptap/pm/tables'
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history'
import type { Translator } from '#locales/translator.ts'
import { insertTable, isHeadColumn, isHeadRow, toggleHeadColumn, toggleHeadRow } from './table-acts.ts'
import type { SignName } from './signs.tsx'

type Key = Parameters<Translator['t']>[0]

/** A text operation with a button. */
export interface Act {
  name: SignName
  word: Key
  /** In the format of `aria-keyshortcuts`, with Control for the main modifier key. */
  keys?: string
  /** Present for toggles: whether the operation is on. */
  isOn?: (editor: Editor) => boolean
  can?: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

const asCommand = (editor: Editor, command: Command) => command(editor.state, editor.view.dispatch, editor.view)
const by =
  (command: Command): Act['run'] =>
  (editor) =>
    asCommand(editor, command)

const mark = (name: 'strong' | 'em' | 'cite' | 'sub' | 'sup', word: Key, keys?: string): Act => ({
  name,
  word,
  ...(keys && { keys }),
  isOn: (editor) => editor.isActive(name),
  run: (editor) => editor.commands.toggleMark(name),
})

const list = (name: 'bulletList' | 'orderedList', word: Key, keys: string): Act => ({
  name,
  word,
  keys,
  isOn: (editor) => editor.isActive(name),
  run: (editor) => editor.commands.toggleList(name, 'listItem'),
})

export const inLine: readonly Act[] = [mark('strong', 'write.strong', 'Control+B'), mark('em', 'write.em', 'Control+I')]

export const inBlocks: readonly Act[] = [
  list('bulletList', 'write.bullets', 'Control+Shift+8'),
  list('orderedList', 'write.numbers', 'Control+Shift+7'),
  {
    name: 'blockquote',
    word: 'write.quote',
    keys: 'Control+Shift+B',
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.commands.toggleWrap('blockquote'),
  },
]

export const table: Act = {
  name: 'table',
  word: 'write.table',
  can: (editor) => !isInTable(editor.state),
  run: insertTable,
}

export const seldom: readonly Act[] = [
  mark('sup', 'write.sup', 'Control+.'),
  mark('sub', 'write.sub', 'Control+,'),
  {
    name: 'rule',
    word: 'write.rule',
    run: (editor) => editor.chain().insertContent({ type: 'rule' }).run(),
  },
  {
    name: 'clear',
    word: 'write.clear',
    run: (editor) => editor.chain().unsetAllMarks().clearNodes().run(),
  },
]

export const back: readonly Act[] = [
  { name: 'undo', word: 'write.undo', keys: 'Control+Z', can: ({ state }) => undoDepth(state) > 0, run: by(undo) },
  {
    name: 'redo',
    word: 'write.redo',
    keys: 'Control+Shift+Z',
    can: ({ state }) => redoDepth(state) > 0,
    run: by(redo),
  },
]

/** Operations on the table at the cursor. */
export const ofTable: readonly Act[] = [
  { name: 'rowAbove', word: 'write.row_above', run: by(addRowBefore) },
  { name: 'rowBelow', word: 'write.row_below', run: by(addRowAfter) },
  { name: 'noRow', word: 'write.no_row', run: by(deleteRow) },
  { name: 'columnBefore', word: 'write.column_before', run: by(addColumnBefore) },
  { name: 'columnAfter', word: 'write.column_after', run: by(addColumnAfter) },
  { name: 'noColumn', word: 'write.no_column', run: by(deleteColumn) },
  { name: 'headRow', word: 'write.head_row', isOn: isHeadRow, run: toggleHeadRow },
  { name: 'headColumn', word: 'write.head_column', isOn: isHeadColumn, run: toggleHeadColumn },
]

export const noTable: Act = { name: 'remove', word: 'write.no_table', run: by(deleteTable) }

export const noFigure: Act = {
  name: 'remove',
  word: 'write.no_picture',
  run: (editor) => editor.commands.deleteNode('figure'),
}

export const ofQuote: Act = mark('cite', 'write.cite')
