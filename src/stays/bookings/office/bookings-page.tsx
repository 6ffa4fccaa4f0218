import { formatGuests } from '../../availability/format-guests.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { Link, readLatestQuery, useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DownloadButton } from '#ui/office/download-button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { SelectField } from '#ui/form/field.tsx'
import { PeriodFilter } from '#ui/office/period-filter.tsx'
import { SearchForm } from '#ui/office/search-form.tsx'
import { EmptyListMessage, ListHead, MoreButton, Rows, usePaged, type Row } from '#ui/office/list.tsx'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { ListBar } from '#ui/office/views.tsx'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { formatStay } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import { BookingViews } from './booking-views.tsx'
import { BookingsTable } from './bookings-table.tsx'
import styles from './bookings-page.module.css'
import type { BookingLine, Bookings, BookingsOfficeApi } from './contract.ts'
import { DeskStatusChip, isUsualPayment, isUsualStatus } from './desk-status-chip.tsx'
import { bookingViews, type View } from './desk-status.ts'

/** The list of all stays. Its filters are in the query string. */
export const bookingsPage: Page<BookingsOfficeApi, Bookings> = {
  load: ({ api, route }) => api.getBookings(parseListQuery(route.query)),
  isLive: true,
  head: (_, { t }) => ({ title: t('stays.title'), hidden: true }),
  View: BookingsView,
}

const filterNames = ['search', 'room', 'from', 'until'] as const
type ListQuery = { view: View } & Partial<Record<(typeof filterNames)[number], string>>

/** Reads the filters of the list from the URL and ignores invalid dates. */
function parseListQuery(query: URLSearchParams): ListQuery {
  const entries = filterNames.flatMap((name) => {
    const value = query.get(name)?.trim().slice(0, 100)
    const isInvalidDate = (name === 'from' || name === 'until') && !/^\d{4}-\d\d-\d\d$/.test(value ?? '')
    return value && !isInvalidDate ? [[name, value] as const] : []
  })
  return { view: bookingViews.find((view) => view === query.get('view')) ?? 'newest', ...Object.fromEntries(entries) }
}

const createListPath = ({ view, ...queryFilters }: ListQuery) =>
  officePages.bookings + queryString({ view: view === 'newest' ? undefined : view, ...queryFilters })

function BookingsView({ data }: { data: Bookings }) {
  const translator = useTranslator()
  const { t } = translator
  const { query, language } = useRoute()
  const api = useApi<BookingsOfficeApi>()
  const listQuery = parseListQuery(query)
  const isFiltered = filterNames.some((name) => listQuery[name] !== undefined)
  const isWide = useIsWide()
  const { can } = useOffice()
  const { rows, paging } = usePaged(
    data,
    (after) => api.getBookings({ ...listQuery, after }),
    JSON.stringify(listQuery),
  )
  const changeQuery = (changes: Partial<Record<keyof ListQuery, string | undefined>>) =>
    navigate(createListPath({ ...parseListQuery(readLatestQuery()), ...changes } as ListQuery), language)
  return (
    <>
      <ListHead title={t('stays.title')}>
        <DownloadButton
          name={`bookings-${listQuery.view.replace('_', '-')}`}
          label={t('stays.download')}
          failure={t('stays.download_failed')}
          fetchFile={() => api.getBookingsFile(listQuery)}
        />
        {can('run the desk') && (rows.length > 0 || isFiltered || listQuery.view !== 'newest') && (
          <ButtonLink to={officePages.newBooking}>{t('desk.new_booking')}</ButtonLink>
        )}
      </ListHead>
      <BookingViews shown={listQuery.view} pathOf={(view) => createListPath({ ...listQuery, view })} />
      <ListBar>
        <SearchForm
          label={t('stays.search')}
          hint={t('stays.search_hint')}
          value={listQuery.search ?? ''}
          onSearch={(search) => changeQuery({ search: search || undefined })}
        />
        <details
          className={styles.more}
          open={isWide || listQuery.room || listQuery.from || listQuery.until ? true : undefined}
        >
          <summary>{t('stays.filters')}</summary>
          <div className={styles.filters}>
            <SelectField
              label={t('stays.room')}
              name="room"
              value={listQuery.room ?? ''}
              onChange={({ currentTarget }) => changeQuery({ room: currentTarget.value || undefined })}
            >
              <option value="">{t('stays.any_room')}</option>
              {data.rooms.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </SelectField>
            <PeriodFilter
              labels={{ from: t('stays.from'), until: t('stays.until') }}
              period={listQuery}
              onChange={changeQuery}
            />
            {isFiltered && rows.length > 0 && (
              <Button variant="quiet" onClick={() => navigate(createListPath({ view: listQuery.view }), language)}>
                {t('stays.clear_all')}
              </Button>
            )}
          </div>
        </details>
      </ListBar>
      {rows.length === 0 ? (
        <EmptyList listQuery={listQuery} isFiltered={isFiltered} />
      ) : isWide ? (
        <BookingsTable rows={rows} />
      ) : (
        <Rows rows={rows.map((row) => readRow(row, translator))} />
      )}
      <MoreButton {...paging} />
    </>
  )
}

/** For each view, the view to suggest when it is empty. */
const nextViews = {
  to_answer: null,
  arriving: 'to_answer',
  in_house: 'arriving',
  newest: null,
  past: null,
  cancelled: null,
} as const

function EmptyList({ listQuery, isFiltered }: { listQuery: ListQuery; isFiltered: boolean }) {
  const { t } = useTranslator()
  const { can } = useOffice()
  const { view } = listQuery
  const nextView = nextViews[view]
  if (isFiltered)
    return (
      <EmptyListMessage
        title={t('stays.none_found')}
        text={t('stays.none_found_text')}
        action={
          <>
            {listQuery.search && view !== 'newest' && (
              <Link to={createListPath({ view: 'newest', search: listQuery.search })}>{t('stays.search_all')}</Link>
            )}
            <Link to={createListPath({ view })}>{t('stays.clear')}</Link>
          </>
        }
      />
    )
  return (
    <EmptyListMessage
      title={t(`stays.none_${view}`)}
      text={t(`stays.none_${view}_text`)}
      action={
        nextView ? (
          <Link to={createListPath({ view: nextView })}>{t(`stays.view_${nextView}`)}</Link>
        ) : (
          view === 'newest' &&
          can('run the desk') && <ButtonLink to={officePages.newBooking}>{t('desk.new_booking')}</ButtonLink>
        )
      }
    />
  )
}

function readRow(row: BookingLine, translator: Translator): Row {
  const payment = row.payment && !isUsualPayment(row) && translator.t(`summary.payment_${row.payment}`)
  return {
    path: officeHref('booking', row.code),
    title: row.name || translator.t('office.name_deleted'),
    about: [...row.units, row.room_name].join(' '),
    text: formatStay(translator, row.checkin, row.checkout),
    small: [row.code, formatGuests(row, translator), payment].filter(Boolean).join(', '),
    end: row.total !== null && translator.money(row.total),
    chip: !isUsualStatus(row) && <DeskStatusChip {...row} />,
  }
}
