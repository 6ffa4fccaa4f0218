import type { FastifyInstance } from 'fastify'
import { sendUncached, type ByteCache, type CacheableResponse } from './page-cache.ts'
import { dataCsp } from './security.ts'

/** A file that is generated from the content and not part of the build. */
export interface StaticResponse {
  path: string
  type: string
  /** The name under which browsers save the file instead of showing it. */
  download?: string
  /** Returns null if there is no content for the file. */
  make(): Promise<string | Buffer | null>
}

interface StaticResponsesOptions {
  files: readonly StaticResponse[]
  cache: ByteCache
  headers: Record<string, string>
}

/** Serves generated files from the page cache. */
export function serveStaticResponses(app: FastifyInstance, { files, cache, headers }: StaticResponsesOptions): void {
  const sharedHeaders = { ...headers, 'content-security-policy': dataCsp, 'cache-control': 'public, no-cache' }
  const pendingResponses = new Map<string, Promise<CacheableResponse | null>>()
  for (const file of files) {
    app.get(file.path, { schema: { hide: true } }, async (request, reply) => {
      if (!cache.serve(request.raw, reply.raw, file.path)) {
        const response = await createOnce(file)
        if (!response) return reply.callNotFound()
        if (!cache.serve(request.raw, reply.raw, file.path)) sendUncached(response, request.raw, reply.raw)
      }
      return reply.hijack()
    })
  }

  /** Generates a file once for concurrent requests, unless the content has changed since the generation began. */
  function createOnce(file: StaticResponse): Promise<CacheableResponse | null> {
    const key = `${cache.version} ${file.path}`
    return pendingResponses.getOrInsertComputed(key, () =>
      createResponse(file).finally(() => pendingResponses.delete(key)),
    )
  }

  async function createResponse({ path, type, download, make }: StaticResponse): Promise<CacheableResponse | null> {
    const { version } = cache
    const body = await make()
    if (body === null) return null
    const dispositionHeader = download && { 'content-disposition': `attachment; filename="${download}"` }
    const response = { status: 200, headers: { ...sharedHeaders, 'content-type': type, ...dispositionHeader }, body }
    cache.put(path, version, response)
    return response
  }
}
