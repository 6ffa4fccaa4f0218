import { usePlace, useWords } from '../../platform/pages/page.tsx'
import { sourceKinds } from '../../visits/sources.ts'
import { inLanguage } from '../../urls.ts'
import { BarChart, scaleFor } from './bar-chart.tsx'
import { byInChart, byInTable, inGroups, percentOf, type By } from './buckets.ts'
import styles from './figures-page.module.css'
import { barName, rowName } from './nights-panels.tsx'
import { Panel, Table } from './parts.tsx'
import type { Visits } from './visits-contract.ts'

type Visited = Visits['now']
type Counts = Pick<Visited['all'], 'seen' | 'begun' | 'searches'>
type Line = Counts & { from: string; until: string; before: Counts | null; isToday: boolean }

/** Day by day, drawn and in a table beside it. */
export function DaysPanel({ data }: { data: Visits }) {
  const words = useWords()
  const { t, number } = words
  const { now, before, today } = data
  const [inChart, inTable] = [byInChart(now.days.length), byInTable(now.days.length)]
  const [bars, rows] = [linesOf(data, inChart), linesOf(data, inTable)]
  const title = t(inChart === 'night' ? 'visits.chart' : 'visits.chart_by')
  const all: Line = { ...now.all, from: now.from, until: now.until, before: before && before.all, isToday: false }
  return (
    <Panel title={title} about={t('visits.about_seen')}>
      <div className={styles.beside}>
        <BarChart
          label={title}
          bars={bars.map((line) => ({
            name: barName(line, inChart, words),
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
          nameOf={(line) => rowName(line, inTable, today, words)}
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

/** What is read most. */
export function PagesPanel({ visited: { pages, other_pages: others, all } }: { visited: Visited }) {
  const { t, count, number } = useWords()
  const { language } = usePlace()
  const rows = [
    ...pages.map(({ page, name, seen }) => ({
      name: <a href={inLanguage(page, language)}>{name ?? page}</a>,
      seen,
    })),
    ...(others.pages > 0 ? [{ name: count('visits.other_pages', others.pages), seen: others.seen }] : []),
  ]
  return (
    <Panel title={t('visits.by_page')} about={t('visits.about_by_page')}>
      <Table
        caption={t('visits.by_page')}
        named={t('visits.page')}
        rows={rows}
        nameOf={({ name }) => name}
        columns={[
          { name: t('visits.seen'), of: ({ seen }) => number(seen) },
          { name: t('visits.share'), of: ({ seen }) => number(percentOf(seen / all.seen)!) },
        ]}
      />
    </Panel>
  )
}

/** From where, by kind and by site. */
export function SourcesPanel({ visited: { sources, all } }: { visited: Visited }) {
  const { t, number } = useWords()
  const columns = [
    { name: t('visits.begun'), of: ({ begun }: { begun: number }) => number(begun) },
    { name: t('visits.share'), of: ({ begun }: { begun: number }) => number(percentOf(begun / all.begun)!) },
  ]
  const kinds = sourceKinds.flatMap((kind) => {
    const ofKind = sources.filter((source) => source.kind === kind)
    return ofKind.length === 0 ? [] : [{ kind, begun: ofKind.reduce((sum, { begun }) => sum + begun, 0) }]
  })
  const sites = sources.filter(({ host }) => host !== null)
  return (
    <Panel title={t('visits.by_source')} about={t('visits.about_by_source')}>
      <div className={styles.books}>
        <Table
          caption={t('visits.by_source')}
          named={t('visits.source')}
          rows={kinds.toSorted((one, other) => other.begun - one.begun)}
          nameOf={({ kind }) => t(`visits.kind_${kind}`)}
          columns={columns}
        />
        {sites.length > 0 && (
          <Table
            caption={t('visits.by_site')}
            named={t('visits.site')}
            rows={sites}
            nameOf={({ host }) => host}
            columns={columns}
          />
        )}
      </div>
    </Panel>
  )
}

/** On what and in which language it is read. */
export function ReadersPanel({ visited: { languages, devices, all } }: { visited: Visited }) {
  const { t, number } = useWords()
  const rows = [
    ...(['phone', 'desktop'] as const).map((device) => ({ name: t(`visits.device_${device}`), seen: devices[device] })),
    ...(['en', 'bn'] as const).map((language) => ({
      name: t(`visits.language_${language}`),
      seen: languages[language],
    })),
  ]
  return (
    <Panel title={t('visits.by_kind')} about={t('visits.about_by_kind')}>
      <Table
        caption={t('visits.by_kind')}
        named={t('visits.kind')}
        rows={rows}
        nameOf={({ name }) => name}
        columns={[
          { name: t('visits.seen'), of: ({ seen }) => number(seen) },
          { name: t('visits.share'), of: ({ seen }) => number(percentOf(seen / all.seen)!) },
        ]}
      />
    </Panel>
  )
}

interface Fact {
  name: string
  of: (all: Visited['all']) => string
}

/** What was seen beside what was asked for. */
export function WaysPanel({ data: { now, before } }: { data: Visits }) {
  const { t, number } = useWords()
  const counted = (name: 'searches' | 'rooms_seen' | 'stays' | 'products_seen' | 'enquiries' | 'messages'): Fact => ({
    name: t(`visits.${name}`),
    of: (all) => number(all[name]),
  })
  const aHundred = (part: number, whole: number) => (whole === 0 ? t('figures.none') : number(percentOf(part / whole)!))
  const rows: Fact[] = [
    counted('searches'),
    counted('rooms_seen'),
    counted('stays'),
    { name: t('visits.a_hundred_searches'), of: (all) => aHundred(all.stays, all.searches) },
    counted('products_seen'),
    counted('enquiries'),
    { name: t('visits.a_hundred_products'), of: (all) => aHundred(all.enquiries, all.products_seen) },
    counted('messages'),
  ]
  return (
    <Panel title={t('visits.ways')} about={t('visits.about_ways')}>
      <Table
        caption={t('visits.ways')}
        named={t('figures.figure')}
        rows={rows}
        nameOf={({ name }) => name}
        columns={[
          { name: t('figures.now'), of: ({ of }) => of(now.all) },
          ...(before ? [{ name: t('figures.net_before'), of: ({ of }: Fact) => of(before.all) }] : []),
        ]}
      />
    </Panel>
  )
}
