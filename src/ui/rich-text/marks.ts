import { Mark } from '@tiptap/core'
import { toSafeLink } from '#platform/link-address.ts'

const link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null, rendered: false } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const address = toSafeLink(element.getAttribute('href') ?? '')
        return address ? { href: address.href } : false
      },
    },
  ],
  // In the editor a link is only text, so an accidental click leads nowhere.
  renderHTML: ({ mark: createMark }) => ['a', { href: createMark.attrs['href'] }, 0],
})

const createMark = (name: string, tags: readonly string[], key?: string) =>
  Mark.create({
    name,
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: () => [name, 0],
    addKeyboardShortcuts() {
      return key ? { [key]: () => this.editor.commands.toggleMark(this.name) } : {}
    },
  })

/** The mark types. If a letter has several marks, the first one in this list is the outermost in the HTML. */
export const marks = [
  link,
  createMark('strong', ['strong', 'b'], 'Mod-b'),
  createMark('em', ['em', 'i'], 'Mod-i'),
  createMark('cite', ['cite']),
  // Only pasted and stored texts have these.
  createMark('sub', ['sub']),
  createMark('sup', ['sup']),
]
