import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

/** By name only where the reader is known to have given it: anybody may type somebody else's address, and any text as a name. */
export function greeting(language: Language, name: string | null): string {
  const { t } = translatorFor(language)
  return name === null ? t('mail.greeting_nobody') : t('mail.greeting', { name })
}
