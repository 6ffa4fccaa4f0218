import type { Database, WholeDatabase } from './database.ts'

/**
 * The published content has a version, kept in the database and raised with each change (publish.ts). Every process looks
 * at it often, so that a page is never older than a moment, on any of them.
 */
export interface ContentVersion {
  /** Looks once, and tells the listener. */
  refresh(): Promise<void>
  /** Keeps looking until stopped. */
  watch(): () => void
}

const LOOK_EVERY_MS = 400

export function contentVersion(
  db: WholeDatabase,
  onVersion: (version: number) => unknown,
  onError: (error: unknown) => void,
): ContentVersion {
  let looking: Promise<void> = Promise.resolve()
  /** One look after the other: of two at once, the older answer could be the later one to arrive. */
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

/** All who watch this database from this process look at once. In trouble they are told so, and go on looking. */
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
