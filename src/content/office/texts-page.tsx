import { useApi, useWords, Link, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { Chip, Part } from '#ui/office/file.tsx'
import { ListHead, Rows } from '#ui/office/list.tsx'
import { Ordered } from '#ui/office/ordered.tsx'
import { useOrder } from '#ui/office/use-order.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { MAX_PASSAGES, pagesOfPassages, type PageOfPassages } from '../passage-places.ts'
import { useTitleOfPassage } from './passage-title.ts'
import styles from './settings.module.css'
import type { OfficePassage, OfficeTexts, TextsApi } from './texts-contract.ts'

/** The texts of the site: passages by page, and the introductions of post categories. */
export const textsPage: Page<TextsApi, OfficeTexts> = {
  load: ({ api }) => api.getTexts({}),
  head: (_, { t }) => ({ title: t('texts.title'), hidden: true }),
  View: TextsView,
}

function TextsView({ data }: { data: OfficeTexts }) {
  const { t, language } = useWords()
  const said = (en: string, bn: string) => (language === 'bn' && bn) || en
  return (
    <div className={styles.wide}>
      <ListHead title={t('texts.title')}>
        <ButtonLink look="secondary" to={officePages.labels}>
          {t('labels.title')}
        </ButtonLink>
      </ListHead>
      <p className={styles.hint}>{t('texts.about')}</p>
      {pagesOfPassages.map((page) => (
        <Part key={page} title={t(`texts.${page}`)}>
          <Passages page={page} data={data} />
        </Part>
      ))}
      <Part title={t('texts.categories')}>
        <Rows
          rows={data.categories.map(({ id, title_en, title_bn, intro_en, intro_bn }) => ({
            path: officeHref('category', id),
            title: said(title_en, title_bn),
            about: null,
            text: said(intro_en, intro_bn),
            chip: isUntranslated(title_en, title_bn, intro_en, intro_bn) && <Untranslated />,
          }))}
        />
      </Part>
    </div>
  )
}

/** Lists the passages with a fixed place and, below them, the movable ones. */
function Passages({ page, data }: { page: PageOfPassages; data: OfficeTexts }) {
  const { t, language } = useWords()
  const api = useApi<TextsApi>()
  const mayChange = useDesk().may('publish')
  const titleOf = useTitleOfPassage()
  const all = data.passages.filter((passage) => passage.page === page)
  const inPlace = all.filter((passage) => passage.in_place)
  const [passages, order] = useOrder(
    { data: all.filter((passage) => !passage.in_place), version: data.orders[page] },
    async (ids, version) => listed(page, await api.orderPassages({ page, version, ids })),
  )
  const textOf = ({ text_en, text_bn }: OfficePassage) => (language === 'bn' && text_bn) || text_en
  return (
    <div className={styles.passages}>
      {inPlace.length > 0 && (
        <>
          <p className={styles.hint}>{t('texts.in_place')}</p>
          <Rows
            rows={inPlace.map((passage) => ({
              path: officeHref('passage', passage.id),
              title: titleOf(passage),
              about: null,
              text: textOf(passage) || unsaid(passage),
              chip: needsBangla(passage) && <Untranslated />,
            }))}
          />
        </>
      )}
      {passages.length === 0 ? (
        <p className={styles.hint}>{t(`texts.none_${page}`)}</p>
      ) : (
        <Ordered
          items={passages}
          keyOf={({ id }) => id}
          nameOf={titleOf}
          onOrder={mayChange && passages.length > 1 ? order : undefined}
          label={t(`texts.${page}`)}
        >
          {(passage) => (
            <div className={`${styles.passage} leads`}>
              <h3>
                <Link to={officeHref('passage', passage.id)}>{titleOf(passage)}</Link>
              </h3>
              <p>{textOf(passage)}</p>
              {needsBangla(passage) && <Untranslated />}
            </div>
          )}
        </Ordered>
      )}
      {mayChange && all.length < MAX_PASSAGES && (
        <p>
          <ButtonLink look="secondary" to={`${officeHref('passage', 'new')}?page=${page}`}>
            {t('texts.add')}
            <span className="visually-hidden">: {t(`texts.${page}`)}</span>
          </ButtonLink>
        </p>
      )}
      {all.length >= MAX_PASSAGES && <p className={styles.hint}>{t('texts.full')}</p>}
    </div>
  )

  function unsaid({ has_text, title_en }: OfficePassage): string {
    if (has_text) return t('texts.unsaid')
    return title_en ? '' : t('texts.welcome_unsaid')
  }
}

/** Returns all texts with the reordered list of one page. */
const listed = (page: PageOfPassages, now: OfficeTexts) => ({
  ...now,
  data: now.passages.filter((passage) => passage.page === page && !passage.in_place),
  version: now.orders[page],
})

function Untranslated() {
  const { t } = useWords()
  return <Chip tone="due">{t('texts.untranslated')}</Chip>
}

const needsBangla = ({ title_en, title_bn, text_en, text_bn }: OfficePassage): boolean =>
  isUntranslated(title_en, title_bn, text_en, text_bn)
const isUntranslated = (title: string, itsBangla: string, text: string, bangla: string): boolean =>
  Boolean((title && !itsBangla) || (text && !bangla))
