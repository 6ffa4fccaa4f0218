import { Editor } from '@tiptap/core'
import type { Node as Piece } from '@tiptap/pm/model'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { useEffect, useReducer, useRef, useState } from 'react'
import { extras } from './extras.ts'
import { readHtml, type Read } from './from-html.ts'
import { tidyPaste } from './paste.ts'
import { pieces } from './schema.ts'
import { htmlOf } from './to-html.ts'

interface Given {
  value: string
  attributes: Record<string, string>
  /** The placeholder for a picture without a caption. */
  captionHint: string
  onChange: (html: string) => void
  onPicturesDropped: (count: number) => void
  onLink: () => void
  onToolbar: () => void
}

/**
 * Creates the editor. The given text stays unchanged until the user edits it. The editor reports edits, and loads a
 * text from outside only if it differs from the last reported one, so that saving does not move the cursor.
 */
export function useEditor(given: Given) {
  const { value, attributes } = given
  const now = useRef(given)
  now.current = given
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [isLocked, setLocked] = useState(false)
  /** The number of texts loaded from outside. */
  const [turn, setTurn] = useState(0)
  const [, redraw] = useReducer((turns: number) => turns + 1, 0)
  /** The last reported or loaded text, and how the editor itself would write the loaded text. */
  const known = useRef(value)
  const came = useRef({ value, written: value })

  function tell(html: string) {
    const told = html === came.current.written ? came.current.value : html
    if (told === known.current) return
    known.current = told
    now.current.onChange(told)
  }
  function takeFromOutside(target: Editor, html: string) {
    const read = readHtml(html)
    known.current = html
    came.current = { value: html, written: read.loses ? html : read.html }
    setLocked(read.loses)
    setTurn((turns) => turns + 1)
    target.setEditable(!read.loses, false)
    // The user did not make this change, so undo must not revert it.
    target.chain().setMeta('addToHistory', false).setContent(read.doc.toJSON(), { emitUpdate: false }).run()
  }

  useEffect(() => {
    const made = new Editor({
      element: place.current!,
      extensions: [...pieces, extras],
      injectCSS: false,
      editorProps: {
        attributes: () => now.current.attributes,
        // The toolbar covers the top and, in a form, the save bar covers the bottom.
        scrollThreshold: hidden,
        scrollMargin: hidden,
        decorations: ({ doc }) => uncaptioned(doc, now.current.captionHint),
        transformPastedHTML: (html) => {
          const { html: clean, pictures } = tidyPaste(html)
          if (pictures > 0) tellDropped(pictures)
          return clean
        },
        handlePaste: (_, { clipboardData }) => refusePictures(clipboardData),
        handleDrop: (_, { dataTransfer }) => refusePictures(dataTransfer),
        handleKeyDown: (_, event) => {
          const isLink = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey
          const isToolbar = event.key === 'F10' && event.altKey
          if (isLink) now.current.onLink()
          if (isToolbar) now.current.onToolbar()
          if (isLink || isToolbar) event.preventDefault()
          return isLink || isToolbar
        },
        handleDOMEvents: { keydown: (_, event) => leavesByTab(event) },
        handleClickOn: (_, __, node, at, event) => {
          const isPicture = node.type.name === 'figure' && event.target instanceof HTMLImageElement
          return isPicture && made.commands.setNodeSelection(at)
        },
      },
      onTransaction: redraw,
      onUpdate: () => tell(htmlOf(made.state.doc)),
    })
    // Reports after the paste is finished.
    const tellDropped = (count: number) => queueMicrotask(() => now.current.onPicturesDropped(count))
    const refusePictures = (carried: DataTransfer | null) => {
      const files = [...(carried?.files ?? [])]
      if (files.length === 0 || carried!.types.includes('text/html')) return false
      tellDropped(files.length)
      return true
    }
    // In a list or a table Tab has its own function. After Escape it moves the focus as usual.
    let isLeaving = false
    const leavesByTab = ({ key }: KeyboardEvent) => {
      const leaves = isLeaving && key === 'Tab'
      isLeaving = key === 'Escape' || (isLeaving && key === 'Shift')
      return leaves
    }
    takeFromOutside(made, now.current.value)
    setEditor(made)
    return () => made.destroy()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- made once; what it is given it reads from `now`
  }, [])

  useEffect(() => {
    if (editor && value !== known.current) takeFromOutside(editor, value)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- another text alone is a reason
  }, [editor, value])

  const marked = JSON.stringify(attributes)
  useEffect(() => {
    if (editor) editor.view.setProps({ attributes: () => now.current.attributes })
  }, [editor, marked])

  return {
    place,
    editor,
    isLocked,
    turn,
    isEmpty: editor !== null && isBlank(editor),
    html: () => (editor ? htmlOf(editor.state.doc) : value),
    /** Loads text that was typed as HTML, as far as the editor supports it. */
    take(read: Read) {
      if (!editor) return
      editor.commands.setContent(read.doc.toJSON(), { emitUpdate: false })
      tell(read.html)
    },
    convert() {
      if (!editor) return
      setLocked(false)
      editor.setEditable(true, false)
      tell(htmlOf(editor.state.doc))
      editor.view.focus()
    },
  }
}

function uncaptioned(doc: Piece, hint: string): DecorationSet {
  const found: Decoration[] = []
  doc.descendants((node, at) => {
    if (node.type.name === 'figure' && node.content.size === 0)
      found.push(Decoration.node(at, at + node.nodeSize, { 'data-hint': hint }))
    return !node.isTextblock
  })
  return DecorationSet.create(doc, found)
}

const hidden = { top: 112, bottom: 96, left: 0, right: 0 }

const isBlank = ({ state: { doc } }: Editor) =>
  doc.childCount === 1 && doc.firstChild!.type.name === 'paragraph' && doc.firstChild!.content.size === 0
