import { DOMParser as Reader, type Node as Piece } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { fixTables } from '@tiptap/pm/tables'
import { createOutline } from './outline.ts'
import { schema } from './schema.ts'
import { toHtml } from './to-html.ts'
import { parseInertHtml } from './parse-inert.ts'

export interface ParsedText {
  doc: Piece
  /** The HTML that the editor would save. It has the same content unless `losesContent` is true. */
  html: string
  /** Whether the editor would lose content. */
  losesContent: boolean
  /** Tags and attributes that no text may have. */
  foreign: readonly string[]
}

const reader = Reader.fromSchema(schema)

/** Reads HTML into the document model of the editor. */
export function readHtml(html: string): ParsedText {
  const body = parseInertHtml(html)
  const outlineBefore = createOutline(body)
  startItemsWithLine(body)
  const parsedBody = reader.parse(body)
  const repairedDoc = fixTables(EditorState.create({ doc: parsedBody }))?.doc ?? parsedBody
  const doc = addTrailingParagraph(repairedDoc)
  const savedHtml = toHtml(doc)
  const outlineAfter = createOutline(parseInertHtml(savedHtml))
  return {
    doc,
    html: savedHtml,
    losesContent: outlineBefore.lines.join('\n') !== outlineAfter.lines.join('\n'),
    foreign: outlineBefore.foreign,
  }
}

/** Ends the text with a paragraph, so that the user can go on typing. */
function addTrailingParagraph(doc: Piece): Piece {
  if (doc.lastChild?.type === schema.nodes['paragraph']) return doc
  return doc.copy(doc.content.addToEnd(schema.nodes['paragraph']!.create()))
}

/**
 * Makes each item begin with a line, possibly an empty one. Otherwise the parser would move its blocks out of the list.
 */
export function startItemsWithLine(root: Element): void {
  for (const item of root.querySelectorAll('li')) {
    const firstNode = [...item.childNodes].find(
      (node) => node instanceof Element || /[^ \t\r\n\f]/.test(node.textContent!),
    )
    if (
      firstNode instanceof Element &&
      firstNode.matches('h1, h2, h3, h4, h5, h6, blockquote, ul, ol, hr, figure, img, table')
    )
      item.prepend(document.createElement('p'))
  }
}
