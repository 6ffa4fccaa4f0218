import { useRoute, useTranslator } from '#platform/pages/page.tsx'
import { inLanguage } from '#routes/public.ts'

/**
 * A link to the same page in the other language. The browser stores the choice, and highlights the link for visitors
 * who usually read the site in that language (live-frame.ts).
 */
export function LanguageLink({ className }: { className?: string | undefined }) {
  const { t } = useTranslator()
  const { path, query, language } = useRoute()
  const otherLanguage = language === 'en' ? 'bn' : 'en'
  const queryText = query.size ? `?${query}` : ''
  return (
    <a
      className={className}
      href={inLanguage(path + queryText, otherLanguage)}
      hrefLang={otherLanguage}
      lang={otherLanguage}
      title={t('language.switch')}
    >
      <span>{t('language.other')}</span>
    </a>
  )
}
