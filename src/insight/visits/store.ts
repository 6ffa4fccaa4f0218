import { sql } from 'kysely'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import type { Device } from '#schema/visits.ts'
import type { Language } from '#routes/public.ts'
import { isKnown, noSites } from './sources.ts'

/** Of a day: how often each page, with its language and device, and each source. */
export interface DayCounted {
  pages: Map<string, number>
  sources: Map<string, number>
}

/** Sites of a day that have a row of their own, beside those that are known by name. */
const MAX_SITES = 100
const ROWS_AT_ONCE = 100

/** Adds it all to what is there, whichever process has written before; or nothing of it. */
export const addVisits = (db: Database, days: ReadonlyMap<number, DayCounted>): Promise<void> =>
  inTransaction(db, async (transaction) => {
    for (const [day, { pages, sources }] of [...days].toSorted(([one], [other]) => one - other)) {
      // Everybody's first row: who writes the same day waits here, so that what is counted below holds.
      await addSources(transaction, day, [[noSites.inside, sources.get(noSites.inside) ?? 0]])
      await addSources(transaction, day, await bounded(transaction, day, sources))
      await addPages(transaction, day, pages)
    }
  })

/** Those that have no row yet get one as long as there is room; the rest are others. */
async function bounded(db: Transaction, day: number, sources: ReadonlyMap<string, number>) {
  const there = await db.selectFrom('came_from').select('source').where('day', '=', day).execute()
  const rows = new Set(there.map(({ source }) => source))
  const free = new Set<string>(Object.values(noSites))
  const isFree = (source: string) => free.has(source) || isKnown(source)
  let room = MAX_SITES - [...rows].filter((source) => !isFree(source)).length
  const sums = new Map<string, number>()
  const maxFirst = [...sources].toSorted(([, one], [, other]) => other - one)
  for (const [source, times] of maxFirst) {
    if (source === noSites.inside) continue
    const fits = rows.has(source) || isFree(source) || room-- > 0
    const named = fits ? source : noSites.others
    sums.set(named, (sums.get(named) ?? 0) + times)
  }
  return [...sums]
}

async function addSources(
  db: Transaction,
  day: number,
  sources: readonly (readonly [string, number])[],
): Promise<void> {
  for (const some of inParts(sources)) {
    await db
      .insertInto('came_from')
      .values(some.map(([source, times]) => ({ day, source, times })))
      .onConflict((there) => there.columns(['day', 'source']).doUpdateSet({ times: added('came_from') }))
      .execute()
  }
}

async function addPages(db: Transaction, day: number, pages: ReadonlyMap<string, number>): Promise<void> {
  for (const some of inParts([...pages])) {
    await db
      .insertInto('page_seen')
      .values(
        some.map(([key, times]) => {
          const [page, language, device] = key.split(' ') as [string, Language, Device]
          return { day, page, language, device, times }
        }),
      )
      .onConflict((there) =>
        there.columns(['day', 'page', 'language', 'device']).doUpdateSet({ times: added('page_seen') }),
      )
      .execute()
  }
}

const added = (table: 'page_seen' | 'came_from') =>
  sql<number>`${sql.ref(`${table}.times`)} + ${sql.ref('excluded.times')}`

function inParts<T>(all: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) parts.push(all.slice(from, from + ROWS_AT_ONCE))
  return parts
}
