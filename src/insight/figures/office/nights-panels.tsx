import { usePlace, useWords } from '#platform/pages/page.tsx'
import { datesInShort } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import { ratiosOf } from '../ratios.ts'
import { amountSaid } from './amounts.ts'
import { BarChart, scaleFor } from './bar-chart.tsx'
import { bucketsOf, byInChart, byInTable, cents, occupancyOf, percentOf, type Bucket, type By } from './buckets.ts'
import type { Figures } from './contract.ts'
import { daysIn } from './days-form.tsx'
import { Download } from './download.tsx'
import styles from './figures-page.module.css'
import { Panel, Table } from './parts.tsx'
import { ToStays } from './to-stays.tsx'

/** How full the house was, night by night, and what these nights brought: drawn, and in a table beside it. */
export function NightsPanels({ data }: { data: Figures }) {
  const translator = useWords()
  const { t, number } = translator
  const { query } = usePlace()
  const { nights } = data.now
  const [inChart, inTable] = [byInChart(nights.length), byInTable(nights.length)]
  const [bars, rows] = [bucketsOf(data, inChart), bucketsOf(data, inTable)]
  const all: Bucket = {
    from: data.now.from,
    until: data.now.until,
    line: data.now.all,
    before: data.before && data.before.all,
    when: 'past',
  }
  const hasMoney = data.now.all.net !== null
  const hasBefore = data.before !== null
  const percent = (share: number | null) => (share === null ? t('figures.none') : number(percentOf(share)!))
  const amount = (bdt: number | null | undefined) => (bdt == null ? t('figures.none') : amountSaid(translator, bdt))
  const nameOf = (bucket: Bucket) => rowName(bucket, inTable, data.today, translator)
  const soldIn = (bucket: Bucket) =>
    toNights(bucket, bucket === all ? t('figures.all') : nameOf(bucket), number(bucket.line.sold))
  /** All that is told of nights, for both. */
  const nightsFile = (of: string) => (
    <Download
      name="figures-nights"
      of={of}
      fetchFile={(api) => api.getFiguresFile({ ...daysIn(query), sheet: 'nights' })}
    />
  )
  const nightly = inChart === 'night'
  const occupancy = nightly ? t('figures.chart_occupancy') : t('figures.chart_occupancy_by')
  const revenue = nightly ? t('figures.chart_revenue') : t('figures.chart_revenue_by')
  const scale = scaleFor(bars.flatMap(({ line, before }) => [line.net, before?.net]))
  return (
    <>
      <Panel
        title={occupancy}
        {...(data.now.until >= data.today && { note: t('figures.chart_note') })}
        about={t('figures.about_occupancy')}
        tools={nightsFile(occupancy)}
      >
        <div className={styles.beside}>
          <BarChart
            label={occupancy}
            bars={bars.map((bucket) => ({
              name: barName(bucket, inChart, translator),
              value: occupancyOf(bucket.line),
              when: bucket.when,
              closed: bucket.line.units === 0 ? 0 : bucket.line.closed / bucket.line.units,
              before: bucket.before && occupancyOf(bucket.before),
            }))}
            rows={rows.length}
            top={1}
            ticks={[0, 0.5, 1]}
            say={(tick) => t('figures.percent', { value: tick * 100 })}
          />
          <Table
            caption={occupancy}
            named={t('figures.nights')}
            rows={rows}
            nameOf={nameOf}
            sum={all}
            columns={[
              {
                name: t('figures.sold'),
                of: soldIn,
              },
              { name: t('figures.of'), of: ({ line }) => number(line.units) },
              { name: t('figures.share'), of: ({ line }) => percent(ratiosOf(line).occupancy) },
              {
                name: t('figures.share_open'),
                of: ({ line }) => (line.closed === 0 ? t('figures.none') : percent(ratiosOf(line).occupancyOpen)),
              },
              ...(hasBefore
                ? [
                    {
                      name: t('figures.net_before'),
                      of: ({ before }: Bucket) => percent(before && ratiosOf(before).occupancy),
                    },
                  ]
                : []),
            ]}
          />
        </div>
      </Panel>
      {hasMoney && (
        <Panel
          title={revenue}
          note={t('figures.chart_revenue_note')}
          about={t('figures.about_revenue')}
          tools={nightsFile(revenue)}
        >
          <div className={styles.besideWide}>
            <BarChart
              label={revenue}
              bars={bars.map((bucket) => ({
                name: barName(bucket, inChart, translator),
                value: bucket.line.net,
                when: bucket.when,
                before: bucket.before?.net ?? null,
              }))}
              rows={rows.length}
              {...scale}
              say={number}
            />
            <Table
              caption={revenue}
              named={t('figures.nights')}
              rows={rows}
              nameOf={nameOf}
              sum={all}
              columns={[
                { name: t('figures.net'), of: ({ line }) => amount(line.net) },
                { name: t('figures.vat'), of: ({ line }) => amount(line.vat) },
                { name: t('figures.gross'), of: ({ line }) => amount(cents(line.net! + line.vat!)) },
                ...(hasBefore
                  ? [{ name: t('figures.net_before'), of: ({ before }: Bucket) => amount(before?.net) }]
                  : []),
              ]}
            />
          </div>
        </Panel>
      )}
    </>
  )
}

/** A number of nights, which leads to their stays where there are any. */
const toNights = ({ from, until, line }: Bucket, name: string, said: string) =>
  line.sold === 0 ? (
    said
  ) : (
    <ToStays asked={{ figure: 'nights', from, until }} name={name}>
      {said}
    </ToStays>
  )

type Days = Pick<Bucket, 'from' | 'until'>

export function rowName({ from, until }: Days, by: By, today: string, translator: Translator): string {
  if (by === 'month') return monthName(from, translator)
  const said = from === until ? translator.day(from, 'short') : datesInShort(translator, from, until, today.slice(0, 4))
  // A line may end after the dash, and the next one begins with no space.
  return said.replaceAll(' ', '\u00a0').replace('–\u00a0', '– ')
}

export function barName({ from, until }: Days, by: By, translator: Translator): string {
  if (by === 'month') return translator.day(from, 'short').replace(/^\S+ /, '')
  const date = (day: string) => translator.number(Number(day.slice(8)))
  return from === until ? date(from) : `${date(from)}–${date(until)}`
}

const monthName = (day: string, translator: Translator) =>
  `${translator.day(day, 'month')}\u00a0${translator.digits(day.slice(0, 4))}`
