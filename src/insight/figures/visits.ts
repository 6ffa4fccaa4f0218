import { sql } from 'kysely'
import { computeToday as todayOf } from '#stays/availability/stay.ts'
import { isFirstRoomOfStay } from '#stays/bookings/store.ts'
import { loadCompany, type Company } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Device } from '#schema/visits.ts'
import { href, type Language } from '#routes/public.ts'
import { roomSearchPage } from '../visits/visit-counter.ts'
import { specialSources } from '../visits/sources.ts'
import { toTimestamps } from './local-time.ts'
import { resolvePeriods, type FiguresQuery } from './figures.ts'
import { resolveComparison, type Period } from './period.ts'

/** The page views of a period and the requests made on the website in that time. */
export interface PeriodVisits {
  period: Period
  days: DayVisits[]
  pages: { page: string; seen: number }[]
  languages: ReadonlyMap<Language, number>
  devices: ReadonlyMap<Device, number>
  /** External sources of visits. */
  sources: { source: string; begun: number }[]
  roomsSeen: number
  productsSeen: number
  /** Stays requested on the website, in any current state. */
  stays: number
  enquiries: number
  messages: number
}

interface DayVisits {
  day: number
  seen: number
  /** Page views whose visitor came from outside the site. */
  begun: number
  /** Searches for rooms by date. */
  searches: number
}

/**
 * Returns the visits of the past days of a period and of the period to compare with. `since` is the first counted day.
 */
export async function loadVisits(
  db: Database,
  ctx: RequestContext,
  form: FiguresQuery,
): Promise<{ today: number; since: number | null; now: PeriodVisits; before: PeriodVisits | null }> {
  const company = await loadCompany(db, ctx)
  const today = todayOf(company, ctx.now)
  const { period, compared } = resolvePastPeriods(form, today)
  const { since: firstDay } = await db
    .selectFrom('page_view')
    .select(({ fn }) => fn.min('day').as('since'))
    .executeTakeFirstOrThrow()
  const hasData = compared !== null && firstDay !== null && firstDay < compared.to
  return {
    today,
    since: firstDay,
    now: await loadPeriodVisits(db, period, company),
    before: hasData ? await loadPeriodVisits(db, compared, company) : null,
  }
}

function resolvePastPeriods(form: FiguresQuery, today: number): { period: Period; compared: Period | null } {
  const { period: requestedPeriod, compared } = resolvePeriods(form, today)
  const period = {
    from: requestedPeriod.from,
    to: Math.max(requestedPeriod.from + 1, Math.min(requestedPeriod.to, today + 1)),
  }
  return { period, compared: compared && resolveComparison(period, form.compare, compared.from) }
}

async function loadPeriodVisits(db: Database, period: Period, company: Company): Promise<PeriodVisits> {
  const lines = await db
    .selectFrom('page_view')
    .select(['day', 'language', 'device', sumTimes.as('seen'), sumSearches.as('searches')])
    .where('day', '>=', period.from)
    .where('day', '<', period.to)
    .groupBy(['day', 'language', 'device'])
    .execute()
  const visitStarts = await db
    .selectFrom('page_referrer')
    .select(['day', sumTimes.as('begun')])
    .where('day', '>=', period.from)
    .where('day', '<', period.to)
    .where('source', '<>', specialSources.inside)
    .groupBy('day')
    .execute()
  const pagesSeen = await loadPages(db, period)
  const countViewsBelow = (path: string) => sumCounts(pagesSeen, ({ page, seen }) => (page.startsWith(path) ? seen : 0))
  return {
    period,
    days: Array.from({ length: period.to - period.from }, (_, index) => {
      const day = period.from + index
      const dayLines = lines.filter((line) => line.day === day)
      return {
        day,
        seen: sumCounts(dayLines, ({ seen }) => seen),
        begun: visitStarts.find((line) => line.day === day)?.begun ?? 0,
        searches: sumCounts(dayLines, (line) => line.searches),
      }
    }),
    pages: pagesSeen,
    languages: sumBy(lines, ({ language }) => language),
    devices: sumBy(lines, ({ device }) => device),
    sources: await loadSources(db, period),
    roomsSeen: countViewsBelow(href('room', { slug: '' })),
    productsSeen: countViewsBelow(href('product', { slug: '' })),
    ...(await countRequests(db, period, company)),
  }
}

/** A correction may be written before the count that it corrects, so negative counts are ignored. */
const sumTimes = sql<number>`cast(sum(case when times > 0 then times else 0 end) as bigint)`
const sumSearches = sql<number>`cast(sum(case when page = ${sql.lit(roomSearchPage)} and times > 0 then times else 0 end) as bigint)`

const loadPages = (db: Database, { from, to }: Period) =>
  db
    .selectFrom('page_view')
    .select(['page', sumTimes.as('seen')])
    .where('day', '>=', from)
    .where('day', '<', to)
    .groupBy('page')
    .having(sumTimes, '>', 0)
    .orderBy(sumTimes, 'desc')
    .orderBy('page')
    .execute()

const loadSources = (db: Database, { from, to }: Period) =>
  db
    .selectFrom('page_referrer')
    .select(['source', sumTimes.as('begun')])
    .where('day', '>=', from)
    .where('day', '<', to)
    .where('source', '<>', specialSources.inside)
    .groupBy('source')
    .orderBy(sumTimes, 'desc')
    .orderBy('source')
    .execute()

/** Counts the requests made on the website in a period, in local time. */
async function countRequests(db: Database, period: Period, { timeZone }: Company) {
  const [since, until] = toTimestamps(period, timeZone)
  const countRows = async (table: 'enquiry' | 'contact_message') => {
    const { times } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number | string>().as('times'))
      .where('created_at', '>=', since)
      .where('created_at', '<', until)
      .executeTakeFirstOrThrow()
    return Number(times)
  }
  const stays = await db
    .selectFrom('booking')
    .select(({ fn }) => fn.countAll<number | string>().as('times'))
    .where(isFirstRoomOfStay)
    .where('source', '=', 'website')
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .executeTakeFirstOrThrow()
  return {
    stays: Number(stays.times),
    enquiries: await countRows('enquiry'),
    messages: await countRows('contact_message'),
  }
}

function sumBy<Line extends { seen: number }, Key>(lines: readonly Line[], getKey: (line: Line) => Key) {
  const sums = new Map<Key, number>()
  for (const line of lines) sums.set(getKey(line), (sums.get(getKey(line)) ?? 0) + line.seen)
  return sums
}

export const sumCounts = <Line>(lines: readonly Line[], getCount: (line: Line) => number): number =>
  lines.reduce((all, line) => all + getCount(line), 0)

/** Reads the stored counts for a file. */
export const countViewsByPage = (db: Database, { from, to }: Period) =>
  db
    .selectFrom('page_view')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<', to)
    .where('times', '>', 0)
    .orderBy('day')
    .orderBy('page')
    .orderBy('language')
    .orderBy('device')
    .execute()
