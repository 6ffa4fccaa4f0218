import { timestampAt, dayIn } from '../clock.ts'
import { isoDay } from '../day.ts'
import { inTransaction, type Database, type Transaction } from '../database/database.ts'
import { MINUTE_MS } from '../durations.ts'

/** A task that runs once a day after a time of day, in the same transaction that records the run. */
export interface DailyTask {
  name: string
  /** HH:MM in the company's time zone. Null: disabled for now. */
  from: string | null
  /**
   * How late the task may still start, in milliseconds. If no process was running in that time, the day is skipped.
   * Default: any time of the day.
   */
  maxDelayMs?: number
  run(db: Transaction, day: number, now: number): Promise<void>
}

const CHECK_INTERVAL_MS = MINUTE_MS

/**
 * Runs each due task once. The first process that finds a task due runs it. Skips days on which no process was running.
 */
export async function runOncePerDay(
  db: Database,
  timeZone: string,
  now: number,
  tasks: readonly DailyTask[],
): Promise<void> {
  const day = dayIn(timeZone, now)
  for (const { name, from, maxDelayMs = Infinity, run } of tasks) {
    if (from === null) continue
    const dueAt = timestampAt(timeZone, isoDay(day), from) ?? now
    if (now < dueAt || now >= dueAt + maxDelayMs) continue
    if (await wasDone(db, name, day)) continue
    await inTransaction(db, async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('daily_run')
        .values({ name, day, at: now })
        .onConflict((conflict) => conflict.columns(['name', 'day']).doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 0n) await run(transaction, day, now)
    })
  }
}

async function wasDone(db: Database, name: string, day: number): Promise<boolean> {
  const row = db.selectFrom('daily_run').select('day').where('name', '=', name).where('day', '=', day)
  return (await row.executeTakeFirst()) !== undefined
}

/** Runs `work` every minute, until the returned function is called. */
export function runEachMinute(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => void work().catch(onError), CHECK_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}
