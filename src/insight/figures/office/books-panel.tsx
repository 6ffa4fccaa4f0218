import { useState } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useRoute, useTranslator } from '#platform/pages/page.tsx'
import { roundToTwoDecimals } from '#platform/money.ts'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { queryString } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { formatInclusiveDates } from '#locales/dates.ts'
import { formatAmount } from './amounts.ts'
import { BarChart, createScale } from './bar-chart.tsx'
import { chooseChartGrouping, chooseTableGrouping, groupNights } from './buckets.ts'
import type { Books, FiguresApi } from './contract.ts'
import { readCard } from './cards.ts'
import { readDaySelection, type DaySelection } from './days-form.tsx'
import { Download } from './download.tsx'
import styles from './figures-page.module.css'
import { formatBarLabel, formatRowLabel } from './nights-panels.tsx'
import { Panel, Table } from './panel.tsx'

interface BooksSelection extends DaySelection {
  since?: string
  upto?: string
}

/** Reads the two days from the URL. Ignores them if they are not in order. */
export function readBooksSelection(query: URLSearchParams): BooksSelection {
  const readDay = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(query.get(name) ?? '') ? query.get(name)! : undefined)
  const [since, upto] = [readDay('since'), readDay('upto')]
  const isOrdered = since === undefined || upto === undefined || since < upto
  return { ...readDaySelection(query), ...(isOrdered && since && { since }), ...(isOrdered && upto && { upto }) }
}

type Snapshots = Books['all']

/** The panel for bookings of coming nights, the change since an earlier day, and the comparison with other nights. */
export function BooksPanel({ books }: { books: Books }) {
  const translator = useTranslator()
  const { t, number, day } = translator
  const { query } = useRoute()
  const { upto, since, before, taken: hasSnapshotByDay, missed: missedPeriods, nights } = books
  const [chartUnit, tableUnit] = [chooseChartGrouping(nights.length), chooseTableGrouping(nights.length)]
  const noValueText = t('figures.none')
  const hasMoney = nights.some((night) => night.upto?.net != null || night.before?.net != null)
  const formatRoomCount = (snapshots: Snapshots['upto']) => (snapshots ? number(snapshots.rooms) : noValueText)
  const formatNetAmount = (booked: Snapshots['upto']) => (booked ? formatAmount(translator, booked.net!) : noValueText)
  const prependPlusSign = (difference: number, text: string) => (difference > 0 ? `+${text}` : text)
  const formatRoomChange = ({ upto: latest, since: earlier }: Snapshots) =>
    latest && earlier
      ? prependPlusSign(latest.rooms - earlier.rooms, number(latest.rooms - earlier.rooms))
      : noValueText
  const formatNetChange = ({ upto: latest, since: earlier }: Snapshots) => {
    if (!latest || !earlier) return noValueText
    const difference = roundToTwoDecimals(latest.net! - earlier.net!)
    return prependPlusSign(difference, formatAmount(translator, difference))
  }
  const columns = [
    { name: t('figures.books_rooms'), getValue: (row: Snapshots) => formatRoomCount(row.upto) },
    ...(hasMoney ? [{ name: t('figures.net'), getValue: (row: Snapshots) => formatNetAmount(row.upto) }] : []),
    { name: t('figures.pick_up'), getValue: formatRoomChange },
    ...(hasMoney ? [{ name: t('figures.pick_up_net'), getValue: formatNetChange }] : []),
    ...(before
      ? [
          { name: t('figures.books_before'), getValue: (row: Snapshots) => formatRoomCount(row.before) },
          ...(hasMoney
            ? [{ name: t('figures.books_before_net'), getValue: (row: Snapshots) => formatNetAmount(row.before) }]
            : []),
        ]
      : []),
  ]
  const bars = groupNights(nights, chartUnit).map(sumNights)
  const scale = createScale(bars.flatMap((bar) => [bar.upto?.rooms, bar.before?.rooms]))
  const title = t('figures.books')
  const daysWithoutSnapshot = [
    ...(hasSnapshotByDay.upto ? [] : [upto]),
    ...(hasSnapshotByDay.since ? [] : [since]),
    ...(before && !hasSnapshotByDay.before ? [before] : []),
  ]
  return (
    <Panel
      title={title}
      note={t('figures.books_note', { day: upto })}
      about={t('figures.about_books')}
      tools={
        <Download
          name="on-the-books"
          subject={title}
          fetchFile={(api) => api.getOnTheBooksFile(readBooksSelection(query))}
        />
      }
    >
      <div className={styles.books}>
        <BooksForm selection={readBooksSelection(query)} books={books} />
        {daysWithoutSnapshot.length > 0 && (
          <p>{t('figures.snapshots_pending', { days: daysWithoutSnapshot.map((item) => day(item)).join(', ') })}</p>
        )}
        {missedPeriods.length > 0 && (
          <p className="quiet">
            {t('figures.snapshots_missed', {
              days: missedPeriods.map(({ from, until }) => formatInclusiveDates(translator, from, until)).join(', '),
            })}
          </p>
        )}
        {nights.length > 0 && (hasSnapshotByDay.upto || hasSnapshotByDay.before) && (
          <>
            <div className={before && hasMoney ? styles.besideWide : styles.beside}>
              <BarChart
                label={title}
                bars={bars.map((bar) => ({
                  name: formatBarLabel(bar, chartUnit, translator),
                  value: bar.upto?.rooms ?? null,
                  when: 'books',
                  before: bar.before?.rooms ?? null,
                }))}
                rows={books.rooms.length * 2}
                {...scale}
                format={number}
              />
              <Table
                caption={t('figures.books_by_room')}
                rowHeading={t('figures.room')}
                rows={books.rooms}
                getName={({ name }) => name}
                columns={columns}
              />
            </div>
            <Table
              caption={title}
              rowHeading={t('figures.nights')}
              rows={groupNights(nights, tableUnit).map(sumNights)}
              getName={(row) => formatRowLabel(row, tableUnit, translator)}
              columns={columns}
              sum={{ from: nights[0]!.night, until: nights.at(-1)!.night, ...books.all }}
            />
          </>
        )}
      </div>
    </Panel>
  )
}

/** Sums consecutive nights. Returns null for a day without a snapshot. */
function sumNights(nights: readonly Books['nights'][number][]): Snapshots & { from: string; until: string } {
  const sumSnapshot = (snapshot: keyof Snapshots): Snapshots['upto'] => {
    const bookedNights = nights.flatMap((night) => night[snapshot] ?? [])
    if (bookedNights.length < nights.length) return null
    const sumField = (field: 'net' | 'vat') =>
      bookedNights.some((item) => item[field] === null)
        ? null
        : roundToTwoDecimals(bookedNights.reduce((all, item) => all + item[field]!, 0))
    return {
      rooms: bookedNights.reduce((all, item) => all + item.rooms, 0),
      net: sumField('net'),
      vat: sumField('vat'),
    }
  }
  return {
    from: nights[0]!.night,
    until: nights.at(-1)!.night,
    upto: sumSnapshot('upto'),
    since: sumSnapshot('since'),
    before: sumSnapshot('before'),
  }
}

/** The form for the first and the last day of the comparison. */
function BooksForm({ selection, books }: { selection: BooksSelection; books: Books }) {
  const { t } = useTranslator()
  const { language, query } = useRoute()
  const api = useApi<FiguresApi>()
  const [days, setDays] = useState({ since: books.since, upto: books.upto })
  const { form, isBusy, failure, error } = useForm(
    async () => {
      const { since, upto } = days
      const selectionToSend = { ...selection, ...(since && { since }), ...(upto && { upto }) }
      await api.getOnTheBooks(selectionToSend)
      navigate(officePages.figures + queryString({ ...selectionToSend, card: readCard(query) }), language)
    },
    { isRepeatable: true },
  )
  const renderDateField = (name: 'since' | 'upto') => (
    <DateField
      label={t(`figures.${name}`)}
      name={name}
      value={days[name]}
      error={error(name)}
      onChange={({ currentTarget: { value } }) => setDays({ ...days, [name]: value })}
    />
  )
  return (
    <form {...form} className={styles.days}>
      {renderDateField('since')}
      {renderDateField('upto')}
      <Button type="submit" variant="secondary" isBusy={isBusy}>
        {t('figures.show_books')}
      </Button>
      {failure && <Failure>{failure}</Failure>}
    </form>
  )
}
