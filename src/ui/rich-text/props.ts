import type { Language } from '#routes/public.ts'
import type { TextPicture } from './blocks.ts'

export interface RichTextProps {
  label: string
  /** Of what is written, which may be another than the reader's. */
  language: Language
  /** As an article has it (posts/clean.ts). */
  value: string
  error?: string | undefined
  hint?: string | undefined
  id?: string | undefined
  onChange: (html: string) => void
  /** Lets somebody choose from the library; null if nothing was chosen. */
  choosePicture: () => Promise<TextPicture | null>
}
