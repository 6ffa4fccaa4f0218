import { sql } from 'kysely'
import { today as todayOf } from '#stays/availability/stay.ts'
import { isFirst } from '#stays/bookings/store.ts'
import { companyOf, type Company } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Device } from '#schema/visits.ts'
import { href, type Language } from '#routes/public.ts'
import { roomsSearched } from '../visits/counting.ts'
import { noSites } from '../visits/sources.ts'
import { momentsOf } from './clocks.ts'
import { daysAsked, type AskedFigures } from './figures.ts'
import { comparedWith, type Period } from './period.ts'

/** How often the public pages were seen in some days, and what was asked for on them meanwhile. */
export interface Visited {
  period: Period
  days: VisitedDay[]
  pages: { page: string; seen: number }[]
  languages: ReadonlyMap<Language, number>
  devices: ReadonlyMap<Device, number>
  /** From where they were opened, those from within left out. */
  sources: { source: string; begun: number }[]
  roomsSeen: number
  productsSeen: number
  /** On the website, whatever became of them. */
  stays: number
  enquiries: number
  messages: number
}

interface VisitedDay {
  day: number
  seen: number
  /** Pages that were opened from elsewhere. */
  begun: number
  /** Of the rooms, for days. */
  searches: number
}

/** Of the days that are asked for those that have begun, beside as many others. Since: the first that was counted. */
export async function visitsFor(
  db: Database,
  ctx: RequestContext,
  form: AskedFigures,
): Promise<{ today: number; since: number | null; now: Visited; before: Visited | null }> {
  const company = await companyOf(db, ctx)
  const today = todayOf(company, ctx.now)
  const { period, compared } = begunOf(form, today)
  const { since } = await db
    .selectFrom('page_seen')
    .select(({ fn }) => fn.min('day').as('since'))
    .executeTakeFirstOrThrow()
  const isKnown = compared !== null && since !== null && since < compared.to
  return {
    today,
    since,
    now: await visitedIn(db, period, company),
    before: isKnown ? await visitedIn(db, compared, company) : null,
  }
}

function begunOf(form: AskedFigures, today: number): { period: Period; compared: Period | null } {
  const { period: asked, compared } = daysAsked(form, today)
  const period = { from: asked.from, to: Math.max(asked.from + 1, Math.min(asked.to, today + 1)) }
  return { period, compared: compared && comparedWith(period, form.compare, compared.from) }
}

async function visitedIn(db: Database, period: Period, company: Company): Promise<Visited> {
  const lines = await db
    .selectFrom('page_seen')
    .select(['day', 'language', 'device', sum.as('seen'), searches.as('searches')])
    .where('day', '>=', period.from)
    .where('day', '<', period.to)
    .groupBy(['day', 'language', 'device'])
    .execute()
  const begun = await db
    .selectFrom('came_from')
    .select(['day', sum.as('begun')])
    .where('day', '>=', period.from)
    .where('day', '<', period.to)
    .where('source', '<>', noSites.inside)
    .groupBy('day')
    .execute()
  const pagesSeen = await pagesIn(db, period)
  const below = (path: string) => added(pagesSeen, ({ page, seen }) => (page.startsWith(path) ? seen : 0))
  return {
    period,
    days: Array.from({ length: period.to - period.from }, (_, at) => {
      const day = period.from + at
      const ofDay = lines.filter((line) => line.day === day)
      return {
        day,
        seen: added(ofDay, ({ seen }) => seen),
        begun: begun.find((line) => line.day === day)?.begun ?? 0,
        searches: added(ofDay, (line) => line.searches),
      }
    }),
    pages: pagesSeen,
    languages: sumsBy(lines, ({ language }) => language),
    devices: sumsBy(lines, ({ device }) => device),
    sources: await sourcesIn(db, period),
    roomsSeen: below(href('room', { slug: '' })),
    productsSeen: below(href('product', { slug: '' })),
    ...(await askedIn(db, period, company)),
  }
}

/** What is taken back may be written before what it takes back. */
const sum = sql<number>`cast(sum(case when times > 0 then times else 0 end) as bigint)`
const searches = sql<number>`cast(sum(case when page = ${sql.lit(roomsSearched)} then times else 0 end) as bigint)`

const pagesIn = (db: Database, { from, to }: Period) =>
  db
    .selectFrom('page_seen')
    .select(['page', sum.as('seen')])
    .where('day', '>=', from)
    .where('day', '<', to)
    .groupBy('page')
    .having(sum, '>', 0)
    .orderBy(sum, 'desc')
    .orderBy('page')
    .execute()

const sourcesIn = (db: Database, { from, to }: Period) =>
  db
    .selectFrom('came_from')
    .select(['source', sum.as('begun')])
    .where('day', '>=', from)
    .where('day', '<', to)
    .where('source', '<>', noSites.inside)
    .groupBy('source')
    .orderBy(sum, 'desc')
    .orderBy('source')
    .execute()

/** What was asked for on the website in these days, by the clocks of the house. */
async function askedIn(db: Database, period: Period, { timeZone }: Company) {
  const [since, until] = momentsOf(period, timeZone)
  const count = async (table: 'enquiry' | 'contact_message') => {
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
    .where(isFirst)
    .where('source', '=', 'website')
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .executeTakeFirstOrThrow()
  return {
    stays: Number(stays.times),
    enquiries: await count('enquiry'),
    messages: await count('contact_message'),
  }
}

function sumsBy<Line extends { seen: number }, Key>(lines: readonly Line[], keyOf: (line: Line) => Key) {
  const sums = new Map<Key, number>()
  for (const line of lines) sums.set(keyOf(line), (sums.get(keyOf(line)) ?? 0) + line.seen)
  return sums
}

export const added = <Line>(lines: readonly Line[], of: (line: Line) => number): number =>
  lines.reduce((all, line) => all + of(line), 0)

/** As it is kept, for a file. */
export const seenByPage = (db: Database, { from, to }: Period) =>
  db
    .selectFrom('page_seen')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<', to)
    .where('times', '>', 0)
    .orderBy('day')
    .orderBy('page')
    .orderBy('language')
    .orderBy('device')
    .execute()
