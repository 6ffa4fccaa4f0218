import type { RequestContext, GivenFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { CSV_BEGINS, csvLine } from '#platform/files/csv.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { kindOf } from '../../visits/sources.ts'
import { translatorFor } from '#locales/both.ts'
import { validateFigures, type AskedFigures } from '../figures.ts'
import { namesOf } from '../page-names.ts'
import type { Period } from '../period.ts'
import { added, seenByPage, visitsFor, type Visited } from '../visits.ts'
import { asTable } from './table-file.ts'
import type { Visits, visitsContract } from './visits-contract.ts'
import { visitsSheetOf } from './visits-sheets.ts'

/** As many as one reads through. */
const MAX_PAGES = 30
/** Days of a file that are read at once. */
const DAYS_AT_ONCE = 31

export const visitsHandlers = {
  getVisits: {
    validate: validateFigures,
    act: presentVisits,
  },

  getVisitsFile: {
    validate: validateFigures,
    async act(db, ctx, { sheet, ...form }): Promise<GivenFile> {
      const named = (days: string, parts: GivenFile['parts']) => ({
        name: `visits-${days}.csv`,
        type: 'text/csv; charset=utf-8',
        bytes: null,
        parts,
      })
      if (sheet === 'days') {
        const { period } = (await visitsFor(db, ctx, form)).now
        return named(`${isoDay(period.from)}-${isoDay(period.to - 1)}`, everyDay(db, ctx, period))
      }
      const visits = await presentVisits(db, ctx, form)
      const words = translatorFor(ctx.language)
      const parts = asTable(visitsSheetOf(sheet, visits, words), words)
      return named(`${sheet}-${visits.now.from}-${visits.now.until}`, parts)
    },
  },
} satisfies Handlers<typeof visitsContract>

async function presentVisits(db: Database, ctx: RequestContext, form: AskedFigures): Promise<Visits> {
  const { today, since, now, before } = await visitsFor(db, ctx, form)
  const paths = [now, before].flatMap((each) => each?.pages.slice(0, MAX_PAGES).map(({ page }) => page) ?? [])
  const names = await namesOf(db, ctx, paths)
  const shown = new Set(paths)
  return {
    today: isoDay(today),
    since: since === null ? null : isoDay(since),
    now: present(now, shown, names),
    before: before && present(before, shown, names),
  }
}

function present(visited: Visited, shown: ReadonlySet<string>, names: ReadonlyMap<string, string>): Visits['now'] {
  const { period, days, pages, languages, devices, sources, roomsSeen, productsSeen, stays, enquiries, messages } =
    visited
  const others = pages.filter(({ page }) => !shown.has(page))
  return {
    from: isoDay(period.from),
    until: isoDay(period.to - 1),
    all: {
      seen: added(days, ({ seen }) => seen),
      begun: added(days, ({ begun }) => begun),
      searches: added(days, (line) => line.searches),
      rooms_seen: roomsSeen,
      products_seen: productsSeen,
      stays,
      enquiries,
      messages,
    },
    days: days.map(({ day, seen, begun, searches }) => ({ day: isoDay(day), seen, begun, searches })),
    pages: pages
      .filter(({ page }) => shown.has(page))
      .map(({ page, seen }) => ({ page, name: names.get(page) ?? null, seen })),
    other_pages: { pages: others.length, seen: added(others, ({ seen }) => seen) },
    languages: { en: languages.get('en') ?? 0, bn: languages.get('bn') ?? 0 },
    devices: { phone: devices.get('phone') ?? 0, desktop: devices.get('desktop') ?? 0 },
    sources: sources.map(({ source, begun }) => {
      const kind = kindOf(source)
      return { kind, host: kind === 'direct' || kind === 'others' ? null : source, begun }
    }),
  }
}

/** A line for each day, page, language and device, its headings in the language of whoever asks. */
async function* everyDay(db: Database, { language }: RequestContext, { from, to }: Period): AsyncGenerator<string> {
  const { t } = translatorFor(language)
  yield (
    CSV_BEGINS + csvLine((['day', 'page', 'language', 'device', 'seen'] as const).map((each) => t(`visits.${each}`)))
  )
  for (let day = from; day < to; day += DAYS_AT_ONCE) {
    const lines = await seenByPage(db, { from: day, to: Math.min(to, day + DAYS_AT_ONCE) })
    yield lines.map((line) => csvLine([isoDay(line.day), line.page, line.language, line.device, line.times])).join('')
  }
}
