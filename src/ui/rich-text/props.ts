import type { Language } from '#routes/public.ts'
import type { TextPicture } from './blocks.ts'

export interface RichTextProps {
  label: string
  /** The language of the text, which may differ from the language of the page. */
  language: Language
  /** HTML in the format of an article (content/posts/clean.ts). */
  value: string
  error?: string | undefined
  hint?: string | undefined
  id?: string | undefined
  onChange: (html: string) => void
  /** Opens the picture library. Returns null if no picture was chosen. */
  choosePicture: () => Promise<TextPicture | null>
}
