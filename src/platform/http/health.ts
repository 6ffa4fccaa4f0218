import type { FastifyInstance } from 'fastify'
import { FAILURE_RETRY_SECONDS } from '../errors.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { logInfrastructureError } from '../infrastructure-error.ts'

const TIMEOUT_MS = 2_000
/** The database is checked at most this often. More frequent requests get the last result. */
const CHECK_INTERVAL_MS = 1_000

/**
 * Serves two paths. /healthz: the process is alive. /readyz: it can also write to its database, and does not stop soon.
 * Returns a function that makes /readyz report the stop.
 */
export function serveHealth(app: FastifyInstance, db: Database, clock: Clock): () => void {
  const options = { schema: { hide: true } }
  let lastCheck: Promise<boolean> | undefined
  let checkedAt = -Infinity
  let isStopping = false

  app.get('/healthz', options, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', options, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!isStopping && (await isReady())) return { status: 'ok' }
    return reply
      .code(503)
      .header('retry-after', FAILURE_RETRY_SECONDS)
      .send({ status: isStopping ? 'stopping' : 'database cannot be written to' })
  })
  return () => void (isStopping = true)

  function isReady(): Promise<boolean> {
    if (performance.now() - checkedAt > CHECK_INTERVAL_MS) {
      checkedAt = Infinity
      lastCheck = canWrite().finally(() => (checkedAt = performance.now()))
    }
    return lastCheck!
  }

  async function canWrite(): Promise<boolean> {
    const { promise: timeout, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), TIMEOUT_MS)
    const writeCheck = db
      .updateTable('readiness')
      .set({ checked_at: clock() })
      .execute()
      .then(
        () => true,
        (error: unknown) => {
          if (!logInfrastructureError(app.log, error)) app.log.error({ err: error }, 'not ready')
          return false
        },
      )
    return Promise.race([writeCheck, timeout]).finally(() => clearTimeout(timer))
  }
}
