import type { KyselyPlugin } from 'kysely'
import type { WholeDatabase } from '#platform/database/database.ts'
import { asKysely } from './as-kysely.ts'

/** Wraps a database so that its first result waits until `release` is called. */
export function delayFirstResult(db: WholeDatabase) {
  const firstQuery = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  let resultCount = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (++resultCount === 1) {
        firstQuery.resolve()
        await release.promise
      }
      return result
    },
  }
  const slowDb = asKysely(db).withPlugin(plugin) as WholeDatabase
  return { db: slowDb, queryStarted: firstQuery.promise, release: release.resolve }
}
