import { mergeAttributes, Node, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core'

/*
 * The blocks of a text: exactly the elements that `cleanHtml` allows (content/posts/clean.ts). The blocks in the group
 * `plain` may appear in any other block, except within a line. A table may appear only at the top level.
 */

const text = Node.create({ name: 'text', group: 'inline' })

const doc = Node.create({ name: 'doc', topNode: true, content: 'block+' })

const paragraph = Node.create({
  name: 'paragraph',
  priority: 1000,
  group: 'plain block',
  content: 'inline*',
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: () => ['p', 0],
  addKeyboardShortcuts() {
    return { 'Mod-Alt-0': () => this.editor.commands.setNode(this.name) }
  },
})

export const headingLevels = [2, 3, 4] as const

/** The first heading of a page is its title, so the headings of a text begin at level 2. */
const heading = Node.create({
  name: 'heading',
  group: 'plain block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  parseHTML: () =>
    [2, 3, 4, 2, 4, 4].map((level, index) => ({ tag: `h${[2, 3, 4, 1, 5, 6][index]}`, attrs: { level } })),
  renderHTML: ({ node }) => [`h${node.attrs['level']}`, 0],
  addKeyboardShortcuts() {
    return Object.fromEntries(
      headingLevels.map((level) => [
        `Mod-Alt-${level}`,
        () => this.editor.commands.toggleNode(this.name, 'paragraph', { level }),
      ]),
    )
  },
  addInputRules() {
    const patterns = { 2: /^##\s$/, 3: /^###\s$/, 4: /^####\s$/ }
    return headingLevels.map((level) =>
      textblockTypeInputRule({ find: patterns[level], type: this.type, getAttributes: { level } }),
    )
  },
})

const blockquote = Node.create({
  name: 'blockquote',
  group: 'plain block',
  content: 'plain+',
  defining: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: () => ['blockquote', 0],
  addKeyboardShortcuts() {
    return { 'Mod-Shift-b': () => this.editor.commands.toggleWrap(this.name) }
  },
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*>\s$/, type: this.type })]
  },
})

const createListNode = (name: 'bulletList' | 'orderedList', tag: 'ul' | 'ol', key: string, patterns: RegExp) =>
  Node.create({
    name,
    group: 'plain block list',
    content: 'listItem+',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleList(this.name, 'listItem') }
    },
    addInputRules() {
      return [wrappingInputRule({ find: patterns, type: this.type })]
    },
  })

const listItem = Node.create({
  name: 'listItem',
  content: 'paragraph plain*',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    }
  },
})

const rule = Node.create({
  name: 'rule',
  group: 'plain block',
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: () => ['hr'],
})

const lineBreak = Node.create({
  name: 'lineBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.insertContent({ type: this.name }) }
  },
})

/** The attributes of a picture in a text. The library owns its files. */
export interface TextPicture {
  src: string
  alt: string
  width: number | null
  height: number | null
}

/** A picture with its caption as content. Without a caption it may stay without a frame, as it was imported. */
const figure = Node.create({
  name: 'figure',
  group: 'plain block',
  content: 'inline*',
  defining: true,
  isolating: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '', rendered: false },
    alt: { default: '', rendered: false },
    width: { default: null, rendered: false },
    height: { default: null, rendered: false },
    framed: { default: true, rendered: false },
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      getAttrs: (element) => readPicture(element.querySelector('img'), true),
      contentElement: (element) =>
        (element as Element).querySelector<HTMLElement>('figcaption') ?? document.createElement('figcaption'),
    },
    { tag: 'img', getAttrs: (element) => readPicture(element, false) },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'figure',
    mergeAttributes(HTMLAttributes),
    ['img', { ...getPictureAttributes(node.attrs as TextPicture), draggable: 'false', contenteditable: 'false' }],
    ['figcaption', 0],
  ],
  addKeyboardShortcuts() {
    return {
      // A caption is one line. Enter starts a paragraph below it.
      Enter: ({ editor }) => {
        const { $from, empty } = editor.state.selection
        if ($from.parent.type !== this.type || !empty) return false
        return editor
          .chain()
          .insertContentAt($from.after(), { type: 'paragraph' })
          .focus($from.after() + 1)
          .run()
      },
      Backspace: ({ editor }) => {
        const { $from, empty } = editor.state.selection
        if ($from.parent.type !== this.type || !empty || $from.parentOffset > 0) return false
        return editor.commands.setNodeSelection($from.before())
      },
    }
  },
})

/** Reads a picture from the media library. Returns false for any other image, which `cleanHtml` also removes. */
function readPicture(image: Element | null, framed: boolean): (TextPicture & { framed: boolean }) | false {
  const src = image?.getAttribute('src') ?? ''
  if (!image || !/^\/pictures\/[\w-]+(\.[\w-]+)+$/.test(src)) return false
  const readSize = (name: string) => {
    const attribute = image.getAttribute(name) ?? ''
    return /^[1-9]\d{0,3}$/.test(attribute) ? Number(attribute) : null
  }
  return { src, alt: image.getAttribute('alt') ?? '', width: readSize('width'), height: readSize('height'), framed }
}

const getPictureAttributes = ({ src, alt, width, height }: TextPicture) => ({
  src,
  alt,
  ...(width && { width }),
  ...(height && { height }),
})

export const blocks = [
  doc,
  text,
  paragraph,
  heading,
  blockquote,
  createListNode('bulletList', 'ul', 'Mod-Shift-8', /^\s*[-+*]\s$/),
  createListNode('orderedList', 'ol', 'Mod-Shift-7', /^\s*[1১][.)]\s$/),
  listItem,
  rule,
  lineBreak,
  figure,
]
