import { useWords, type Page } from '../../platform/pages/page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Chip, Part } from '../../ui/office/file.tsx'
import { ListHead, Rows } from '../../ui/office/list.tsx'
import { officeHref, officePages } from '../../urls-office.ts'
import styles from './settings.module.css'
import type { OfficeTexts, TextsApi } from './texts-contract.ts'

/** The texts that stand on pages: passages by page, and how the pages of categories begin. */
export const textsPage: Page<TextsApi, OfficeTexts> = {
  load: ({ api }) => api.getTexts({}),
  head: (_, { t }) => ({ title: t('texts.title'), hidden: true }),
  View: TextsView,
}

interface Text {
  en: string
  bn: string
}

function TextsView({ data: { passages, categories } }: { data: OfficeTexts }) {
  const { t, language } = useWords()
  const called: Record<string, string> = { home: t('texts.home'), service: t('texts.service') }
  const said = ({ en, bn }: Text) => (language === 'bn' && bn) || en
  const row = (path: string, title: Text, text: Text) => ({
    path,
    title: said(title),
    about: null,
    text: said(text),
    small: null,
    ...((!title.bn || (text.en && !text.bn)) && { chip: <Chip tone="due">{t('texts.untranslated')}</Chip> }),
  })
  const groups = Map.groupBy(passages, ({ page }) => page)
  return (
    <div className={styles.wide}>
      <ListHead title={t('texts.title')}>
        <ButtonLink look="secondary" to={officePages.labels}>
          {t('labels.title')}
        </ButtonLink>
      </ListHead>
      <p className={styles.hint}>{t('texts.about')}</p>
      {[...groups].map(([page, all]) => (
        <Part key={page} title={called[page] ?? page}>
          <Rows
            rows={all.map(({ id, title_en, title_bn, text_en, text_bn }) =>
              row(officeHref('passage', id), { en: title_en, bn: title_bn }, { en: text_en, bn: text_bn }),
            )}
          />
        </Part>
      ))}
      {categories.length > 0 && (
        <Part title={t('texts.categories')}>
          <Rows
            rows={categories.map(({ id, title_en, title_bn, intro_en, intro_bn }) =>
              row(officeHref('category', id), { en: title_en, bn: title_bn }, { en: intro_en, bn: intro_bn }),
            )}
          />
        </Part>
      )}
    </div>
  )
}
