import { useEffect, useSyncExternalStore } from 'react'
import { useRoute, useTranslator } from '#platform/pages/page.tsx'
import { saveToStorage, getStorage } from '#platform/storage.ts'
import { inLanguage } from '#routes/public.ts'

/**
 * A link to the same page in the other language. It is highlighted for visitors who usually read the site in that
 * language and arrived by a link.
 */
export function LanguageLink({ className }: { className?: string | undefined }) {
  const { t } = useTranslator()
  const { path, query, language } = useRoute()
  const otherLanguage = language === 'en' ? 'bn' : 'en'
  const isPreferred = useSyncExternalStore(
    subscribeNever,
    () => readLanguageChoice() === otherLanguage,
    () => false,
  )
  useEffect(() => {
    if (!readLanguageChoice()) storeLanguageChoice(language)
  }, [language])
  const queryText = query.size ? `?${query}` : ''
  return (
    <a
      className={className}
      href={inLanguage(path + queryText, otherLanguage)}
      hrefLang={otherLanguage}
      lang={otherLanguage}
      title={t('language.switch')}
      data-remembered={isPreferred || undefined}
      onClick={() => storeLanguageChoice(otherLanguage)}
    >
      <span>{t('language.other')}</span>
    </a>
  )
}

const readLanguageChoice = () => getStorage('localStorage')?.getItem('language')
const storeLanguageChoice = (language: string) => saveToStorage('localStorage', 'language', language)
const subscribeNever = () => () => {}
