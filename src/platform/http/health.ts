import type { FastifyInstance } from 'fastify'
import { TROUBLE_LASTS_SECONDS } from '../errors.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { logInfrastructureError } from '../infrastructure-error.ts'

const ANSWER_WITHIN_MS = 2_000
/** The database is checked at most this often. More frequent requests get the last result. */
const ASK_EVERY_MS = 1_000

/** /healthz: the process is alive. /readyz: it can also write to its database. */
export function serveHealth(app: FastifyInstance, db: Database, clock: Clock): void {
  const options = { schema: { hide: true } }
  let finding: Promise<boolean> | undefined
  let foundAt = -Infinity

  app.get('/healthz', options, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', options, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (await isReady()) return { status: 'ok' }
    return reply
      .code(503)
      .header('retry-after', TROUBLE_LASTS_SECONDS)
      .send({ status: 'database cannot be written to' })
  })

  function isReady(): Promise<boolean> {
    if (performance.now() - foundAt > ASK_EVERY_MS) {
      foundAt = Infinity
      finding = canWrite().finally(() => (foundAt = performance.now()))
    }
    return finding!
  }

  async function canWrite(): Promise<boolean> {
    const { promise: tooLate, resolve } = Promise.withResolvers<boolean>()
    const limit = setTimeout(() => resolve(false), ANSWER_WITHIN_MS)
    const written = db
      .updateTable('readiness')
      .set({ asked_at: clock() })
      .execute()
      .then(
        () => true,
        (error: unknown) => {
          if (!logInfrastructureError(app.log, error)) app.log.error({ err: error }, 'not ready')
          return false
        },
      )
    return Promise.race([written, tooLate]).finally(() => clearTimeout(limit))
  }
}
