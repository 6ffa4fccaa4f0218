import type { FastifyInstance } from 'fastify'
import { sendUncached, type ByteCache } from './page-cache.ts'
import { dataCsp } from './security.ts'

/** A file made from the content, so not part of a build. */
export interface StaticResponse {
  path: string
  type: string
  make(): Promise<string>
}

interface StaticResponsesOptions {
  files: readonly StaticResponse[]
  cache: ByteCache
  headers: Record<string, string>
}

/** Serves these files like pages: made once per content version, then answered from the cache. */
export function serveStaticResponses(app: FastifyInstance, { files, cache, headers }: StaticResponsesOptions): void {
  const sharedHeaders = { ...headers, 'content-security-policy': dataCsp, 'cache-control': 'public, no-cache' }
  for (const { path, type, make } of files) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const { version } = cache
      if (!cache.serve(request.raw, reply.raw, path)) {
        const answer = { status: 200, headers: { ...sharedHeaders, 'content-type': type }, body: await make() }
        cache.put(path, version, answer)
        if (!cache.serve(request.raw, reply.raw, path)) sendUncached(answer, request.raw, reply.raw)
      }
      return reply.hijack()
    })
  }
}
