import { Extension } from '@tiptap/core'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { history, redo, undo } from '@tiptap/pm/history'
import { Plugin } from '@tiptap/pm/state'
import { addRowAfter, goToNextCell, tableEditing } from '@tiptap/pm/tables'

/** Behaviour of the editor in addition to the schema: history, tables, keys. */
export const extras = Extension.create({
  name: 'extras',
  // Within a table Tab moves through the cells, even if a cell contains a list.
  priority: 200,
  addProseMirrorPlugins: () => [history(), tableEditing(), gapCursor(), trailingParagraph],
  addKeyboardShortcuts() {
    const { editor } = this
    const runCommand = (command: typeof undo) => command(editor.state, editor.view.dispatch, editor.view)
    const isInCell = () => editor.isActive('table') && !editor.isActive('listItem')
    return {
      'Mod-z': () => runCommand(undo),
      'Mod-Shift-z': () => runCommand(redo),
      'Mod-y': () => runCommand(redo),
      // Tab in the last cell adds a row.
      Tab: () =>
        isInCell() && (runCommand(goToNextCell(1)) || (runCommand(addRowAfter) && runCommand(goToNextCell(1)))),
      'Shift-Tab': () => isInCell() && runCommand(goToNextCell(-1)),
    }
  },
})

/** Ends the text with a paragraph, so that the user can go on typing. An empty last paragraph is not saved. */
const trailingParagraph = new Plugin({
  appendTransaction(transactions, _, { doc, tr, schema }) {
    const hasTrailingParagraph =
      doc.lastChild?.type.name === 'paragraph' || !transactions.some(({ docChanged }) => docChanged)
    return hasTrailingParagraph ? null : tr.insert(doc.content.size, schema.nodes['paragraph']!.create())
  },
})
