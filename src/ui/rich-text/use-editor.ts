import { Editor } from '@tiptap/core'
import type { Node as Piece } from '@tiptap/pm/model'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { extras } from './extras.ts'
import { readHtml, type ParsedText } from './from-html.ts'
import { tidyPaste } from './paste.ts'
import { editorExtensions } from './schema.ts'
import { toHtml } from './to-html.ts'

interface EditorOptions {
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
 * Creates the editor. The given text stays unchanged until the user edits it. The editor reports edits. It ignores a
 * given text that equals the last reported one, so that saving does not move the cursor.
 */
export function useEditor(options: EditorOptions) {
  const { value, attributes } = options
  const currentOptions = useRef(options)
  useLayoutEffect(() => {
    currentOptions.current = options
  })
  const container = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [isLocked, setLocked] = useState(false)
  /** The number of texts loaded from outside. */
  const [loadCount, setLoadCount] = useState(0)
  const [, redraw] = useReducer((renderCount: number) => renderCount + 1, 0)
  /** The last reported or loaded text, and how the editor itself would write the loaded text. */
  const lastText = useRef(value)
  const loadedText = useRef({ value, written: value })

  function reportChange(html: string) {
    const reportedHtml = html === loadedText.current.written ? loadedText.current.value : html
    if (reportedHtml === lastText.current) return
    lastText.current = reportedHtml
    currentOptions.current.onChange(reportedHtml)
  }
  function loadText(target: Editor, html: string) {
    const parsedHtml = readHtml(html)
    lastText.current = html
    loadedText.current = { value: html, written: parsedHtml.losesContent ? html : parsedHtml.html }
    setLocked(parsedHtml.losesContent)
    setLoadCount((renderCount) => renderCount + 1)
    target.setEditable(!parsedHtml.losesContent, false)
    // The user did not make this change, so undo must not revert it.
    target.chain().setMeta('addToHistory', false).setContent(parsedHtml.doc.toJSON(), { emitUpdate: false }).run()
  }

  useEffect(() => {
    const newEditor = new Editor({
      element: container.current!,
      extensions: [...editorExtensions, extras],
      injectCSS: false,
      editorProps: {
        attributes: () => currentOptions.current.attributes,
        // The toolbar covers the top and, in a form, the save bar covers the bottom.
        scrollThreshold: coveredEdgesPx,
        scrollMargin: coveredEdgesPx,
        decorations: ({ doc }) => decorateEmptyCaptions(doc, currentOptions.current.captionHint),
        transformPastedHTML: (html) => {
          const { html: cleanHtml, pictures } = tidyPaste(html)
          if (pictures > 0) reportDroppedPictures(pictures)
          return cleanHtml
        },
        handlePaste: (_, { clipboardData }) => rejectPictures(clipboardData),
        handleDrop: (_, { dataTransfer }) => rejectPictures(dataTransfer),
        handleKeyDown: (_, event) => {
          const isLink = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey
          const isToolbar = event.key === 'F10' && event.altKey
          if (isLink) currentOptions.current.onLink()
          if (isToolbar) currentOptions.current.onToolbar()
          if (isLink || isToolbar) event.preventDefault()
          return isLink || isToolbar
        },
        handleDOMEvents: { keydown: (_, event) => handleLeavingKey(event) },
        handleClickOn: (_, __, node, position, event) => {
          const isPicture = node.type.name === 'figure' && event.target instanceof HTMLImageElement
          return isPicture && newEditor.commands.setNodeSelection(position)
        },
      },
      onTransaction: redraw,
      onUpdate: () => reportChange(toHtml(newEditor.state.doc)),
    })
    // Reports after the paste is finished.
    const reportDroppedPictures = (count: number) =>
      queueMicrotask(() => currentOptions.current.onPicturesDropped(count))
    const rejectPictures = (transfer: DataTransfer | null) => {
      const files = [...(transfer?.files ?? [])]
      if (files.length === 0 || transfer!.types.includes('text/html')) return false
      reportDroppedPictures(files.length)
      return true
    }
    // Tab indents a list item and selects the next table cell. After Escape, it moves the focus out of the editor.
    let isLeaving = false
    const handleLeavingKey = ({ key }: KeyboardEvent) => {
      const shouldLeave = isLeaving && key === 'Tab'
      isLeaving = key === 'Escape' || (isLeaving && key === 'Shift')
      return shouldLeave
    }
    loadText(newEditor, currentOptions.current.value)
    setEditor(newEditor)
    return () => newEditor.destroy()
  }, [])

  useEffect(() => {
    if (editor && value !== lastText.current) loadText(editor, value)
  }, [editor, value])

  const attributesJson = JSON.stringify(attributes)
  useEffect(() => {
    if (editor) editor.view.setProps({ attributes: () => currentOptions.current.attributes })
  }, [editor, attributesJson])

  return {
    container,
    editor,
    isLocked,
    loadCount,
    isEmpty: editor !== null && isEmptyText(editor),
    html: () => (editor ? toHtml(editor.state.doc) : value),
    /** Loads text that was typed as HTML, as far as the editor supports it. */
    loadParsed(parsed: ParsedText) {
      if (!editor) return
      editor.commands.setContent(parsed.doc.toJSON(), { emitUpdate: false })
      reportChange(parsed.html)
    },
    convert() {
      if (!editor) return
      setLocked(false)
      editor.setEditable(true, false)
      reportChange(toHtml(editor.state.doc))
      editor.view.focus()
    },
  }
}

function decorateEmptyCaptions(doc: Piece, hint: string): DecorationSet {
  const decorations: Decoration[] = []
  doc.descendants((node, position) => {
    if (node.type.name === 'figure' && node.content.size === 0)
      decorations.push(Decoration.node(position, position + node.nodeSize, { 'data-hint': hint }))
    return !node.isTextblock
  })
  return DecorationSet.create(doc, decorations)
}

const coveredEdgesPx = { top: 112, bottom: 96, left: 0, right: 0 }

const isEmptyText = ({ state: { doc } }: Editor) =>
  doc.childCount === 1 && doc.firstChild!.type.name === 'paragraph' && doc.firstChild!.content.size === 0
