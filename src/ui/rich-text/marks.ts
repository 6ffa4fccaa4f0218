import { Mark } from '@tiptap/core'
import { linkAddress } from '#platform/link-address.ts'

/** Of several marks on a letter, the first in this list is the outermost in the HTML. */
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
  // In the editor a link is only text, so an accidental click leads nowhere.
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
