import { useRoute, useTranslator } from '#platform/pages/page.tsx'
import { BarChart, createScale } from './bar-chart.tsx'
import { chooseChartGrouping, chooseTableGrouping, groupNights, type Grouping } from './buckets.ts'
import { readDaySelection } from './days-form.tsx'
import { Download } from './download.tsx'
import styles from './figures-page.module.css'
import { formatBarLabel, formatRowLabel } from './nights-panels.tsx'
import { Panel, Table } from './panel.tsx'
import type { Visits } from './visits-contract.ts'

type Visited = Visits['now']
type Counts = Pick<Visited['all'], 'seen' | 'begun' | 'searches'>
type Line = Counts & { from: string; until: string; before: Counts | null; isToday: boolean }

/** The visits of each day, as a chart with a table. */
export function DaysPanel({ data }: { data: Visits }) {
  const translator = useTranslator()
  const { t, number } = translator
  const { query } = useRoute()
  const { now, before } = data
  const [chartGrouping, tableGrouping] = [chooseChartGrouping(now.days.length), chooseTableGrouping(now.days.length)]
  const [bars, rows] = [groupDays(data, chartGrouping), groupDays(data, tableGrouping)]
  const title = t(chartGrouping === 'night' ? 'visits.chart' : 'visits.chart_by')
  const allVisits: Line = { ...now.all, from: now.from, until: now.until, before: before && before.all, isToday: false }
  return (
    <Panel
      title={title}
      about={t('visits.about_seen')}
      tools={
        <Download
          name="visits"
          subject={t('visits.days')}
          fetchFile={(api) => api.getVisitsFile({ ...readDaySelection(query), sheet: 'days' })}
        />
      }
    >
      <div className={styles.beside}>
        <BarChart
          label={title}
          bars={bars.map((line) => ({
            name: formatBarLabel(line, chartGrouping, translator),
            value: line.seen,
            when: line.isToday ? 'today' : 'past',
            before: line.before && line.before.seen,
          }))}
          rows={rows.length}
          {...createScale(bars.flatMap((line) => [line.seen, line.before?.seen]))}
          format={number}
        />
        <Table
          caption={title}
          rowHeading={t('visits.days')}
          rows={rows}
          getName={(line) => formatRowLabel(line, tableGrouping, translator)}
          sum={allVisits}
          columns={[
            { name: t('visits.seen'), getValue: ({ seen }) => number(seen) },
            { name: t('visits.begun'), getValue: ({ begun }) => number(begun) },
            // A phone has space for four columns.
            before
              ? {
                  name: t('figures.net_before'),
                  getValue: (line) => (line.before ? number(line.before.seen) : t('figures.none')),
                }
              : { name: t('visits.searches'), getValue: (line) => number(line.searches) },
          ]}
        />
      </div>
    </Panel>
  )
}

function groupDays({ now, before, today }: Visits, grouping: Grouping): Line[] {
  let firstIndex = 0
  return groupNights(
    now.days.map((item) => ({ ...item, night: item.day })),
    grouping,
  ).map((days) => {
    const comparedDays = before && before.days.slice(firstIndex, firstIndex + days.length)
    firstIndex += days.length
    const [from, until] = [days[0]!.day, days.at(-1)!.day]
    return { ...sumDays(days), from, until, before: comparedDays && sumDays(comparedDays), isToday: until === today }
  })
}

const sumDays = (days: readonly Counts[]): Counts =>
  days.reduce<Counts>(
    (all, day) => ({
      seen: all.seen + day.seen,
      begun: all.begun + day.begun,
      searches: all.searches + day.searches,
    }),
    { seen: 0, begun: 0, searches: 0 },
  )
