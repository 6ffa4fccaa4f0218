import { navigate } from '#platform/pages/navigate.ts'
import { Link, useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { Chip } from '#ui/office/record-page.tsx'
import { DownloadButton } from '#ui/office/download-button.tsx'
import { EmptyListMessage, ListHead, MoreButton, Rows, usePaged } from '#ui/office/list.tsx'
import { SearchForm } from '#ui/office/search-form.tsx'
import { ListBar, Views } from '#ui/office/views.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { formatSum } from '../amounts.ts'
import type { QuotationRow, QuotationsOfficeApi, QuotationView } from './contract.ts'
import { StartQuotation } from './start-quotation.tsx'
import { getStateTone } from './tones.ts'

interface Data {
  data: QuotationRow[]
  more: string | null
}

const views = ['all', 'open', 'drafts', 'won', 'lost'] as const satisfies readonly QuotationView[]

/** The list of quotations. The URL contains the search. */
export const quotationsPage: Page<QuotationsOfficeApi, Data> = {
  load: ({ api, route }) => api.getQuotations(readQuery(route.query)),
  head: (_, { t }) => ({ title: t('quotation.title'), hidden: true }),
  View: QuotationsView,
}

function readQuery(query: URLSearchParams): { view: QuotationView; search?: string } {
  const search = query.get('search')
  return { view: views.find((option) => option === query.get('view')) ?? 'all', ...(search && { search }) }
}

function QuotationsView({ data }: { data: Data }) {
  const translator = useTranslator()
  const { t } = translator
  const { query, language } = useRoute()
  const api = useApi<QuotationsOfficeApi>()
  const listQuery = readQuery(query)
  const { rows, paging } = usePaged(data, (after) => api.getQuotations({ ...listQuery, after }))
  const buildListPath = (changes: { view?: string; search?: string | undefined }) => {
    const { view, search } = { ...listQuery, ...changes }
    return officePages.quotations + queryString({ view: view === 'all' ? undefined : view, search })
  }
  const hasNoQuotations = rows.length === 0 && listQuery.view === 'all' && !listQuery.search
  const addButton = <StartQuotation label={t('quotation.create')} />
  return (
    <>
      <ListHead title={t('quotation.title')}>
        {!hasNoQuotations && (
          <DownloadButton
            name="quotations"
            label={t('quotation.download')}
            failure={t('quotation.download_failed')}
            fetchFile={() => api.getQuotationsFile(listQuery)}
          />
        )}
        {!hasNoQuotations && addButton}
      </ListHead>
      <Views
        label={t('quotation.views')}
        views={views.map((view) => ({
          to: buildListPath({ view }),
          label: t(`quotation.view_${view}`),
          isShown: view === listQuery.view,
        }))}
      />
      <ListBar>
        <SearchForm
          label={t('quotation.search')}
          hint={t('quotation.search_hint')}
          value={listQuery.search ?? ''}
          onSearch={(search) => navigate(buildListPath({ search: search || undefined }), language, 'replace')}
        />
      </ListBar>
      {rows.length === 0 ? (
        <EmptyListMessage
          title={t(hasNoQuotations ? 'quotation.none_yet' : 'quotation.none')}
          text={t(hasNoQuotations ? 'quotation.none_yet_text' : 'quotation.none_text')}
          action={hasNoQuotations ? addButton : <Link to={officePages.quotations}>{t('quotation.see_all')}</Link>}
        />
      ) : (
        <Rows
          columns={{
            title: t('quotation.company'),
            about: t('quotation.list_about'),
            small: t('quotation.list_at'),
            chip: t('quotation.state'),
            end: t('quotation.total'),
          }}
          rows={rows.map((row) => ({
            path: officeHref('quotation', row.id),
            title: row.company || t('quotation.unnamed'),
            about: [row.number, row.name].filter(Boolean).join(', '),
            small: formatWhen(translator, row.at),
            end: formatSum(translator, row.currency, row.total_minor),
            chip: <Chip tone={getStateTone(row.state)}>{t(`quotation.state_${row.state}`)}</Chip>,
          }))}
        />
      )}
      <MoreButton {...paging} />
    </>
  )
}
