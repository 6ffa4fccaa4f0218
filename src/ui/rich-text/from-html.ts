import { DOMParser as Reader, type Node as Piece } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { fixTables } from '@tiptap/pm/tables'
import { outlineOf } from './outline.ts'
import { schema } from './schema.ts'
import { htmlOf } from './to-html.ts'
import { readUnseen } from './unseen.ts'

export interface Read {
  doc: Piece
  /** How it would be written now: it says the same, unless something is lost. */
  html: string
  /** Whether something of it has no place in the editor. */
  loses: boolean
  /** Tags and attributes that no text may have. */
  foreign: readonly string[]
}

const reader = Reader.fromSchema(schema)

/** A text as the editor has it. */
export function readHtml(html: string): Read {
  const body = readUnseen(html)
  const was = outlineOf(body)
  beginItems(body)
  const read = reader.parse(body)
  const fixed = fixTables(EditorState.create({ doc: read }))?.doc ?? read
  const doc = withRoomBelow(fixed)
  const written = htmlOf(doc)
  const is = outlineOf(readUnseen(written))
  return { doc, html: written, loses: was.lines.join('\n') !== is.lines.join('\n'), foreign: was.foreign }
}

/** Below a table or a picture one can go on writing. */
function withRoomBelow(doc: Piece): Piece {
  if (doc.lastChild?.type === schema.nodes['paragraph']) return doc
  return doc.copy(doc.content.addToEnd(schema.nodes['paragraph']!.create()))
}

/** An item begins with a line, if need be an empty one; else what stands in it would be put out of its list. */
export function beginItems(root: Element): void {
  for (const item of root.querySelectorAll('li')) {
    const first = [...item.childNodes].find((node) => node instanceof Element || /[^ \t\r\n\f]/.test(node.textContent!))
    if (first instanceof Element && first.matches('h1, h2, h3, h4, h5, h6, blockquote, ul, ol, hr, figure, img, table'))
      item.prepend(document.createElement('p'))
  }
}
