import { sourceKinds } from '../../visits/sources.ts'
import type { Translator } from '#locales/translator.ts'
import type { VisitsSheet } from '../sheet-names.ts'
import { buildFactsSheet, calculatePercent, type Fact } from './facts.ts'
import type { Sheet } from './sheet.ts'
import type { Visits } from './visits-contract.ts'

type Visited = Visits['now']

export function buildVisitsSheet(name: VisitsSheet, visits: Visits, translator: Translator): Sheet {
  const { t, count } = translator
  switch (name) {
    case 'pages':
      return buildCountsSheet(visits, translator, {
        title: t('visits.by_page'),
        about: t('visits.about_by_page'),
        rowHeading: t('visits.page'),
        countHeading: t('visits.seen'),
        allOf: ({ all }) => all.seen,
        readLines: ({ pages, other_pages: otherPages }) => [
          ...pages.map(({ page, name: title, seen }) => ({ key: page, name: title ?? page, path: page, times: seen })),
          ...(otherPages.pages > 0
            ? [{ key: '', name: count('visits.other_pages', otherPages.pages), times: otherPages.seen }]
            : []),
        ],
      })
    case 'ways':
      return buildFactsSheet(
        visits,
        translator,
        t('visits.ways'),
        t('visits.about_ways'),
        listConversionFacts(translator),
      )
    case 'sources':
      return buildCountsSheet(visits, translator, {
        title: t('visits.by_source'),
        about: t('visits.about_by_source'),
        rowHeading: t('visits.source'),
        countHeading: t('visits.begun'),
        allOf: ({ all }) => all.begun,
        readLines: ({ sources }) =>
          sourceKinds
            .map((kind) => ({
              key: kind,
              name: t(`visits.kind_${kind}`),
              times: sources.reduce((all, item) => all + (item.kind === kind ? item.begun : 0), 0),
            }))
            .filter(({ times }) => times > 0)
            .toSorted((a, b) => b.times - a.times),
      })
    case 'sites':
      return buildCountsSheet(visits, translator, {
        title: t('visits.by_site'),
        about: t('visits.about_by_source'),
        rowHeading: t('visits.site'),
        countHeading: t('visits.begun'),
        allOf: ({ all }) => all.begun,
        readLines: ({ sources }) =>
          sources.flatMap(({ host, begun }) => (host === null ? [] : [{ key: host, name: host, times: begun }])),
      })
    case 'readers':
      return buildCountsSheet(visits, translator, {
        title: t('visits.by_kind'),
        about: t('visits.about_by_kind'),
        rowHeading: t('visits.kind'),
        countHeading: t('visits.seen'),
        allOf: ({ all }) => all.seen,
        readLines: ({ devices, languages }) => [
          ...(['phone', 'desktop'] as const).map((device) => ({
            key: device,
            name: t(`visits.device_${device}`),
            times: devices[device],
          })),
          ...(['en', 'bn'] as const).map((language) => ({
            key: language,
            name: t(`visits.language_${language}`),
            times: languages[language],
          })),
        ],
      })
  }
}

interface CountLine {
  key: string
  name: string
  path?: string
  times: number
}

/** Builds a sheet with the count and share of each line, compared with the other period. */
function buildCountsSheet(
  { now, before }: Visits,
  { t }: Translator,
  {
    title,
    about,
    rowHeading,
    countHeading,
    allOf,
    readLines,
  }: {
    title: string
    about: string
    rowHeading: string
    countHeading: string
    allOf: (visited: Visited) => number
    readLines: (visited: Visited) => CountLine[]
  },
): Sheet {
  const columns = [countHeading, t('visits.share')]
  const [lines, comparedLines] = [readLines(now), before && readLines(before)]
  const byKey = new Map([...(comparedLines ?? []), ...lines].map((line) => [line.key, line]))
  const keys = new Set([...lines, ...(comparedLines ?? [])].map(({ key }) => key))
  const listCells = (all: readonly CountLine[], key: string, total: number) => {
    const times = all.find((line) => line.key === key)?.times ?? 0
    return [times, calculatePercent(times, total)]
  }
  return {
    title,
    about,
    rowHeading,
    columns: columns.map((name) => ({ name, nameBefore: t('figures.before_of', { name }) })),
    drawnColumn: 0,
    isCompared: before !== null,
    rows: [...keys].map((key) => {
      const { name, path } = byKey.get(key)!
      return {
        name,
        ...(path && { path }),
        now: listCells(lines, key, allOf(now)),
        before: before && comparedLines && listCells(comparedLines, key, allOf(before)),
        isDrawn: true,
      }
    }),
  }
}

/** Compares viewed pages with the requests that followed. */
function listConversionFacts({ t }: Translator): Fact<Visited>[] {
  const toFact = (name: 'searches' | 'rooms_seen' | 'stays' | 'products_seen' | 'enquiries' | 'messages') => ({
    name: t(`visits.${name}`),
    getValue: ({ all }: Visited) => all[name],
    isDrawn: true,
  })
  return [
    toFact('searches'),
    toFact('rooms_seen'),
    toFact('stays'),
    { name: t('visits.a_hundred_searches'), getValue: ({ all }) => calculatePercent(all.stays, all.searches) },
    toFact('products_seen'),
    toFact('enquiries'),
    { name: t('visits.a_hundred_products'), getValue: ({ all }) => calculatePercent(all.enquiries, all.products_seen) },
    toFact('messages'),
  ]
}
