import { Extension } from '@tiptap/core'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { history, redo, undo } from '@tiptap/pm/history'
import { Plugin } from '@tiptap/pm/state'
import { addRowAfter, goToNextCell, tableEditing } from '@tiptap/pm/tables'

/** What is at work while somebody writes. */
export const extras = Extension.create({
  name: 'extras',
  // Within a table the tabulator leads through its cells, also where one of them holds a list.
  priority: 200,
  addProseMirrorPlugins: () => [history(), tableEditing(), gapCursor(), roomBelow],
  addKeyboardShortcuts() {
    const { editor } = this
    const run = (command: typeof undo) => command(editor.state, editor.view.dispatch, editor.view)
    const isInCell = () => editor.isActive('table') && !editor.isActive('listItem')
    return {
      'Mod-z': () => run(undo),
      'Mod-Shift-z': () => run(redo),
      'Mod-y': () => run(redo),
      // After the last cell comes a new row.
      Tab: () => isInCell() && (run(goToNextCell(1)) || (run(addRowAfter) && run(goToNextCell(1)))),
      'Shift-Tab': () => isInCell() && run(goToNextCell(-1)),
    }
  },
})

/** Below a table or a picture that ends a text there is a line to go on in; it is not part of what is kept. */
const roomBelow = new Plugin({
  appendTransaction(transactions, _, { doc, tr, schema }) {
    const isEnough = doc.lastChild?.type.name === 'paragraph' || !transactions.some(({ docChanged }) => docChanged)
    return isEnough ? null : tr.insert(doc.content.size, schema.nodes['paragraph']!.create())
  },
})
