import type { Database, WholeDatabase } from './database.ts'

/**
 * Polls the version of the published content, which is stored in the database. Each publication raises it (publish.ts).
 * Polling keeps the pages of every process up to date.
 */
export interface ContentVersion {
  /** Reads the version once and passes it to the listener. */
  refresh(): Promise<void>
  /** Polls until the returned function is called. */
  watch(): () => void
}

const POLL_INTERVAL_MS = 400

export function trackContentVersion(
  db: WholeDatabase,
  onVersion: (version: number) => unknown,
  onError: (error: unknown) => void,
): ContentVersion {
  let pendingRead: Promise<void> = Promise.resolve()
  /** Reads run one after the other. Otherwise an older response could arrive last. */
  const refresh = () =>
    (pendingRead = pendingRead.catch(() => {}).then(async () => void (await onVersion(await readVersion(db)))))
  return {
    refresh,
    watch() {
      let isStopped = false
      const schedulePoll = () => setTimeout(poll, POLL_INTERVAL_MS).unref()
      let timer = schedulePoll()
      const refreshSafely = () => refresh().catch((error: unknown) => isStopped || onError(error))
      async function poll(): Promise<void> {
        await refreshSafely()
        if (!isStopped) timer = schedulePoll()
      }
      getWatchers(db).add(refreshSafely)
      return () => {
        isStopped = true
        clearTimeout(timer)
        getWatchers(db).delete(refreshSafely)
      }
    },
  }
}

/** Refreshes all watchers of this database in this process. On an error, watchers call onError and continue. */
export async function refreshWatchers(db: WholeDatabase): Promise<void> {
  await Promise.all([...getWatchers(db)].map((poll) => poll()))
}

type Refresh = () => Promise<unknown>
const watchers = new WeakMap<WholeDatabase, Set<Refresh>>()

function getWatchers(db: WholeDatabase): Set<Refresh> {
  let registered = watchers.get(db)
  if (!registered) watchers.set(db, (registered = new Set()))
  return registered
}

async function readVersion(db: Database): Promise<number> {
  const row = await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()
  return row.version
}
