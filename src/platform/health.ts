import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** /healthz: the process lives. /readyz: it can also reach its database. */
export function serveHealth(app: FastifyInstance, db: Database): void {
  const options = { schema: { hide: true } }
  app.get('/healthz', options, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', options, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await sql`select 1`.execute(db)
      return { status: 'ok' }
    } catch (error) {
      request.log.error({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })
}
