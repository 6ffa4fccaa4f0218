import type { Database, WholeDatabase } from './database.ts'
import { createWatch } from './notifications.ts'

/**
 * Watches the version of the published content, which is stored in the database. Each publication raises it
 * (publish.ts). This keeps the pages of every process up to date.
 */
export interface ContentVersion {
  /** Reads the version once and passes it to the listener. */
  refresh(): Promise<void>
  /** Reads the version after each notification and poll, until the returned function is called. */
  watch(): () => void
}

const POLL_INTERVAL_MS = 400

/** Reads run one after the other. Otherwise an older response could arrive last. */
export function trackContentVersion(
  db: WholeDatabase,
  onVersion: (version: number) => unknown,
  onError: (error: unknown) => void,
): ContentVersion {
  const { check, start } = createWatch(db, {
    topics: ['content'],
    pollMs: POLL_INTERVAL_MS,
    check: async () => void (await onVersion(await readVersion(db))),
    onError,
  })
  return { refresh: check, watch: start }
}

async function readVersion(db: Database): Promise<number> {
  const row = await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()
  return row.version
}
