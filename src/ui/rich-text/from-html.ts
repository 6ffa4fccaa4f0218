import { DOMParser as Reader, type Node as Piece } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { fixTables } from '@tiptap/pm/tables'
import { outlineOf } from './outline.ts'
import { schema } from './schema.ts'
import { htmlOf } from './to-html.ts'
import { readUnseen } from './unseen.ts'

export interface Read {
  doc: Piece
  /** The HTML that the editor would save. It has the same content unless `loses` is true. */
  html: string
  /** Whether the editor would lose content. */
  loses: boolean
  /** Tags and attributes that no text may have. */
  foreign: readonly string[]
}

const reader = Reader.fromSchema(schema)

/** Reads HTML into the document model of the editor. */
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

/** Adds an empty paragraph after a table or picture at the end, so that the user can go on typing. */
function withRoomBelow(doc: Piece): Piece {
  if (doc.lastChild?.type === schema.nodes['paragraph']) return doc
  return doc.copy(doc.content.addToEnd(schema.nodes['paragraph']!.create()))
}

/**
 * Makes each item begin with a line, possibly an empty one. Otherwise the parser would move its blocks out of the list.
 */
export function beginItems(root: Element): void {
  for (const item of root.querySelectorAll('li')) {
    const first = [...item.childNodes].find((node) => node instanceof Element || /[^ \t\r\n\f]/.test(node.textContent!))
    if (first instanceof Element && first.matches('h1, h2, h3, h4, h5, h6, blockquote, ul, ol, hr, figure, img, table'))
      item.prepend(document.createElement('p'))
  }
}
