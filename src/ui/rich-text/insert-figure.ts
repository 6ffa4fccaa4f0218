import type { Editor } from '@tiptap/core'
import type { TextPicture } from './blocks.ts'

/**
 * Inserts a picture at the cursor, or after the picture whose caption is being edited. The cursor moves to the new
 * caption.
 */
export function insertFigure(editor: Editor, { src, alt, width, height }: TextPicture): void {
  const figure = { type: 'figure', attrs: { src, alt, width, height } }
  const { $from } = editor.state.selection
  if ($from.parent.type.name === 'figure')
    editor
      .chain()
      .insertContentAt($from.after(), figure)
      .setTextSelection($from.after() + 1)
      .run()
  else editor.commands.insertContent(figure)
  editor.view.focus()
}
