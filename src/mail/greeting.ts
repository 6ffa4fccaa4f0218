import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

/**
 * Greets by name only if the recipient is known to have given the name. Strangers can type any address and any text as
 * a name.
 */
export function composeGreeting(language: Language, name: string | null): string {
  const { t } = translatorFor(language)
  return name === null ? t('mail.greeting_unnamed') : t('mail.greeting', { name })
}
