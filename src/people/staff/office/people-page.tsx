import { navigate } from '#platform/pages/navigate.ts'
import { Link, readLatestQuery, useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip } from '#ui/office/record-page.tsx'
import { EmptyListMessage, ListHead, MoreButton, Rows, usePaged } from '#ui/office/list.tsx'
import { SearchForm } from '#ui/office/search-form.tsx'
import { ListBar } from '#ui/office/views.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { People, PeopleApi } from './people-contract.ts'

const kinds = ['member', 'guest'] as const

/** Members and guests. The URL contains the search. */
export const peoplePage: Page<PeopleApi, People> = {
  load: ({ api, route }) => api.getPeople(readFilter(route.query)),
  head: (_, { t }) => ({ title: t('people.title'), hidden: true }),
  View: PeopleView,
}

function readFilter(query: URLSearchParams): { search?: string; kind?: (typeof kinds)[number] } {
  const search = query.get('search')
  const kind = kinds.find((name) => name === query.get('kind'))
  return { ...(search && { search }), ...(kind && { kind }) }
}

function PeopleView({ data }: { data: People }) {
  const translator = useTranslator()
  const { t } = translator
  const { query, language } = useRoute()
  const { can } = useOffice()
  const api = useApi<PeopleApi>()
  const filter = readFilter(query)
  const { rows, paging } = usePaged(data, (after) => api.getPeople({ ...filter, after }))
  const applyFilter = (change: { search?: string | undefined; kind?: string | undefined }) =>
    navigate(officePages.people + queryString({ ...readFilter(readLatestQuery()), ...change }), language, 'replace')
  return (
    <>
      <ListHead title={t('people.title')}>
        {can('run the desk') && <ButtonLink to={officePages.newBooking}>{t('desk.new_booking')}</ButtonLink>}
      </ListHead>
      <ListBar isOneLine>
        <SearchForm
          label={t('people.search')}
          hint={t('people.search_hint')}
          value={filter.search ?? ''}
          onSearch={(text) => applyFilter({ search: text || undefined })}
        />
        <SelectField
          label={t('people.kind')}
          name="kind"
          value={filter.kind ?? ''}
          onChange={({ currentTarget }) => applyFilter({ kind: currentTarget.value || undefined })}
        >
          <option value="">{t('people.all')}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`people.${kind}s`)}
            </option>
          ))}
        </SelectField>
      </ListBar>
      {rows.length === 0 ? (
        <EmptyListMessage
          title={t('people.none')}
          text={t('people.none_text')}
          action={(filter.search || filter.kind) && <Link to={officePages.people}>{t('people.see_all')}</Link>}
        />
      ) : (
        <Rows
          columns={{
            title: t('stays.name'),
            about: t('team.email'),
            small: t('office.phone'),
            chip: t('people.kind'),
            end: t('people.known_since'),
          }}
          rows={rows.map((person) => ({
            path: officeHref('person', person.id),
            title: person.name || person.email,
            about: [person.company_name, person.email].filter(Boolean).join(', '),
            small: person.phone,
            end: <span className="small light">{translator.day(translator.clock(Date.parse(person.since))[0])}</span>,
            chip: person.is_suspended ? (
              <Chip tone="over">{t('team.suspended')}</Chip>
            ) : (
              <Chip tone="plain">{t(`people.${person.kind}`)}</Chip>
            ),
          }))}
        />
      )}
      <MoreButton {...paging} />
    </>
  )
}
