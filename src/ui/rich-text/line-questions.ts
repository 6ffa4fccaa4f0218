import type { Editor } from '@tiptap/core'
import { inLanguage, pages, type Language } from '#routes/public.ts'
import type { Translator } from '#locales/translator.ts'
import type { LinePrompt } from './line-dialog.tsx'
import { parseTypedLink } from './parse-typed-link.ts'
import { readCaption, setCaption } from './table-actions.ts'

/**
 * Asks for the target of a link: of the link at the cursor, or of the selection. Without a selection the address itself
 * is inserted.
 */
export function createLinkPrompt(editor: Editor, { t }: Translator, lang: Language): LinePrompt {
  const href = editor.getAttributes('link')['href'] as string | undefined
  return {
    title: t('editor.link'),
    label: t('editor.address'),
    hint: t('editor.address_hint'),
    value: href ?? '',
    suggested: suggestedPages.map((page) => inLanguage(pages[page], lang)),
    inputMode: 'url',
    take(text) {
      const address = parseTypedLink(text, location.origin)
      if (!address) return t('editor.address_wrong')
      const isNewLink = editor.state.selection.empty && !href
      if (isNewLink)
        editor
          .chain()
          .insertContent({ type: 'text', text: text.trim(), marks: [{ type: 'link', attrs: { href: address } }] })
          .run()
      else editor.chain().extendMarkRange('link').setMark('link', { href: address }).run()
      return null
    },
    ...(href && {
      remove: {
        label: t('editor.remove_link'),
        run: () => editor.chain().extendMarkRange('link').unsetMark('link').run(),
      },
    }),
  }
}

/** Pages that a text often links to. Other addresses are typed. */
const suggestedPages = [
  'products',
  'enquiry',
  'rooms',
  'packages',
  'blog',
  'courses',
  'service',
  'ourServices',
  'ourOfferings',
  'countries',
  'about',
  'goals',
  'missionVision',
  'contact',
] as const

/** Asks for the alternative text of a picture. */
export const createDescriptionPrompt = (editor: Editor, { t }: Translator, lang: Language): LinePrompt => ({
  title: t('editor.describe'),
  label: t('editor.describe'),
  hint: t('editor.describe_hint'),
  value: editor.getAttributes('figure')['alt'] as string,
  lang,
  take(alt) {
    editor.commands.updateAttributes('figure', { alt: alt.trim() })
    return null
  },
})

/** Asks for the caption of a table. */
export const createCaptionPrompt = (editor: Editor, { t }: Translator, lang: Language): LinePrompt => ({
  title: t('editor.caption'),
  label: t('editor.caption'),
  hint: t('editor.caption_hint'),
  value: readCaption(editor),
  lang,
  take(caption) {
    setCaption(editor, caption.trim())
    return null
  },
})
