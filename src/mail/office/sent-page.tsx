import { navigate, useApi, usePlace, useWords, type Page } from '#platform/pages/page.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { Chip } from '#ui/office/file.tsx'
import { Empty, ListHead, More, Rows, usePaged } from '#ui/office/list.tsx'
import { SearchForm } from '#ui/office/search-form.tsx'
import { ListBar, Views } from '#ui/office/views.tsx'
import { when } from '#ui/office/when.ts'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { everyEmailKind, isEmailKind, type EmailKind } from '../kinds.ts'
import { emailViews, type EmailView } from '../email-views.ts'
import { nameOfKind } from './kind-names.ts'
import type { SentEmailRow, SentEmailsApi } from './sent-contract.ts'
import { toneOf } from './tones.ts'

interface Data {
  data: SentEmailRow[]
  more: string | null
  failed: number
}

interface Asked {
  view: EmailView
  kind?: EmailKind
  search?: string
}

/** The list of stored emails with their delivery states. The filters are in the URL. */
export const sentEmailsPage: Page<SentEmailsApi, Data> = {
  load: ({ api, place }) => api.getLetters(askedIn(place.query)),
  head: (_, { t }) => ({ title: t('letters.title'), hidden: true }),
  View: SentEmailsView,
}

function askedIn(query: URLSearchParams): Asked {
  const [kind, search] = [query.get('kind'), query.get('search')]
  return {
    view: emailViews.find((each) => each === query.get('view')) ?? 'all',
    ...(kind && isEmailKind(kind) && { kind }),
    ...(search && { search: search.slice(0, 100) }),
  }
}

function SentEmailsView({ data }: { data: Data }) {
  const translator = useWords()
  const { t, count } = translator
  const { query, language } = usePlace()
  const api = useApi<SentEmailsApi>()
  const asked = askedIn(query)
  const { rows, paging } = usePaged(data, (after) => api.getLetters({ ...asked, after }))
  const addressOf = (change: { view?: EmailView; kind?: string | undefined; search?: string | undefined }) => {
    const { view, kind, search } = { ...asked, ...change }
    return officePages.letters + queryString({ view: view === 'all' ? undefined : view, kind, search })
  }
  const go = (change: Parameters<typeof addressOf>[0]) => navigate(addressOf(change), language, 'replace')
  return (
    <>
      <ListHead title={t('letters.title')} said={data.failed > 0 ? count('letters.failed', data.failed) : undefined} />
      <ListBar>
        <Views
          label={t('letters.views')}
          views={emailViews.map((view) => ({
            to: addressOf({ view }),
            label: t(`letters.view_${view}`),
            isShown: view === asked.view,
          }))}
        />
        <SelectField
          label={t('letters.kind')}
          name="kind"
          value={asked.kind ?? ''}
          onChange={({ currentTarget }) => go({ kind: currentTarget.value || undefined })}
        >
          <option value="">{t('letters.every_kind')}</option>
          {everyEmailKind.map((kind) => (
            <option key={kind} value={kind}>
              {nameOfKind(kind, translator)}
            </option>
          ))}
        </SelectField>
        <SearchForm
          label={t('letters.search')}
          hint={t('letters.search_hint')}
          value={asked.search ?? ''}
          onSearch={(search) => go({ search: search || undefined })}
        />
      </ListBar>
      {rows.length === 0 ? (
        <Empty title={t('letters.none')}>
          <p>{t('letters.none_text')}</p>
        </Empty>
      ) : (
        <Rows
          rows={rows.map((row) => ({
            path: officeHref('letter', row.id),
            title: row.subject,
            about: row.to,
            ...(row.error && { text: row.error }),
            small: [row.kind && nameOfKind(row.kind, translator), when(translator, row.at)].filter(Boolean).join(', '),
            chip: <Chip tone={toneOf[row.state]}>{t(`letters.state_${row.state}`)}</Chip>,
          }))}
        />
      )}
      <More {...paging} />
    </>
  )
}
