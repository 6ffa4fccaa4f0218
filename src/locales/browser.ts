import type { Language } from '#routes/public.ts'
import { createTranslator, type Translator } from './translator.ts'

/** Loads messages that only a few pages need, on demand. */
type Bundle = Record<Language, () => Promise<Record<string, Readonly<Record<string, string>>>>>

/** The messages of the document's language. */
const dictionary: Record<string, string> = {}
/** The site's own texts. They override every loaded message. */
let customMessages: Record<string, string> = {}
const bundles: Bundle[] = [{ en: () => import('./en-pages.ts'), bn: () => import('./bn-pages.ts') }]

/** Starts with the messages in the document. Pages that are not public add their own bundle. */
export function initTranslator(
  language: Language,
  initial: Record<string, string>,
  custom: Record<string, string> = {},
  ...moreBundles: Bundle[]
): Translator {
  customMessages = custom
  Object.assign(dictionary, initial)
  bundles.push(...moreBundles)
  return createTranslator(language, dictionary)
}

export async function loadMessages(language: Language): Promise<void> {
  for (const file of await Promise.all(bundles.map((bundle) => bundle[language]())))
    Object.assign(dictionary, ...Object.values(file), customMessages)
}
