import { sourceKinds } from '../../visits/sources.ts'
import type { Translator } from '#locales/translator.ts'
import type { VisitsSheet } from '../parts.ts'
import { factsSheet, shareOf, type Fact } from './facts.ts'
import type { Sheet } from './sheet.ts'
import type { Visits } from './visits-contract.ts'

type Visited = Visits['now']

export function visitsSheetOf(name: VisitsSheet, visits: Visits, translator: Translator): Sheet {
  const { t, count } = translator
  switch (name) {
    case 'pages':
      return countsSheet(visits, translator, {
        title: t('visits.by_page'),
        about: t('visits.about_by_page'),
        named: t('visits.page'),
        counted: t('visits.seen'),
        allOf: ({ all }) => all.seen,
        linesOf: ({ pages, other_pages: others }) => [
          ...pages.map(({ page, name: title, seen }) => ({ key: page, name: title ?? page, path: page, times: seen })),
          ...(others.pages > 0
            ? [{ key: '', name: count('visits.other_pages', others.pages), times: others.seen }]
            : []),
        ],
      })
    case 'ways':
      return factsSheet(visits, translator, t('visits.ways'), t('visits.about_ways'), waysFacts(translator))
    case 'sources':
      return countsSheet(visits, translator, {
        title: t('visits.by_source'),
        about: t('visits.about_by_source'),
        named: t('visits.source'),
        counted: t('visits.begun'),
        allOf: ({ all }) => all.begun,
        linesOf: ({ sources }) =>
          sourceKinds
            .map((kind) => ({
              key: kind,
              name: t(`visits.kind_${kind}`),
              times: sources.reduce((all, each) => all + (each.kind === kind ? each.begun : 0), 0),
            }))
            .filter(({ times }) => times > 0)
            .toSorted((one, other) => other.times - one.times),
      })
    case 'sites':
      return countsSheet(visits, translator, {
        title: t('visits.by_site'),
        about: t('visits.about_by_source'),
        named: t('visits.site'),
        counted: t('visits.begun'),
        allOf: ({ all }) => all.begun,
        linesOf: ({ sources }) =>
          sources.flatMap(({ host, begun }) => (host === null ? [] : [{ key: host, name: host, times: begun }])),
      })
    case 'readers':
      return countsSheet(visits, translator, {
        title: t('visits.by_kind'),
        about: t('visits.about_by_kind'),
        named: t('visits.kind'),
        counted: t('visits.seen'),
        allOf: ({ all }) => all.seen,
        linesOf: ({ devices, languages }) => [
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

/** How often each was, and its share of all; those of other days in the same row. */
function countsSheet(
  { now, before }: Visits,
  { t }: Translator,
  {
    title,
    about,
    named,
    counted,
    allOf,
    linesOf,
  }: {
    title: string
    about: string
    named: string
    counted: string
    allOf: (visited: Visited) => number
    linesOf: (visited: Visited) => CountLine[]
  },
): Sheet {
  const columns = [counted, t('visits.share')]
  const [lines, others] = [linesOf(now), before && linesOf(before)]
  const byKey = new Map([...(others ?? []), ...lines].map((line) => [line.key, line]))
  const keys = new Set([...lines, ...(others ?? [])].map(({ key }) => key))
  const cells = (all: readonly CountLine[], key: string, whole: number) => {
    const times = all.find((line) => line.key === key)?.times ?? 0
    return [times, shareOf(times, whole)]
  }
  return {
    title,
    about,
    named,
    columns: columns.map((name) => ({ name, nameBefore: t('figures.before_of', { name }) })),
    drawn: 0,
    isCompared: before !== null,
    rows: [...keys].map((key) => {
      const { name, path } = byKey.get(key)!
      return {
        name,
        ...(path && { path }),
        now: cells(lines, key, allOf(now)),
        before: before && others && cells(others, key, allOf(before)),
        isDrawn: true,
      }
    }),
  }
}

/** What was seen beside what was asked for. */
function waysFacts({ t }: Translator): Fact<Visited>[] {
  const counted = (name: 'searches' | 'rooms_seen' | 'stays' | 'products_seen' | 'enquiries' | 'messages') => ({
    name: t(`visits.${name}`),
    of: ({ all }: Visited) => all[name],
    isDrawn: true,
  })
  return [
    counted('searches'),
    counted('rooms_seen'),
    counted('stays'),
    { name: t('visits.a_hundred_searches'), of: ({ all }) => shareOf(all.stays, all.searches) },
    counted('products_seen'),
    counted('enquiries'),
    { name: t('visits.a_hundred_products'), of: ({ all }) => shareOf(all.enquiries, all.products_seen) },
    counted('messages'),
  ]
}
