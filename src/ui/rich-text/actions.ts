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
import { insertTable, isHeadColumn, isHeadRow, toggleHeadColumn, toggleHeadRow } from './table-actions.ts'
import type { ToolbarIconName } from './toolbar-icons.tsx'

type LabelKey = Parameters<Translator['t']>[0]

/** A text operation with a button. */
export interface EditorAction {
  name: ToolbarIconName
  word: LabelKey
  /** The shortcut in the format of `aria-keyshortcuts`, with Control for the main modifier key. */
  keys?: string
  /** Present for toggles: whether the operation is on. */
  isOn?: (editor: Editor) => boolean
  can?: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

const executeCommand = (editor: Editor, command: Command) => command(editor.state, editor.view.dispatch, editor.view)
const runCommand =
  (command: Command): EditorAction['run'] =>
  (editor) =>
    executeCommand(editor, command)

const createMarkAction = (name: 'strong' | 'em' | 'cite', labelKey: LabelKey, keys?: string): EditorAction => ({
  name,
  word: labelKey,
  ...(keys && { keys }),
  isOn: (editor) => editor.isActive(name),
  run: (editor) => editor.commands.toggleMark(name),
})

const createListAction = (name: 'bulletList' | 'orderedList', labelKey: LabelKey, keys: string): EditorAction => ({
  name,
  word: labelKey,
  keys,
  isOn: (editor) => editor.isActive(name),
  run: (editor) => editor.commands.toggleList(name, 'listItem'),
})

export const inlineActions: readonly EditorAction[] = [
  createMarkAction('strong', 'editor.strong', 'Control+B'),
  createMarkAction('em', 'editor.em', 'Control+I'),
]

export const blockActions: readonly EditorAction[] = [
  createListAction('bulletList', 'editor.bullets', 'Control+Shift+8'),
  createListAction('orderedList', 'editor.numbers', 'Control+Shift+7'),
  {
    name: 'blockquote',
    word: 'editor.quote',
    keys: 'Control+Shift+B',
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.commands.toggleWrap('blockquote'),
  },
]

export const insertTableAction: EditorAction = {
  name: 'table',
  word: 'editor.table',
  can: (editor) => !isInTable(editor.state),
  run: insertTable,
}

export const extraActions: readonly EditorAction[] = [
  {
    name: 'clear',
    word: 'editor.clear',
    run: (editor) => editor.chain().unsetAllMarks().clearNodes().run(),
  },
]

export const historyActions: readonly EditorAction[] = [
  {
    name: 'undo',
    word: 'editor.undo',
    keys: 'Control+Z',
    can: ({ state }) => undoDepth(state) > 0,
    run: runCommand(undo),
  },
  {
    name: 'redo',
    word: 'editor.redo',
    keys: 'Control+Shift+Z',
    can: ({ state }) => redoDepth(state) > 0,
    run: runCommand(redo),
  },
]

/** Operations on the table at the cursor. */
export const tableActions: readonly EditorAction[] = [
  { name: 'rowAbove', word: 'editor.row_above', run: runCommand(addRowBefore) },
  { name: 'rowBelow', word: 'editor.row_below', run: runCommand(addRowAfter) },
  { name: 'noRow', word: 'editor.delete_row', run: runCommand(deleteRow) },
  { name: 'columnBefore', word: 'editor.column_before', run: runCommand(addColumnBefore) },
  { name: 'columnAfter', word: 'editor.column_after', run: runCommand(addColumnAfter) },
  { name: 'noColumn', word: 'editor.delete_column', run: runCommand(deleteColumn) },
  { name: 'headRow', word: 'editor.head_row', isOn: isHeadRow, run: toggleHeadRow },
  { name: 'headColumn', word: 'editor.head_column', isOn: isHeadColumn, run: toggleHeadColumn },
]

export const removeTableAction: EditorAction = {
  name: 'remove',
  word: 'editor.delete_table',
  run: runCommand(deleteTable),
}

export const removeFigureAction: EditorAction = {
  name: 'remove',
  word: 'editor.remove_picture',
  run: (editor) => editor.commands.deleteNode('figure'),
}

export const quoteAction: EditorAction = createMarkAction('cite', 'editor.cite')
