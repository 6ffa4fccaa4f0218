import { useEffect, useSyncExternalStore } from 'react'
import { usePlace, useWords } from '#platform/pages/page.tsx'
import { keep, storage } from '#platform/storage.ts'
import { inLanguage } from '#routes/public.ts'

/**
 * A link to the same page in the other language. It is highlighted for visitors who usually read the site in that
 * language and came here by a link.
 */
export function LanguageLink({ className }: { className?: string | undefined }) {
  const { t } = useWords()
  const { path, query, language } = usePlace()
  const other = language === 'en' ? 'bn' : 'en'
  const isRemembered = useSyncExternalStore(
    never,
    () => remembered() === other,
    () => false,
  )
  useEffect(() => {
    if (!remembered()) remember(language)
  }, [language])
  const question = query.size ? `?${query}` : ''
  return (
    <a
      className={className}
      href={inLanguage(path + question, other)}
      hrefLang={other}
      lang={other}
      title={t('language.switch')}
      data-remembered={isRemembered || undefined}
      onClick={() => remember(other)}
    >
      <span>{t('language.other')}</span>
    </a>
  )
}

const remembered = () => storage('localStorage')?.getItem('language')
const remember = (language: string) => keep('localStorage', 'language', language)
const never = () => () => {}
