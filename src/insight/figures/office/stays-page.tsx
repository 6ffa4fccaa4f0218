import { notFoundError } from '#platform/errors.ts'
import { Link, useApi, usePlace, useWords, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Empty, ListHead, More, Rows, usePaged, type Row } from '#ui/office/list.tsx'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { dates, datesInShort } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import { NO_COUNTRY, sources, stayFigures } from '../parts.ts'
import { amountSaid } from './amounts.ts'
import styles from './figures-page.module.css'
import { Panel, Table } from './parts.tsx'
import type { Behind, BehindApi } from './stays-contract.ts'
import { countryName } from './ways.ts'

type Asked = Omit<Parameters<BehindApi['getStaysBehind']>[0], 'after'>
type Stay = Behind['data'][number]

/** The stays that a figure counts: what the address names of them, and what they come to. */
export const staysPage: Page<BehindApi, Behind> = {
  load({ api, place }) {
    const asked = askedIn(place.query)
    if (!asked) throw notFoundError()
    return api.getStaysBehind(asked)
  },
  head: (_, { t }, { query }) => ({ title: t(`figures.behind_${askedIn(query)?.figure ?? 'nights'}`), hidden: true }),
  View: StaysView,
}

/** As it stands in the address; null of what is no question. */
function askedIn(query: URLSearchParams): Asked | null {
  const figure = stayFigures.find((name) => name === query.get('figure'))
  const [from, until] = ['from', 'until'].map((name) => query.get(name) ?? '')
  const areDays = [from, until].every((day) => /^\d{4}-\d\d-\d\d$/.test(day!)) && from! <= until!
  if (!figure || !areDays) return null
  const source = sources.find((name) => name === query.get('source'))
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

function StaysView({ data }: { data: Behind }) {
  const translator = useWords()
  const { t, number } = translator
  const { query } = usePlace()
  const api = useApi<BehindApi>()
  const isWide = useIsWide()
  const asked = askedIn(query)!
  const { figure, from, until, source, country } = asked
  const { rows, paging } = usePaged(data, (after) => api.getStaysBehind({ ...asked, after }))
  const title = t(`figures.behind_${figure}`)
  const only = [
    data.room,
    source && t(`figures.source_${source}`),
    country && countryName(country === NO_COUNTRY ? '' : country, translator),
  ].filter(Boolean)
  const hasAmounts = figure === 'nights' && data.all?.net != null
  return (
    <div className={styles.page}>
      <ListHead title={title} said={[dates(translator, from, until), ...only].join(', ')}>
        <ButtonLink look="secondary" to={officePages.figures + queryString({ period: 'own', from, until })}>
          {t('figures.title')}
        </ButtonLink>
      </ListHead>
      {data.all && <Sum all={data.all} isOfNights={figure === 'nights'} />}
      <p className={styles.compared}>{t(`figures.about_behind_${figure}`)}</p>
      {rows.length === 0 ? (
        <Empty title={t('figures.behind_none')} />
      ) : isWide ? (
        <Panel title={t('figures.stays')}>
          <Table
            caption={title}
            named={t('stays.name')}
            rows={rows}
            nameOf={guestIn(translator)}
            columns={[
              { name: t('stays.reference'), of: ({ code }) => code, isText: true },
              { name: t('figures.room'), of: (stay) => stay.room_name, isText: true },
              { name: t('stays.dates'), of: (stay) => daysOf(stay, translator), isText: true },
              { name: t('figures.nights'), of: ({ nights }) => number(nights) },
              ...(hasAmounts
                ? [
                    { name: t('figures.net'), of: ({ net }: Stay) => amountSaid(translator, net!) },
                    { name: t('figures.vat'), of: ({ vat }: Stay) => amountSaid(translator, vat!) },
                  ]
                : []),
            ]}
          />
        </Panel>
      ) : (
        <Rows rows={rows.map((stay, at) => rowOf(stay, `${stay.code} ${at}`, translator, hasAmounts))} />
      )}
      <More {...paging} />
    </div>
  )
}

/** All of them together, which is the figure. */
function Sum({
  all: { stays, nights, net, vat },
  isOfNights,
}: {
  all: NonNullable<Behind['all']>
  isOfNights: boolean
}) {
  const { t, number, money } = useWords()
  const sums = isOfNights
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
      {sums.map(([name, value]) => (
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

const guestIn =
  ({ t }: Translator) =>
  ({ code, name }: Stay) => <Link to={officeHref('booking', code)}>{name || t('office.forgotten')}</Link>

const daysOf = ({ checkin, checkout }: Stay, translator: Translator) =>
  datesInShort(translator, checkin, checkout, '').replaceAll(' ', '\u00a0')

/** Of one stay several rooms may be among them. */
const rowOf = (stay: Stay, key: string, translator: Translator, hasAmounts: boolean): Row => ({
  key,
  path: officeHref('booking', stay.code),
  title: stay.name || translator.t('office.forgotten'),
  about: `${stay.room_name}, ${daysOf(stay, translator)}`,
  small: `${stay.code}, ${translator.count('rooms.nights', stay.nights)}`,
  ...(hasAmounts && { end: translator.money(stay.net!) }),
})
