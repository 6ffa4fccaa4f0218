import type { Editor } from '@tiptap/core'
import { inLanguage, pages, type Language } from '#routes/public.ts'
import type { Translator } from '#locales/translator.ts'
import type { Asked } from './ask.tsx'
import { linkTyped } from './link-typed.ts'
import { captionOf, setCaption } from './table-acts.ts'

/**
 * Asks for the target of a link: of the link at the cursor, or of the selection. Without a selection the address itself
 * is inserted.
 */
export function askForLink(editor: Editor, { t }: Translator, lang: Language): Asked {
  const href = editor.getAttributes('link')['href'] as string | undefined
  return {
    title: t('write.link'),
    label: t('write.address'),
    hint: t('write.address_hint'),
    value: href ?? '',
    suggested: onward.map((page) => inLanguage(pages[page], lang)),
    inputMode: 'url',
    take(typed) {
      const address = linkTyped(typed, location.origin)
      if (!address) return t('write.address_wrong')
      const isNew = editor.state.selection.empty && !href
      if (isNew)
        editor
          .chain()
          .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href: address } }] })
          .run()
      else editor.chain().extendMarkRange('link').setMark('link', { href: address }).run()
      return null
    },
    ...(href && {
      remove: {
        label: t('write.no_link'),
        run: () => editor.chain().extendMarkRange('link').unsetMark('link').run(),
      },
    }),
  }
}

/** Pages that a text often links to. Other addresses are typed. */
const onward = [
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
export const askForDescription = (editor: Editor, { t }: Translator, lang: Language): Asked => ({
  title: t('write.describe'),
  label: t('write.describe'),
  hint: t('write.describe_hint'),
  value: editor.getAttributes('figure')['alt'] as string,
  lang,
  take(alt) {
    editor.commands.updateAttributes('figure', { alt: alt.trim() })
    return null
  },
})

/** Asks for the caption of a table. */
export const askForCaption = (editor: Editor, { t }: Translator, lang: Language): Asked => ({
  title: t('write.caption'),
  label: t('write.caption'),
  hint: t('write.caption_hint'),
  value: captionOf(editor),
  lang,
  take(caption) {
    setCaption(editor, caption.trim())
    return null
  },
})
