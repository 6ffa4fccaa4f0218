import { useApi, useTranslator, Link, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip, RecordSection } from '#ui/office/record-page.tsx'
import { ListHead, Rows } from '#ui/office/list.tsx'
import { SortableList } from '#ui/office/sortable-list.tsx'
import { useOrder } from '#ui/office/use-order.ts'
import { officeHref } from '#routes/office.ts'
import { MAX_PASSAGES, passagePages, type PassagePage } from '../fixed-passages.ts'
import { usePassageTitle } from './passage-title.ts'
import styles from './settings.module.css'
import type { OfficePassage, OfficeTexts, TextsApi } from './texts-contract.ts'

/** The texts of the site: passages by page, and the introductions of post categories. */
export const textsPage: Page<TextsApi, OfficeTexts> = {
  load: ({ api }) => api.getTexts({}),
  head: (_, { t }) => ({ title: t('texts.title'), hidden: true }),
  View: TextsView,
}

function TextsView({ data }: { data: OfficeTexts }) {
  const { t, language } = useTranslator()
  const pickText = (en: string, bn: string) => (language === 'bn' && bn) || en
  return (
    <div className="stack-3">
      <ListHead title={t('texts.title')} about={t('texts.about')} />
      {passagePages.map((page) => (
        <RecordSection key={page} title={t(`texts.${page}`)}>
          <Passages page={page} data={data} />
        </RecordSection>
      ))}
      <RecordSection title={t('texts.categories')}>
        <Rows
          rows={data.categories.map(({ id, title_en, title_bn, intro_en, intro_bn }) => ({
            path: officeHref('category', id),
            title: pickText(title_en, title_bn),
            about: null,
            text: pickText(intro_en, intro_bn),
            chip: isUntranslated(title_en, title_bn, intro_en, intro_bn) && <UntranslatedHint />,
          }))}
        />
      </RecordSection>
    </div>
  )
}

/** Lists the passages with a fixed place and, below them, the movable ones. */
function Passages({ page, data }: { page: PassagePage; data: OfficeTexts }) {
  const { t, language } = useTranslator()
  const api = useApi<TextsApi>()
  const mayChange = useOffice().can('publish')
  const getPassageTitle = usePassageTitle()
  const pagePassages = data.passages.filter((passage) => passage.page === page)
  const fixedPassages = pagePassages.filter((passage) => passage.in_place)
  const [passages, saveOrder] = useOrder(
    { data: pagePassages.filter((passage) => !passage.in_place), version: data.orders[page] },
    async (ids, version) => withMovablePassages(page, await api.orderPassages({ page, version, ids })),
  )
  const formatPassageText = ({ text_en, text_bn }: OfficePassage) => (language === 'bn' && text_bn) || text_en
  return (
    <div className="stack-3">
      {fixedPassages.length > 0 && (
        <>
          <p className="small">{t('texts.fixed_texts')}</p>
          <Rows
            rows={fixedPassages.map((passage) => ({
              path: officeHref('passage', passage.id),
              title: getPassageTitle(passage),
              about: null,
              text: formatPassageText(passage) || formatEmptyText(passage),
              chip: needsBangla(passage) && <UntranslatedHint />,
            }))}
          />
        </>
      )}
      {passages.length === 0 ? (
        <p className="small">{t(`texts.none_${page}`)}</p>
      ) : (
        <SortableList
          items={passages}
          keyOf={({ id }) => id}
          nameOf={getPassageTitle}
          onReorder={mayChange && passages.length > 1 ? saveOrder : undefined}
          label={t(`texts.${page}`)}
        >
          {(passage) => (
            <div className={`${styles.passage} leads`}>
              <h3 className="size-2">
                <Link to={officeHref('passage', passage.id)}>{getPassageTitle(passage)}</Link>
              </h3>
              <p className="clamped">{formatPassageText(passage)}</p>
              {needsBangla(passage) && <UntranslatedHint />}
            </div>
          )}
        </SortableList>
      )}
      {mayChange && pagePassages.length < MAX_PASSAGES && (
        <p>
          <ButtonLink variant="secondary" to={`${officeHref('passage', 'new')}?page=${page}`}>
            {t('texts.add')}
            <span className="visually-hidden">: {t(`texts.${page}`)}</span>
          </ButtonLink>
        </p>
      )}
      {pagePassages.length >= MAX_PASSAGES && <p className="small">{t('texts.full')}</p>}
    </div>
  )

  function formatEmptyText({ has_text, title_en }: OfficePassage): string {
    if (has_text) return t('texts.empty_hint')
    return title_en ? '' : t('texts.welcome_empty')
  }
}

/** Adds the movable passages of a page and the version of their order, for `useOrder`. */
const withMovablePassages = (page: PassagePage, texts: OfficeTexts) => ({
  ...texts,
  data: texts.passages.filter((passage) => passage.page === page && !passage.in_place),
  version: texts.orders[page],
})

function UntranslatedHint() {
  const { t } = useTranslator()
  return <Chip tone="due">{t('texts.untranslated')}</Chip>
}

const needsBangla = ({ title_en, title_bn, text_en, text_bn }: OfficePassage): boolean =>
  isUntranslated(title_en, title_bn, text_en, text_bn)
const isUntranslated = (title: string, titleBangla: string, text: string, textBangla: string): boolean =>
  Boolean((title && !titleBangla) || (text && !textBangla))
