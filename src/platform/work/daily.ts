import { momentAt, dayIn } from '../clock.ts'
import { isoDay } from '../day.ts'
import { inTransaction, type Database, type Transaction } from '../database/database.ts'

/** What is done once a day, from an hour of the house's clocks on; in the transaction that says it was. */
export interface DailyTask {
  name: string
  /** HH:MM. Null: not now. */
  from: string | null
  /** Nobody was running for so long after it: on this day it is not done any more. None: it is done whenever somebody is. */
  within?: number
  act(db: Transaction, day: number, now: number): Promise<void>
}

const LOOK_EVERY_MS = 60_000

/**
 * Does what its hour has come for, once, whichever of several processes comes to it first. A day on which none was running
 * is left out: what was to be done then is not done as if it had been.
 */
export async function doDaily(db: Database, timeZone: string, now: number, tasks: readonly DailyTask[]): Promise<void> {
  const day = dayIn(timeZone, now)
  for (const { name, from, within = Infinity, act } of tasks) {
    if (from === null) continue
    const due = momentAt(timeZone, isoDay(day), from) ?? now
    if (now < due || now >= due + within) continue
    if (await wasDone(db, name, day)) continue
    await inTransaction(db, async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('daily_turn')
        .values({ name, day, at: now })
        .onConflict((taken) => taken.columns(['name', 'day']).doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 0n) await act(transaction, day, now)
    })
  }
}

async function wasDone(db: Database, name: string, day: number): Promise<boolean> {
  const turn = db.selectFrom('daily_turn').select('day').where('name', '=', name).where('day', '=', day)
  return (await turn.executeTakeFirst()) !== undefined
}

/** Looks each minute whether something is due. */
export function eachMinute(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => void work().catch(onError), LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}
