import { useEffect, useState } from 'react'
import { guestsSaid } from '../../availability/guests-said.ts'
import { Link, navigate, useApi, usePlace, useWords, type Page } from '#platform/pages/page.tsx'
import { keep } from '#platform/storage.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { SearchForm } from '#ui/office/search-form.tsx'
import { Empty, ListHead, More, Rows, usePaged, type Row } from '#ui/office/list.tsx'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { ListBar, Views } from '#ui/office/views.tsx'
import { saveFile } from '#ui/paper/save-file.ts'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { datesInShort } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import { BookingsTable, thisYear } from './bookings-table.tsx'
import styles from './bookings-page.module.css'
import type { BookingLine, Bookings, BookingsOfficeApi } from './contract.ts'
import { bookingsQueryKey } from './last-list.ts'
import { StandsChip } from './stands.tsx'
import { views, type View } from './standing.ts'

/** The list of all stays. Its filters are in the query string. */
export const bookingsPage: Page<BookingsOfficeApi, Bookings> = {
  load: ({ api, place }) => api.getBookings(asked(place.query)),
  head: (_, { t }) => ({ title: t('stays.title'), hidden: true }),
  View: BookingsView,
}

const filters = ['search', 'room', 'from', 'until'] as const
type Asked = { view: View } & Partial<Record<(typeof filters)[number], string>>

/** Invalid dates are ignored. */
function asked(query: URLSearchParams): Asked {
  const given = filters.flatMap((name) => {
    const value = query.get(name)?.trim().slice(0, 100)
    const isOdd = (name === 'from' || name === 'until') && !/^\d{4}-\d\d-\d\d$/.test(value ?? '')
    return value && !isOdd ? [[name, value] as const] : []
  })
  return { view: views.find((view) => view === query.get('view')) ?? 'newest', ...Object.fromEntries(given) }
}

const pathOf = ({ view, ...more }: Asked) =>
  officePages.bookings + queryString({ view: view === 'newest' ? undefined : view, ...more })

function BookingsView({ data }: { data: Bookings }) {
  const translator = useWords()
  const { t } = translator
  const { query, language } = usePlace()
  const api = useApi<BookingsOfficeApi>()
  const wanted = asked(query)
  const isFiltered = filters.some((name) => wanted[name] !== undefined)
  const isWide = useIsWide()
  const { rows, paging } = usePaged(data, (after) => api.getBookings({ ...wanted, after }))
  const go = (more: Partial<Record<keyof Asked, string | undefined>>) =>
    navigate(pathOf({ ...wanted, ...more } as Asked), language)
  // The back link of a booking page returns to the list with its filters.
  useEffect(() => void keep('sessionStorage', bookingsQueryKey, query.size ? `?${query}` : ''), [query])
  return (
    <>
      <ListHead title={t('stays.title')}>
        <Download wanted={wanted} />
      </ListHead>
      <Views
        label={t('stays.views')}
        views={views.map((view) => ({
          to: pathOf({ ...wanted, view }),
          label: t(`stays.view_${view}`),
          isShown: view === wanted.view,
        }))}
      />
      <ListBar>
        <SearchForm
          label={t('stays.search')}
          hint={t('stays.search_hint')}
          value={wanted.search ?? ''}
          onSearch={(search) => go({ search: search || undefined })}
        />
        <details className={styles.more} open={isWide || wanted.room || wanted.from || wanted.until ? true : undefined}>
          <summary>{t('stays.filters')}</summary>
          <div className={styles.filters}>
            <SelectField
              label={t('stays.room')}
              name="room"
              value={wanted.room ?? ''}
              onChange={({ currentTarget }) => go({ room: currentTarget.value || undefined })}
            >
              <option value="">{t('stays.any_room')}</option>
              {data.rooms.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </SelectField>
            {(['from', 'until'] as const).map((name) => (
              <TextField
                key={`${name} ${wanted[name] ?? ''}`}
                label={t(`stays.${name}`)}
                name={name}
                type="date"
                defaultValue={wanted[name] ?? ''}
                onBlur={({ currentTarget: { value } }) =>
                  value !== (wanted[name] ?? '') && go({ [name]: value || undefined })
                }
                onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
              />
            ))}
            {isFiltered && rows.length > 0 && (
              <Button look="quiet" onClick={() => navigate(pathOf({ view: wanted.view }), language)}>
                {t('stays.clear_all')}
              </Button>
            )}
          </div>
        </details>
      </ListBar>
      {rows.length === 0 ? (
        <None wanted={wanted} isFiltered={isFiltered} />
      ) : isWide ? (
        <BookingsTable rows={rows} />
      ) : (
        <Rows rows={rows.map((row) => rowOf(row, translator))} />
      )}
      <More {...paging} />
    </>
  )
}

function Download({ wanted }: { wanted: Asked }) {
  const { t } = useWords()
  const api = useApi<BookingsOfficeApi>()
  const [state, setState] = useState<'busy' | 'failed' | null>(null)
  async function download() {
    setState('busy')
    try {
      saveFile(`bookings-${wanted.view.replace('_', '-')}.csv`, new Blob([await api.getBookingsFile(wanted)]))
      setState(null)
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      {state === 'failed' && <p role="alert">{t('stays.download_failed')}</p>}
      <Button look="secondary" busy={state === 'busy'} onClick={() => void download()}>
        {t('stays.download')}
      </Button>
    </>
  )
}

/** The view to suggest when this one is empty. */
const onwards = {
  to_answer: null,
  arriving: 'to_answer',
  in_house: 'arriving',
  newest: null,
  past: null,
  cancelled: null,
} as const

function None({ wanted, isFiltered }: { wanted: Asked; isFiltered: boolean }) {
  const { t } = useWords()
  const { view } = wanted
  const onward = onwards[view]
  if (isFiltered)
    return (
      <Empty title={t('stays.none_found')}>
        <p>{t('stays.none_found_text')}</p>
        <p className={styles.onward}>
          {wanted.search && view !== 'newest' && (
            <Link to={pathOf({ view: 'newest', search: wanted.search })}>{t('stays.search_all')}</Link>
          )}
          <Link to={pathOf({ view })}>{t('stays.clear')}</Link>
        </p>
      </Empty>
    )
  return (
    <Empty title={t(`stays.none_${view}`)}>
      <p>{t(`stays.none_${view}_text`)}</p>
      {onward && (
        <p className={styles.onward}>
          <Link to={pathOf({ view: onward })}>{t(`stays.view_${onward}`)}</Link>
        </p>
      )}
    </Empty>
  )
}

function rowOf(row: BookingLine, translator: Translator): Row {
  const inShort = datesInShort(translator, row.checkin, row.checkout, thisYear())
  return {
    path: officeHref('booking', row.code),
    title: row.name || translator.t('office.forgotten'),
    about: `${row.room_name}, ${inShort}`,
    small: `${row.code}, ${translator.count('rooms.nights', row.nights)}, ${guestsSaid(row, translator)}`,
    end: row.total !== null && translator.money(row.total),
    chip: <StandsChip {...row} />,
  }
}
