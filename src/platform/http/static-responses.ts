import type { FastifyInstance } from 'fastify'
import { sendUncached, type ByteCache } from './page-cache.ts'
import { dataCsp } from './security.ts'

/** A file that no build can make, because it is made of the content. */
export interface GeneratedFile {
  path: string
  type: string
  make(): Promise<string>
}

interface GeneratedFilesOptions {
  files: readonly GeneratedFile[]
  cache: ByteCache
  headers: Record<string, string>
}

/** Serves such files like pages: made for each version of the content, then answered as bytes. */
export function serveGeneratedFiles(app: FastifyInstance, { files, cache, headers }: GeneratedFilesOptions): void {
  const shared = { ...headers, 'content-security-policy': dataCsp, 'cache-control': 'public, no-cache' }
  for (const { path, type, make } of files) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const { version } = cache
      if (!cache.serve(request.raw, reply.raw, path)) {
        const answer = { status: 200, headers: { ...shared, 'content-type': type }, body: await make() }
        cache.put(path, version, answer)
        if (!cache.serve(request.raw, reply.raw, path)) sendUncached(answer, request.raw, reply.raw)
      }
      return reply.hijack()
    })
  }
}
