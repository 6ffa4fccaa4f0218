import { navigate } from '#platform/pages/navigate.ts'
import { Link, readLatestQuery, useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { EmptyListMessage, ListHead, MoreButton, Rows, usePaged } from '#ui/office/list.tsx'
import { SearchForm } from '#ui/office/search-form.tsx'
import { ListBar, Views } from '#ui/office/views.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { allEmailKinds, isEmailKind, type EmailKind } from '../kinds.ts'
import { emailViews, type EmailView } from '../email-views.ts'
import { formatEmailKind } from './kind-names.ts'
import type { SentEmailRow, SentEmailsApi } from './sent-contract.ts'
import { stateTones } from './tones.ts'

interface Data {
  data: SentEmailRow[]
  more: string | null
  failed: number
}

interface Filters {
  view: EmailView
  kind?: EmailKind
  search?: string
}

/** The list of stored emails with their delivery states. The filters are in the URL. */
export const sentEmailsPage: Page<SentEmailsApi, Data> = {
  load: ({ api, route }) => api.getEmails(parseFilters(route.query)),
  head: (_, { t }) => ({ title: t('emails.title'), hidden: true }),
  View: SentEmailsView,
}

function parseFilters(query: URLSearchParams): Filters {
  const [kind, search] = [query.get('kind'), query.get('search')]
  return {
    view: emailViews.find((candidate) => candidate === query.get('view')) ?? 'all',
    ...(kind && isEmailKind(kind) && { kind }),
    ...(search && { search: search.slice(0, 100) }),
  }
}

function SentEmailsView({ data }: { data: Data }) {
  const translator = useTranslator()
  const { t, count } = translator
  const { query, language } = useRoute()
  const api = useApi<SentEmailsApi>()
  const filters = parseFilters(query)
  const { rows, paging } = usePaged(data, (after) => api.getEmails({ ...filters, after }))
  const filterHref = (
    change: { view?: EmailView; kind?: string | undefined; search?: string | undefined },
    previous = filters,
  ) => {
    const { view, kind, search } = { ...previous, ...change }
    return officePages.emails + queryString({ view: view === 'all' ? undefined : view, kind, search })
  }
  const applyFilters = (change: Parameters<typeof filterHref>[0]) =>
    navigate(filterHref(change, parseFilters(readLatestQuery())), language, 'replace')
  return (
    <>
      <ListHead
        title={t('emails.title')}
        subtitle={data.failed > 0 ? count('emails.failed', data.failed) : undefined}
      />
      <Views
        label={t('emails.views')}
        views={emailViews.map((view) => ({
          to: filterHref({ view }),
          label: t(`emails.view_${view}`),
          isShown: view === filters.view,
        }))}
      />
      <ListBar>
        <SelectField
          label={t('emails.kind')}
          name="kind"
          value={filters.kind ?? ''}
          onChange={({ currentTarget }) => applyFilters({ kind: currentTarget.value || undefined })}
        >
          <option value="">{t('emails.all_kinds')}</option>
          {allEmailKinds.map((kind) => (
            <option key={kind} value={kind}>
              {formatEmailKind(kind, translator)}
            </option>
          ))}
        </SelectField>
        <SearchForm
          label={t('emails.search')}
          hint={t('emails.search_hint')}
          value={filters.search ?? ''}
          onSearch={(search) => applyFilters({ search: search || undefined })}
        />
      </ListBar>
      {rows.length === 0 ? (
        <EmptyListMessage
          title={t('emails.none')}
          text={t('emails.none_text')}
          action={<Link to={officePages.emails}>{t('emails.see_all')}</Link>}
        />
      ) : (
        <Rows
          columns={{
            title: t('request.write_subject'),
            about: t('emails.to'),
            small: t('emails.kind'),
            chip: t('stays.state'),
            end: t('changed.at'),
          }}
          rows={rows.map((row) => ({
            path: officeHref('email', row.id),
            title: row.subject,
            about: row.to,
            ...(row.error && { text: row.error }),
            small: row.kind && formatEmailKind(row.kind, translator),
            end: <span className="small light">{formatWhen(translator, row.at)}</span>,
            chip: <Chip tone={stateTones[row.state]}>{t(`emails.state_${row.state}`)}</Chip>,
          }))}
        />
      )}
      <MoreButton {...paging} />
    </>
  )
}
