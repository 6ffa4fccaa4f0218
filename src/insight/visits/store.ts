import { sql } from 'kysely'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import type { Device } from '#schema/visits.ts'
import type { Language } from '#routes/public.ts'
import { isKnownSite, specialSources } from './sources.ts'

/** The counts of one day, by page with language and device, and by source. */
export interface DayCounts {
  pages: Map<string, number>
  sources: Map<string, number>
}

/** The maximum number of unknown sites per day with a row of their own. */
const MAX_SITES = 100
const BATCH_SIZE = 100

/** Adds the counts to the stored counts in one transaction. */
export const addVisits = (db: Database, days: ReadonlyMap<number, DayCounts>): Promise<void> =>
  inTransaction(db, async (transaction) => {
    for (const [day, { pages, sources }] of [...days].toSorted(([a], [b]) => a - b)) {
      // Every process writes this row first. Concurrent writers of the same day wait here, so that the limit below
      // holds.
      await addSources(transaction, day, [[specialSources.inside, sources.get(specialSources.inside) ?? 0]])
      await addSources(transaction, day, await limitSites(transaction, day, sources))
      await addPages(transaction, day, pages)
    }
  })

/** Limits the sites of a day. Sites above the limit count as others. */
async function limitSites(db: Transaction, day: number, sources: ReadonlyMap<string, number>) {
  const referrers = await db.selectFrom('page_referrer').select('source').where('day', '=', day).execute()
  const storedSources = new Set(referrers.map(({ source }) => source))
  const unlimitedSources = new Set<string>(Object.values(specialSources))
  const isUnlimited = (source: string) => unlimitedSources.has(source) || isKnownSite(source)
  let sitesLeft = MAX_SITES - [...storedSources].filter((source) => !isUnlimited(source)).length
  const sums = new Map<string, number>()
  const sourcesByCount = [...sources].toSorted(([, a], [, b]) => b - a)
  for (const [source, times] of sourcesByCount) {
    if (source === specialSources.inside) continue
    const isStoredSeparately = storedSources.has(source) || isUnlimited(source) || sitesLeft-- > 0
    const name = isStoredSeparately ? source : specialSources.others
    sums.set(name, (sums.get(name) ?? 0) + times)
  }
  return [...sums]
}

async function addSources(
  db: Transaction,
  day: number,
  sources: readonly (readonly [string, number])[],
): Promise<void> {
  for (const batch of toBatches(sources)) {
    await db
      .insertInto('page_referrer')
      .values(batch.map(([source, times]) => ({ day, source, times })))
      .onConflict((conflict) => conflict.columns(['day', 'source']).doUpdateSet({ times: addTimes('page_referrer') }))
      .execute()
  }
}

async function addPages(db: Transaction, day: number, pages: ReadonlyMap<string, number>): Promise<void> {
  for (const batch of toBatches([...pages])) {
    await db
      .insertInto('page_view')
      .values(
        batch.map(([key, times]) => {
          const [page, language, device] = key.split(' ') as [string, Language, Device]
          return { day, page, language, device, times }
        }),
      )
      .onConflict((conflict) =>
        conflict.columns(['day', 'page', 'language', 'device']).doUpdateSet({ times: addTimes('page_view') }),
      )
      .execute()
  }
}

const addTimes = (table: 'page_view' | 'page_referrer') =>
  sql<number>`${sql.ref(`${table}.times`)} + ${sql.ref('excluded.times')}`

function toBatches<T>(all: readonly T[]): T[][] {
  const batches: T[][] = []
  for (let from = 0; from < all.length; from += BATCH_SIZE) batches.push(all.slice(from, from + BATCH_SIZE))
  return batches
}
