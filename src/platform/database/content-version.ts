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

const LOOK_EVERY_MS = 400

export function contentVersion(
  db: WholeDatabase,
  onVersion: (version: number) => unknown,
  onError: (error: unknown) => void,
): ContentVersion {
  let looking: Promise<void> = Promise.resolve()
  /** Reads run one after the other. Otherwise an older answer could arrive last. */
  const refresh = () =>
    (looking = looking.catch(() => {}).then(async () => void (await onVersion(await readVersion(db)))))
  return {
    refresh,
    watch() {
      let stopped = false
      const lookLater = () => setTimeout(look, LOOK_EVERY_MS).unref()
      let timer = lookLater()
      const lookOnce = () => refresh().catch((error: unknown) => stopped || onError(error))
      async function look(): Promise<void> {
        await lookOnce()
        if (!stopped) timer = lookLater()
      }
      watchersOf(db).add(lookOnce)
      return () => {
        stopped = true
        clearTimeout(timer)
        watchersOf(db).delete(lookOnce)
      }
    },
  }
}

/** Refreshes all watchers of this database in this process. On an error, watchers call onError and continue. */
export async function lookNow(db: WholeDatabase): Promise<void> {
  await Promise.all([...watchersOf(db)].map((look) => look()))
}

type Look = () => Promise<unknown>
const watchers = new WeakMap<WholeDatabase, Set<Look>>()

function watchersOf(db: WholeDatabase): Set<Look> {
  let all = watchers.get(db)
  if (!all) watchers.set(db, (all = new Set()))
  return all
}

async function readVersion(db: Database): Promise<number> {
  const row = await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()
  return row.version
}
