import type { Editor } from '@tiptap/core'
import type { TextPicture } from './blocks.ts'

/** A picture where one writes, or after the one whose caption one writes; and on in its own caption. */
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
