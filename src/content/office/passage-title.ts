import { useTranslator } from '#platform/pages/page.tsx'
import type { OfficePassage } from './texts-contract.ts'

/** Returns the title of a passage. The welcome passage has a fallback title. */
export function usePassageTitle(): (passage: Pick<OfficePassage, 'title_en' | 'title_bn'>) => string {
  const { t, language } = useTranslator()
  return ({ title_en, title_bn }) => (language === 'bn' && title_bn) || title_en || t('texts.welcome')
}
