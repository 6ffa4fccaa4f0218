import { usePlace, useWords } from '../platform/page.tsx'
import { storage } from '../platform/storage.ts'
import { inLanguage } from '../urls.ts'

/** The same page in the other language. */
export function LanguageLink({ className }: { className?: string | undefined }) {
  const { t } = useWords()
  const { path, query, language } = usePlace()
  const other = language === 'en' ? 'bn' : 'en'
  const question = query.size ? `?${query}` : ''
  return (
    <a
      className={className}
      href={inLanguage(path + question, other)}
      hrefLang={other}
      lang={other}
      title={t('language.switch')}
      onClick={() => storage('localStorage')?.setItem('language', other)}
    >
      {t('language.other')}
    </a>
  )
}
