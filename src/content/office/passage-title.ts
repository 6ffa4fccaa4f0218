import { useWords } from '#platform/pages/page.tsx'
import type { OfficePassage } from './texts-contract.ts'

/** What a passage is called in the office: the welcome has a name before it has a title. */
export function useTitleOfPassage(): (passage: Pick<OfficePassage, 'title_en' | 'title_bn'>) => string {
  const { t, language } = useWords()
  return ({ title_en, title_bn }) => (language === 'bn' && title_bn) || title_en || t('texts.welcome')
}
