import { Link, useWords } from '../../platform/pages/page.tsx'
import { queryString } from '../../urls.ts'
import { officePages } from '../../urls-office.ts'
import { sumSaid } from '../../quotations/amounts.ts'
import { currencies } from '../../quotations/limits.ts'
import { ratiosOf } from '../ratios.ts'
import { percentOf } from './buckets.ts'
import type { Figures, House, SoldLine } from './contract.ts'
import styles from './figures-page.module.css'
import { Panel, Table } from './parts.tsx'

/** The same nights by kind of room, way and country. */
export function WaysPanels({ house }: { house: House }) {
  const { t, number, language } = useWords()
  const amount = (bdt: number | null) => (bdt === null ? t('figures.none') : number(Math.round(bdt)))
  const hasMoney = house.all.net !== null
  const money = <Row extends SoldLine>() =>
    hasMoney
      ? [
          { name: t('figures.net'), of: ({ net }: Row) => amount(net) },
          {
            name: t('figures.rate'),
            of: ({ net, paid }: Row) => amount(paid === 0 || net === null ? null : net / paid),
          },
        ]
      : []
  const sold = { name: t('figures.sold'), of: ({ sold: nights }: SoldLine) => number(nights) }
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const countryName = (code: string) => {
    if (code === '') return t('figures.country_unknown')
    // What is no code of a country is said as it was written.
    return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
  }
  return (
    <div className={styles.three}>
      <Panel title={t('figures.by_room')}>
        <Table
          caption={t('figures.by_room')}
          named={t('figures.room')}
          rows={house.rooms}
          nameOf={staysIn(house)}
          columns={[
            sold,
            {
              name: t('figures.share'),
              of: (room) => {
                const { occupancy } = ratiosOf(room)
                return occupancy === null ? t('figures.none') : number(percentOf(occupancy)!)
              },
            },
            ...money<House['rooms'][number]>(),
          ]}
        />
      </Panel>
      <Panel title={t('figures.by_source')}>
        <Table
          caption={t('figures.by_source')}
          named={t('figures.source')}
          rows={house.sources}
          nameOf={({ source }) => t(`figures.source_${source}`)}
          columns={[sold, ...money<House['sources'][number]>()]}
        />
      </Panel>
      <Panel title={t('figures.by_country')}>
        <Table
          caption={t('figures.by_country')}
          named={t('figures.country')}
          rows={house.countries}
          nameOf={({ country }) => countryName(country)}
          columns={[sold, ...money<House['countries'][number]>()]}
        />
      </Panel>
    </div>
  )
}

const staysIn = (house: House) => (room: House['rooms'][number]) => <RoomStays room={room} house={house} />

/** To the stays in it that arrive in these days. */
function RoomStays({ room: { slug, name }, house: { from, until } }: { room: House['rooms'][number]; house: House }) {
  const { t } = useWords()
  return (
    <Link
      to={officePages.bookings + queryString({ room: slug, from, until })}
      aria-label={t('figures.room_stays', { name })}
    >
      {name}
    </Link>
  )
}

interface Fact {
  name: string
  of: (house: House) => string
}

/** What is told of stays and not of nights, and of what was written; beside the other days where there are any. */
export function StaysPanels({ data: { now, before } }: { data: Figures }) {
  const words = useWords()
  const { t, count, number, money } = words
  const none = t('figures.none')
  const bdt = (amount: number | null) => (amount === null ? none : money(amount))
  const rounded = (value: number | null) => (value === null ? none : number(Math.round(value * 10) / 10))
  const inWords = (of: 'median_nights' | 'median_days' | 'median_hours', value: number | null) =>
    value === null ? none : count(`figures.${of}`, value)
  const share = (part: number, all: number) =>
    all === 0 ? none : `${number(part)} (${t('figures.percent', { value: percentOf(part / all)! })})`
  const facts = (title: string, about: string, rows: readonly Fact[]) => (
    <Panel title={title} about={about}>
      <Table
        caption={title}
        named={t('figures.figure')}
        rows={rows}
        nameOf={({ name }) => name}
        columns={[
          { name: t('figures.now'), of: ({ of }) => of(now) },
          ...(before ? [{ name: t('figures.net_before'), of: ({ of }: Fact) => of(before) }] : []),
        ]}
      />
    </Panel>
  )
  return (
    <div className={styles.two}>
      {facts(t('figures.length'), t('figures.about_length'), [
        { name: t('figures.stays'), of: ({ length_of_stay: { stays } }) => number(stays) },
        { name: t('figures.median'), of: ({ length_of_stay: { median } }) => inWords('median_nights', median) },
        { name: t('figures.mean'), of: ({ length_of_stay: { mean } }) => rounded(mean) },
      ])}
      {facts(t('figures.lead'), t('figures.about_lead'), [
        { name: t('figures.stays'), of: ({ lead_time: { stays } }) => number(stays) },
        { name: t('figures.median'), of: ({ lead_time: { median } }) => inWords('median_days', median) },
        ...([0, 1, 4, 8, 31] as const).map((from) => ({
          name: t(`figures.lead_${from}`),
          of: ({ lead_time: { buckets } }: House) => number(buckets.find((bucket) => bucket.from === from)!.stays),
        })),
      ])}
      {facts(t('figures.ended'), t('figures.about_ended'), [
        { name: t('figures.made'), of: ({ ended }) => number(ended.made) },
        { name: t('figures.made_cancelled'), of: ({ ended }) => share(ended.made_and_cancelled, ended.made) },
        { name: t('figures.cancelled'), of: ({ ended }) => number(ended.cancelled) },
        { name: t('figures.no_shows'), of: ({ ended }) => number(ended.no_shows) },
        ...(now.ended.cancel_fees === null
          ? []
          : [
              { name: t('figures.cancel_fees'), of: ({ ended }: House) => bdt(ended.cancel_fees) },
              { name: t('figures.no_show_fees'), of: ({ ended }: House) => bdt(ended.no_show_fees) },
            ]),
      ])}
      {facts(
        t('figures.written'),
        t('figures.about_written'),
        (['enquiries', 'messages'] as const).flatMap((kind) => [
          { name: t(`figures.${kind}`), of: (house: House) => number(house[kind].came) },
          { name: t('figures.answered'), of: (house: House) => number(house[kind].answered) },
          { name: t('figures.until_answer'), of: (house: House) => inWords('median_hours', house[kind].hours) },
        ]),
      )}
      {facts(t('figures.offers'), t('figures.about_offers'), [
        { name: t('figures.offers_sent'), of: ({ offers }) => number(offers.sent) },
        { name: t('figures.offers_won'), of: ({ offers }) => share(offers.won, offers.sent) },
        { name: t('figures.offers_lost'), of: ({ offers }) => share(offers.lost, offers.sent) },
        { name: t('figures.offers_open'), of: ({ offers }) => number(offers.open) },
        { name: t('figures.offers_settled'), of: ({ offers }) => inWords('median_days', offers.days) },
        ...(now.offers.amounts === null
          ? []
          : currencies.flatMap((currency) => {
              const sum = (house: House, of: 'sent' | 'won') =>
                sumSaid(words, currency, house.offers.amounts?.find((each) => each.currency === currency)?.[of] ?? 0)
              return [
                { name: t('figures.offered_in', { currency }), of: (house: House) => sum(house, 'sent') },
                { name: t('figures.won_in', { currency }), of: (house: House) => sum(house, 'won') },
              ]
            })),
      ])}
    </div>
  )
}
