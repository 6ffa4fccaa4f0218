import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { BackLink, Chip } from '#ui/office/record-page.tsx'
import { EmptyListMessage, ListHead, Rows } from '#ui/office/list.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import type { CannedAnswers, InboxApi } from './contract.ts'

/** The list of canned answers, sorted by name. */
export const cannedAnswersPage: Page<InboxApi, CannedAnswers> = {
  load: ({ api }) => api.getCannedAnswers({}),
  head: (_, { t }) => ({ title: t('canned.title'), hidden: true }),
  View: CannedAnswersView,
}

function CannedAnswersView({ data }: { data: CannedAnswers }) {
  const { t, language } = useTranslator()
  const pickText = (en: string, bn: string) => (language === 'bn' && bn) || en
  const addButton = <ButtonLink to={officeHref('cannedAnswer', 'new')}>{t('canned.add')}</ButtonLink>
  return (
    <>
      <BackLink to={officePages.inbox} label={t('inbox.title')} />
      <ListHead title={t('canned.title')} about={t('canned.about')}>
        {data.data.length > 0 && addButton}
      </ListHead>
      {data.data.length === 0 ? (
        <EmptyListMessage title={t('canned.none')} text={t('canned.none_text')} action={addButton} />
      ) : (
        <Rows
          rows={data.data.map(({ id, name_en, name_bn, text_en, text_bn, active }) => ({
            path: officeHref('cannedAnswer', id),
            title: pickText(name_en, name_bn),
            about: text_bn ? '' : t('canned.english_only'),
            text: pickText(text_en, text_bn),
            chip: active ? null : <Chip tone="over">{t('canned.not_offered')}</Chip>,
          }))}
        />
      )}
    </>
  )
}
