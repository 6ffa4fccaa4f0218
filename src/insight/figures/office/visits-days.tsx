import { usePlace, useWords } from '#platform/pages/page.tsx'
import { BarChart, scaleFor } from './bar-chart.tsx'
import { byInChart, byInTable, inGroups, type By } from './buckets.ts'
import { daysIn } from './days-form.tsx'
import { Download } from './download.tsx'
import styles from './figures-page.module.css'
import { barName, rowName } from './nights-panels.tsx'
import { Panel, Table } from './parts.tsx'
import type { Visits } from './visits-contract.ts'

type Visited = Visits['now']
type Counts = Pick<Visited['all'], 'seen' | 'begun' | 'searches'>
type Line = Counts & { from: string; until: string; before: Counts | null; isToday: boolean }

/** Day by day, drawn and in a table beside it. */
export function DaysPanel({ data }: { data: Visits }) {
  const translator = useWords()
  const { t, number } = translator
  const { query } = usePlace()
  const { now, before, today } = data
  const [inChart, inTable] = [byInChart(now.days.length), byInTable(now.days.length)]
  const [bars, rows] = [linesOf(data, inChart), linesOf(data, inTable)]
  const title = t(inChart === 'night' ? 'visits.chart' : 'visits.chart_by')
  const all: Line = { ...now.all, from: now.from, until: now.until, before: before && before.all, isToday: false }
  return (
    <Panel
      title={title}
      about={t('visits.about_seen')}
      tools={
        <Download
          name="visits"
          of={t('visits.days')}
          fetchFile={(api) => api.getVisitsFile({ ...daysIn(query), sheet: 'days' })}
        />
      }
    >
      <div className={styles.beside}>
        <BarChart
          label={title}
          bars={bars.map((line) => ({
            name: barName(line, inChart, translator),
            value: line.seen,
            when: line.isToday ? 'today' : 'past',
            before: line.before && line.before.seen,
          }))}
          rows={rows.length}
          {...scaleFor(bars.flatMap((line) => [line.seen, line.before?.seen]))}
          say={number}
        />
        <Table
          caption={title}
          named={t('visits.days')}
          rows={rows}
          nameOf={(line) => rowName(line, inTable, today, translator)}
          sum={all}
          columns={[
            { name: t('visits.seen'), of: ({ seen }) => number(seen) },
            { name: t('visits.begun'), of: ({ begun }) => number(begun) },
            // A phone has room for four.
            before
              ? {
                  name: t('figures.net_before'),
                  of: (line) => (line.before ? number(line.before.seen) : t('figures.none')),
                }
              : { name: t('visits.searches'), of: (line) => number(line.searches) },
          ]}
        />
      </div>
    </Panel>
  )
}

function linesOf({ now, before, today }: Visits, by: By): Line[] {
  let start = 0
  return inGroups(
    now.days.map((each) => ({ ...each, night: each.day })),
    by,
  ).map((days) => {
    const others = before && before.days.slice(start, start + days.length)
    start += days.length
    const [from, until] = [days[0]!.day, days.at(-1)!.day]
    return { ...sumOf(days), from, until, before: others && sumOf(others), isToday: until === today }
  })
}

const sumOf = (days: readonly Counts[]): Counts =>
  days.reduce<Counts>(
    (all, day) => ({
      seen: all.seen + day.seen,
      begun: all.begun + day.begun,
      searches: all.searches + day.searches,
    }),
    { seen: 0, begun: 0, searches: 0 },
  )
