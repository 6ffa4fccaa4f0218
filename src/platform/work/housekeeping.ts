import type { Database } from '../database/database.ts'

const EVERY_MS = 3_600_000
const DAY_MS = 24 * EVERY_MS
/** An Idempotency-Key is stored for this long. Afterwards a repeated request counts as new. */
const REQUEST_KEYS_LAST_MS = 2 * DAY_MS
const DONE_JOBS_LAST_MS = 30 * DAY_MS

/** Runs the cleanup tasks every hour. Every process does so; running them twice is harmless. */
export function keepHouse(tasks: readonly (() => Promise<unknown>)[], onError: (error: unknown) => void): () => void {
  const tidy = async () => {
    for (const task of tasks) await task().catch(onError)
  }
  const timer = setInterval(() => void tidy(), EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** Repeats `deleteBatch` until it deletes nothing. Small batches keep locks short. */
export async function inBatches(some: (most: number) => Promise<bigint>): Promise<void> {
  let done: bigint
  do done = await some(MAX_AT_ONCE)
  while (done > 0n)
}
const MAX_AT_ONCE = 300

export async function purgeOldRows(db: Database, now: number): Promise<void> {
  await inBatches(async (most) => {
    const over = db.selectFrom('rate_limit').select('key').where('resets_at', '<=', now).limit(most)
    return (await db.deleteFrom('rate_limit').where('key', 'in', over).where('resets_at', '<=', now).executeTakeFirst())
      .numDeletedRows
  })
  await inBatches(async (most) => {
    const old = db
      .selectFrom('request_key')
      .select(['scope', 'key'])
      .where('created_at', '<', now - REQUEST_KEYS_LAST_MS)
      .limit(most)
    const { numDeletedRows } = await db
      .deleteFrom('request_key')
      .where(({ eb, refTuple }) => eb(refTuple('scope', 'key'), 'in', old.$asTuple('scope', 'key')))
      .executeTakeFirst()
    return numDeletedRows
  })
  await inBatches(async (most) => {
    const done = db
      .selectFrom('job')
      .select('id')
      .where('done_at', '<', now - DONE_JOBS_LAST_MS)
      .limit(most)
    return (await db.deleteFrom('job').where('id', 'in', done).executeTakeFirst()).numDeletedRows
  })
}
