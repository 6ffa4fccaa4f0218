import type { KyselyPlugin } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'

/** The same database as if it were far away: its first answer waits on the road until it is let go. */
export function withSlowFirstAnswer(db: Database) {
  const asked = Promise.withResolvers<void>()
  const arrival = Promise.withResolvers<void>()
  let answers = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (++answers === 1) {
        asked.resolve()
        await arrival.promise
      }
      return result
    },
  }
  return { db: db.withPlugin(plugin), asked: asked.promise, letGo: arrival.resolve }
}
