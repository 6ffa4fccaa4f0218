import type { Transaction } from 'kysely'
import type { Tables } from '../../tables/tables.ts'
import { inTransaction, type Database } from './database.ts'

/**
 * The published content has a version, kept in the database. Whoever writes content raises it in the same
 * transaction; every process looks at it often, so a page is never older than a moment, on any of them.
 */
export interface ContentVersion {
  /** Writes content; when this returns, this process serves it. */
  change<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /** Looks once, and tells the listener. */
  refresh(): Promise<void>
  /** Keeps looking until stopped. */
  watch(): () => void
}

const LOOK_EVERY_MS = 400

export function contentVersion(
  db: Database,
  onVersion: (version: number) => void,
  onError: (error: unknown) => void,
): ContentVersion {
  let looking: Promise<void> = Promise.resolve()
  /** One look after the other: of two at once, the older answer could be the later one to arrive. */
  const refresh = () => (looking = looking.catch(() => {}).then(async () => onVersion(await readVersion(db))))
  return {
    refresh,
    async change(work) {
      const result = await inTransaction(db, async (transaction) => {
        const made = await work(transaction)
        await raiseVersion(transaction)
        return made
      })
      await refresh()
      return result
    },
    watch() {
      let stopped = false
      const lookLater = () => setTimeout(look, LOOK_EVERY_MS).unref()
      let timer = lookLater()
      async function look(): Promise<void> {
        await refresh().catch((error: unknown) => stopped || onError(error))
        if (!stopped) timer = lookLater()
      }
      return () => {
        stopped = true
        clearTimeout(timer)
      }
    },
  }
}

export async function raiseVersion(db: Database): Promise<void> {
  await db
    .updateTable('content_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .execute()
}

async function readVersion(db: Database): Promise<number> {
  const row = await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()
  return row.version
}
