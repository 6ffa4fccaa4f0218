import { Mark } from '@tiptap/core'
import { linkAddress } from '#platform/link-address.ts'

/** Of marks that lie on one letter, the first here is the outermost in what is written. */
const link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null, rendered: false } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const address = linkAddress(element.getAttribute('href') ?? '')
        return address ? { href: address.href } : false
      },
    },
  ],
  // While it is written, a link is text: it leads nowhere by a stray press.
  renderHTML: ({ mark }) => ['a', { href: mark.attrs['href'] }, 0],
})

const mark = (name: string, tags: readonly string[], key?: string) =>
  Mark.create({
    name,
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: () => [name, 0],
    addKeyboardShortcuts() {
      return key ? { [key]: () => this.editor.commands.toggleMark(this.name) } : {}
    },
  })

export const marks = [
  link,
  mark('strong', ['strong', 'b'], 'Mod-b'),
  mark('em', ['em', 'i'], 'Mod-i'),
  mark('cite', ['cite']),
  mark('sub', ['sub'], 'Mod-,'),
  mark('sup', ['sup'], 'Mod-.'),
]
