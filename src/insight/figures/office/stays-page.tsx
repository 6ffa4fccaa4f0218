import { apiNotFound } from '#platform/errors.ts'
import { Link, useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyListMessage, ListHead, MoreButton, Rows, usePaged, type Row } from '#ui/office/list.tsx'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { formatInclusiveDates, formatStayDates } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import { bookingSources } from '#schema/bookings.ts'
import { NO_COUNTRY, stayFigures } from '../sheet-names.ts'
import { formatAmount } from './amounts.ts'
import styles from './figures-page.module.css'
import { Panel, Table } from './panel.tsx'
import type { FigureStays, FigureStaysApi } from './stays-contract.ts'
import { formatCountryName } from './group-sheets.ts'

type Filter = Omit<Parameters<FigureStaysApi['getFigureStays']>[0], 'after'>
type Stay = FigureStays['data'][number]

/** The page that lists the stays behind a figure, with their totals. */
export const staysPage: Page<FigureStaysApi, FigureStays> = {
  load({ api, route }) {
    const filter = readFilter(route.query)
    if (!filter) throw apiNotFound()
    return api.getFigureStays(filter)
  },
  head: (_, { t }, { query }) => ({
    title: t(`figures.stays_of_${readFilter(query)?.figure ?? 'nights'}`),
    hidden: true,
  }),
  View: StaysView,
}

/** Reads the filter from the URL. Returns null if it is not valid. */
function readFilter(query: URLSearchParams): Filter | null {
  const figure = stayFigures.find((name) => name === query.get('figure'))
  const [from, until] = ['from', 'until'].map((name) => query.get(name) ?? '')
  const isValidPeriod = [from, until].every((day) => /^\d{4}-\d\d-\d\d$/.test(day!)) && from! <= until!
  if (!figure || !isValidPeriod) return null
  const source = bookingSources.find((name) => name === query.get('source'))
  const [room, country] = [query.get('room'), query.get('country')]
  return {
    figure,
    from: from!,
    until: until!,
    ...(room && { room }),
    ...(source && { source }),
    ...(country && { country }),
  }
}

function StaysView({ data }: { data: FigureStays }) {
  const translator = useTranslator()
  const { t, number } = translator
  const { query } = useRoute()
  const api = useApi<FigureStaysApi>()
  const isWide = useIsWide()
  const filter = readFilter(query)!
  const { figure, from, until, source, country } = filter
  const { rows, paging } = usePaged(data, (after) => api.getFigureStays({ ...filter, after }))
  const title = t(`figures.stays_of_${figure}`)
  const filterLabels = [
    data.room,
    source && t(`figures.source_${source}`),
    country && formatCountryName(country === NO_COUNTRY ? '' : country, translator),
  ].filter(Boolean)
  const hasAmounts = figure === 'nights' && data.all?.net != null
  return (
    <div className={styles.page}>
      <ListHead title={title} subtitle={[formatInclusiveDates(translator, from, until), ...filterLabels].join(', ')}>
        <ButtonLink variant="secondary" to={officePages.figures + queryString({ period: 'own', from, until })}>
          {t('figures.title')}
        </ButtonLink>
      </ListHead>
      {data.all && <Totals all={data.all} isOfNights={figure === 'nights'} />}
      <p className="quiet">{t(`figures.about_stays_of_${figure}`)}</p>
      {rows.length === 0 ? (
        <EmptyListMessage title={t('figures.no_stays')} text={t('figures.no_stays_text')} />
      ) : isWide ? (
        <Panel title={t('figures.stays')}>
          <Table
            caption={title}
            rowHeading={t('stays.name')}
            rows={rows}
            getName={renderGuest(translator)}
            columns={[
              { name: t('stays.reference'), getValue: ({ code }) => code, isText: true },
              { name: t('figures.room'), getValue: (stay) => stay.room_name, isText: true },
              { name: t('stays.dates'), getValue: (stay) => formatDates(stay, translator), isText: true },
              { name: t('figures.nights'), getValue: ({ nights }) => number(nights) },
              ...(hasAmounts
                ? [
                    { name: t('figures.net'), getValue: ({ net }: Stay) => formatAmount(translator, net!) },
                    { name: t('figures.vat'), getValue: ({ vat }: Stay) => formatAmount(translator, vat!) },
                  ]
                : []),
            ]}
          />
        </Panel>
      ) : (
        <Rows rows={rows.map((stay, index) => toRow(stay, `${stay.code} ${index}`, translator, hasAmounts))} />
      )}
      <MoreButton {...paging} />
    </div>
  )
}

/** The totals of the list, which equal the figure. */
function Totals({
  all: { stays, nights, net, vat },
  isOfNights,
}: {
  all: NonNullable<FigureStays['all']>
  isOfNights: boolean
}) {
  const { t, number, money } = useTranslator()
  const totals = isOfNights
    ? [
        [t('figures.nights'), number(nights)],
        [t('figures.rooms_of_stays'), number(stays)],
        ...(net === null || vat === null
          ? []
          : [
              [t('figures.net'), money(net)],
              [t('figures.vat'), money(vat)],
            ]),
      ]
    : [
        [t('figures.stays'), number(stays)],
        [t('figures.nights'), number(nights)],
      ]
  return (
    <dl className={`${styles.keys} ${styles.sums}`}>
      {totals.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const renderGuest =
  ({ t }: Translator) =>
  ({ code, name }: Stay) => <Link to={officeHref('booking', code)}>{name || t('office.name_deleted')}</Link>

const formatDates = ({ checkin, checkout }: Stay, translator: Translator) =>
  formatStayDates(translator, checkin, checkout).replaceAll(' ', '\u00a0')

/** Converts a booked room to a row. A stay with several rooms has several rows. */
const toRow = (stay: Stay, key: string, translator: Translator, hasAmounts: boolean): Row => ({
  key,
  path: officeHref('booking', stay.code),
  title: stay.name || translator.t('office.name_deleted'),
  about: `${stay.room_name}, ${formatDates(stay, translator)}`,
  small: `${stay.code}, ${translator.count('rooms.nights', stay.nights)}`,
  ...(hasAmounts && { end: translator.money(stay.net!) }),
})
