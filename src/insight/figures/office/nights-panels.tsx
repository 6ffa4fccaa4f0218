import { useRoute, useTranslator } from '#platform/pages/page.tsx'
import { roundToTwoDecimals } from '#platform/money.ts'
import { formatInclusiveDates } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import { calculateRatios } from '../ratios.ts'
import { formatAmount } from './amounts.ts'
import { BarChart, createScale } from './bar-chart.tsx'
import {
  toBuckets,
  chooseChartGrouping,
  chooseTableGrouping,
  getLineOccupancy,
  toPercent,
  type Bucket,
  type Grouping,
} from './buckets.ts'
import type { Figures } from './contract.ts'
import { readDaySelection } from './days-form.tsx'
import { Download } from './download.tsx'
import styles from './figures-page.module.css'
import { Panel, Table } from './panel.tsx'
import { StaysLink } from './stays-link.tsx'

/** The occupancy or the revenue of each night, as a chart with a table. */
export function NightsPanel({ data, figure }: { data: Figures; figure: 'occupancy' | 'revenue' }) {
  const nights = groupNights(data)
  if (figure === 'occupancy') return <OccupancyPanel data={data} nights={nights} />
  return data.now.all.net === null ? null : <RevenuePanel data={data} nights={nights} />
}

/** Groups the nights as bars of a chart and as rows of a table, which may group them differently. */
function groupNights(data: Figures) {
  const count = data.now.nights.length
  const [chartGrouping, tableGrouping] = [chooseChartGrouping(count), chooseTableGrouping(count)]
  const totalBucket: Bucket = {
    from: data.now.from,
    until: data.now.until,
    line: data.now.all,
    before: data.before && data.before.all,
    when: 'past',
  }
  return {
    bars: toBuckets(data, chartGrouping),
    rows: toBuckets(data, tableGrouping),
    sum: totalBucket,
    isNightly: chartGrouping === 'night',
    barName: (bucket: Bucket, translator: Translator) => formatBarLabel(bucket, chartGrouping, translator),
    rowName: (bucket: Bucket, translator: Translator) => formatRowLabel(bucket, tableGrouping, translator),
  }
}

interface PanelProps {
  data: Figures
  nights: ReturnType<typeof groupNights>
}

function OccupancyPanel({
  data,
  nights: { bars, rows, sum: totalBucket, isNightly, barName: formatBarName, rowName: formatRowName },
}: PanelProps) {
  const translator = useTranslator()
  const { t, number } = translator
  const title = isNightly ? t('figures.chart_occupancy') : t('figures.chart_occupancy_by')
  const formatShare = (share: number | null) => (share === null ? t('figures.none') : number(toPercent(share)!))
  const renderSoldCell = (bucket: Bucket) =>
    renderLinkToStays(
      bucket,
      bucket === totalBucket ? t('figures.all') : formatRowName(bucket, translator),
      number(bucket.line.sold),
    )
  return (
    <Panel
      title={title}
      {...(data.now.until >= data.today && { note: t('figures.chart_note') })}
      about={t('figures.about_occupancy')}
      tools={<NightsDownload subject={title} />}
    >
      <div className={styles.beside}>
        <BarChart
          label={title}
          bars={bars.map((bucket) => ({
            name: formatBarName(bucket, translator),
            value: getLineOccupancy(bucket.line),
            when: bucket.when,
            closed: bucket.line.units === 0 ? 0 : bucket.line.closed / bucket.line.units,
            before: bucket.before && getLineOccupancy(bucket.before),
          }))}
          rows={rows.length}
          top={1}
          ticks={[0, 0.5, 1]}
          format={(tick) => t('figures.percent', { value: tick * 100 })}
          formatValue={(share) => t('figures.percent', { value: toPercent(share)! })}
        />
        <Table
          caption={title}
          rowHeading={t('figures.nights')}
          rows={rows}
          getName={(bucket) => formatRowName(bucket, translator)}
          sum={totalBucket}
          columns={[
            { name: t('figures.sold'), getValue: renderSoldCell },
            { name: t('figures.of'), getValue: ({ line }) => number(line.units) },
            { name: t('figures.share'), getValue: ({ line }) => formatShare(calculateRatios(line).occupancy) },
            ...(data.now.all.closed > 0
              ? [
                  {
                    name: t('figures.share_open'),
                    getValue: ({ line }: Bucket) =>
                      line.closed === 0 ? t('figures.none') : formatShare(calculateRatios(line).occupancyOpen),
                  },
                ]
              : []),
            ...(data.before
              ? [
                  {
                    name: t('figures.net_before'),
                    getValue: ({ before }: Bucket) => formatShare(before && calculateRatios(before).occupancy),
                  },
                ]
              : []),
          ]}
        />
      </div>
    </Panel>
  )
}

function RevenuePanel({
  data,
  nights: { bars, rows, sum: totalBucket, isNightly, barName: formatBarName, rowName: formatRowName },
}: PanelProps) {
  const translator = useTranslator()
  const { t, number } = translator
  const title = isNightly ? t('figures.chart_revenue') : t('figures.chart_revenue_by')
  const formatNullableAmount = (bdt: number | null | undefined) =>
    bdt == null ? t('figures.none') : formatAmount(translator, bdt)
  return (
    <Panel
      title={title}
      note={t('figures.chart_revenue_note')}
      about={t('figures.about_revenue')}
      tools={<NightsDownload subject={title} />}
    >
      <div className={styles.besideWide}>
        <BarChart
          label={title}
          bars={bars.map((bucket) => ({
            name: formatBarName(bucket, translator),
            value: bucket.line.net,
            when: bucket.when,
            before: bucket.before?.net ?? null,
          }))}
          rows={rows.length}
          {...createScale(bars.flatMap(({ line, before }) => [line.net, before?.net]))}
          format={number}
        />
        <Table
          caption={title}
          rowHeading={t('figures.nights')}
          rows={rows}
          getName={(bucket) => formatRowName(bucket, translator)}
          sum={totalBucket}
          columns={[
            { name: t('figures.net'), getValue: ({ line }) => formatNullableAmount(line.net) },
            { name: t('figures.vat'), getValue: ({ line }) => formatNullableAmount(line.vat) },
            {
              name: t('figures.gross'),
              getValue: ({ line }) => formatNullableAmount(roundToTwoDecimals(line.net! + line.vat!)),
            },
            ...(data.before
              ? [{ name: t('figures.net_before'), getValue: ({ before }: Bucket) => formatNullableAmount(before?.net) }]
              : []),
          ]}
        />
      </div>
    </Panel>
  )
}

/** The download of all nightly figures, used by both panels. */
function NightsDownload({ subject }: { subject: string }) {
  const { query } = useRoute()
  return (
    <Download
      name="figures-nights"
      subject={subject}
      fetchFile={(api) => api.getFiguresFile({ ...readDaySelection(query), sheet: 'nights' })}
    />
  )
}

/** A number of nights that links to its stays, if there are any. */
const renderLinkToStays = ({ from, until, line }: Bucket, name: string, text: string) =>
  line.sold === 0 ? (
    text
  ) : (
    <StaysLink filter={{ figure: 'nights', from, until }} name={name}>
      {text}
    </StaysLink>
  )

type Days = Pick<Bucket, 'from' | 'until'>

export function formatRowLabel({ from, until }: Days, grouping: Grouping, translator: Translator): string {
  if (grouping === 'month') return formatMonth(from, translator)
  return formatInclusiveDates(translator, from, until, 'short')
}

/** The label below a bar: its month, or the date of its first day. */
export const formatBarLabel = (
  { from }: Pick<Days, 'from'>,
  grouping: Grouping,
  { day, number }: Translator,
): string => (grouping === 'month' ? day(from, 'short').replace(/^\S+ /, '') : number(Number(from.slice(8))))

const formatMonth = (day: string, translator: Translator) =>
  `${translator.day(day, 'month')}\u00a0${translator.digits(day.slice(0, 4))}`
