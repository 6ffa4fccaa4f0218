import type { RequestContext, StreamedFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { CSV_BOM, formatCsvLine } from '#platform/files/csv.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { getSourceKind } from '../../visits/sources.ts'
import { translatorFor } from '#locales/both.ts'
import { validateFigures, type FiguresQuery } from '../figures.ts'
import { loadPageNames } from '../page-names.ts'
import type { Period } from '../period.ts'
import { sumCounts, countViewsByPage, loadVisits, type PeriodVisits } from '../visits.ts'
import { streamSheetCsv } from './sheet-csv.ts'
import type { Visits, visitsContract } from './visits-contract.ts'
import { buildVisitsSheet } from './visits-sheets.ts'

/** The maximum number of pages in the list. */
const MAX_PAGES = 30
/** The number of days that one query reads for the file. */
const DAYS_PER_QUERY = 31

export const visitsHandlers = {
  getVisits: {
    validate: validateFigures,
    execute: readVisitsView,
  },

  getVisitsFile: {
    validate: validateFigures,
    async execute(db, ctx, { sheet, ...form }): Promise<StreamedFile> {
      const createCsvFile = (days: string, parts: StreamedFile['parts']) => ({
        name: `visits-${days}.csv`,
        type: 'text/csv; charset=utf-8',
        bytes: null,
        parts,
      })
      if (sheet === 'days') {
        const { period } = (await loadVisits(db, ctx, form)).now
        return createCsvFile(`${isoDay(period.from)}-${isoDay(period.to - 1)}`, streamDailyCsv(db, ctx, period))
      }
      const visits = await readVisitsView(db, ctx, form)
      const translator = translatorFor(ctx.language)
      const csvChunks = streamSheetCsv(buildVisitsSheet(sheet, visits, translator), translator)
      return createCsvFile(`${sheet}-${visits.now.from}-${visits.now.until}`, csvChunks)
    },
  },
} satisfies Handlers<typeof visitsContract>

async function readVisitsView(db: Database, ctx: RequestContext, form: FiguresQuery): Promise<Visits> {
  const { today, since, now, before } = await loadVisits(db, ctx, form)
  const topPaths = [now, before].flatMap((item) => item?.pages.slice(0, MAX_PAGES).map(({ page }) => page) ?? [])
  const pageNames = await loadPageNames(db, ctx, topPaths)
  const shownPaths = new Set(topPaths)
  return {
    today: isoDay(today),
    since: since === null ? null : isoDay(since),
    now: toVisitsView(now, shownPaths, pageNames),
    before: before && toVisitsView(before, shownPaths, pageNames),
  }
}

function toVisitsView(
  visited: PeriodVisits,
  shownPaths: ReadonlySet<string>,
  pageNames: ReadonlyMap<string, string>,
): Visits['now'] {
  const { period, days, pages, languages, devices, sources, roomsSeen, productsSeen, stays, enquiries, messages } =
    visited
  const otherPages = pages.filter(({ page }) => !shownPaths.has(page))
  return {
    from: isoDay(period.from),
    until: isoDay(period.to - 1),
    all: {
      seen: sumCounts(days, ({ seen }) => seen),
      begun: sumCounts(days, ({ begun }) => begun),
      searches: sumCounts(days, (line) => line.searches),
      rooms_seen: roomsSeen,
      products_seen: productsSeen,
      stays,
      enquiries,
      messages,
    },
    days: days.map(({ day, seen, begun, searches }) => ({ day: isoDay(day), seen, begun, searches })),
    pages: pages
      .filter(({ page }) => shownPaths.has(page))
      .map(({ page, seen }) => ({ page, name: pageNames.get(page) ?? null, seen })),
    other_pages: { pages: otherPages.length, seen: sumCounts(otherPages, ({ seen }) => seen) },
    languages: { en: languages.get('en') ?? 0, bn: languages.get('bn') ?? 0 },
    devices: { phone: devices.get('phone') ?? 0, desktop: devices.get('desktop') ?? 0 },
    sources: sources.map(({ source, begun }) => {
      const kind = getSourceKind(source)
      return { kind, host: kind === 'direct' || kind === 'others' ? null : source, begun }
    }),
  }
}

/** Yields one CSV line per day, page, language and device, with headings in the user's language. */
async function* streamDailyCsv(
  db: Database,
  { language }: RequestContext,
  { from, to }: Period,
): AsyncGenerator<string> {
  const { t } = translatorFor(language)
  yield (
    CSV_BOM + formatCsvLine((['day', 'page', 'language', 'device', 'seen'] as const).map((item) => t(`visits.${item}`)))
  )
  for (let day = from; day < to; day += DAYS_PER_QUERY) {
    const lines = await countViewsByPage(db, { from: day, to: Math.min(to, day + DAYS_PER_QUERY) })
    yield lines
      .map((line) => formatCsvLine([isoDay(line.day), line.page, line.language, line.device, line.times]))
      .join('')
  }
}
