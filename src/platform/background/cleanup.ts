import type { Database } from '../database/database.ts'
import { DAY_MS, HOUR_MS } from '../durations.ts'

const INTERVAL_MS = HOUR_MS
/** An Idempotency-Key is stored for this long. Afterwards a repeated request counts as new. */
const REQUEST_KEY_TTL_MS = 2 * DAY_MS
const DONE_JOB_TTL_MS = 30 * DAY_MS

/** Runs the cleanup tasks every hour. Every process does so; running them twice is harmless. */
export function startCleanup(
  tasks: readonly (() => Promise<unknown>)[],
  onError: (error: unknown) => void,
): () => void {
  const runAll = async () => {
    for (const task of tasks) await task().catch(onError)
  }
  const timer = setInterval(() => void runAll(), INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

/** Repeats `deleteBatch` until it deletes nothing. Small batches keep locks short. */
export async function runInBatches(deleteBatch: (limit: number) => Promise<bigint>): Promise<void> {
  let changedRowCount: bigint
  do changedRowCount = await deleteBatch(BATCH_SIZE)
  while (changedRowCount > 0n)
}
const BATCH_SIZE = 300

export async function purgeOldRows(db: Database, now: number): Promise<void> {
  await runInBatches(async (limit) => {
    const expiredKeys = db.selectFrom('rate_limit').select('key').where('resets_at', '<=', now).limit(limit)
    return (
      await db.deleteFrom('rate_limit').where('key', 'in', expiredKeys).where('resets_at', '<=', now).executeTakeFirst()
    ).numDeletedRows
  })
  await runInBatches(async (limit) => {
    const oldKeys = db
      .selectFrom('request_key')
      .select(['scope', 'key'])
      .where('created_at', '<', now - REQUEST_KEY_TTL_MS)
      .limit(limit)
    const { numDeletedRows } = await db
      .deleteFrom('request_key')
      .where(({ eb, refTuple }) => eb(refTuple('scope', 'key'), 'in', oldKeys.$asTuple('scope', 'key')))
      .executeTakeFirst()
    return numDeletedRows
  })
  await runInBatches(async (limit) => {
    const doneJobs = db
      .selectFrom('job')
      .select('id')
      .where('done_at', '<', now - DONE_JOB_TTL_MS)
      .limit(limit)
    return (await db.deleteFrom('job').where('id', 'in', doneJobs).executeTakeFirst()).numDeletedRows
  })
}
