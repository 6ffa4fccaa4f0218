import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/database/database.ts'
import { ByteCache } from '#platform/http/page-cache.ts'
import { projectRoot } from '#platform/project-root.ts'
import { picturesPrefix } from './store.ts'

/** The size of the cache for the most requested files. Other files are read from the database each time. */
const MAX_CACHED_BYTES = 24 * 1024 * 1024

/**
 * Serves the files of uploaded pictures from the database, so that every process serves all of them. A file name
 * contains a hash of its source and the file never changes. Browsers therefore cache it permanently, and the process
 * caches the most requested files.
 */
export function createPictureServer(db: Database, headers: Record<string, string>) {
  const cache = new ByteCache(MAX_CACHED_BYTES)
  const serve = (request: IncomingMessage, response: ServerResponse) => cache.serve(request, response)

  return {
    /** Returns true if the cache contained the file and the response was sent. */
    serve,
    open(app: FastifyInstance): void {
      app.get(`${picturesPrefix}:file`, { schema: { hide: true } }, async (request, reply) => {
        const { file: fileName } = request.params as { file: string }
        const path = picturesPrefix + fileName
        if (cache.serve(request.raw, reply.raw, path)) return reply.hijack()
        const content = await readUploadedFile(db, fileName)
        if (!content) return reply.callNotFound()
        const response = {
          status: 200,
          headers: { ...headers, 'content-type': content.type, 'cache-control': 'public, max-age=31536000, immutable' },
          body: content.body,
        }
        cache.put(path, 0, response)
        cache.serve(request.raw, reply.raw, path)
        return reply.hijack()
      })
    },
  }
}

/** Reads a file of a picture by its path in pages, whether the build or an upload made it. */
export async function readPictureFile(db: Database, path: string): Promise<Buffer | null> {
  const name = path.slice(picturesPrefix.length)
  const uploadedFile = await readUploadedFile(db, name)
  if (uploadedFile) return uploadedFile.body
  return builtFilePattern.test(name) ? readFile(`${projectRoot}dist${picturesPrefix}${name}`).catch(() => null) : null
}

const uploadedFilePattern = /^[\w-]+\.[0-9a-f]{12}\.(avif|webp|jpg)$/
const builtFilePattern = /^[\w-]+\.[0-9a-f]{8}\.(avif|jpg)$/

async function readUploadedFile(db: Database, name: string): Promise<{ type: string; body: Buffer } | null> {
  if (!uploadedFilePattern.test(name)) return null
  const file = await db
    .selectFrom('picture_file')
    .select('type')
    .where('name', '=', name)
    .where('served', '=', 1)
    .executeTakeFirst()
  if (!file) return null
  const parts = await db
    .selectFrom('picture_file_part')
    .select('content')
    .where('file', '=', name)
    .orderBy('position')
    .execute()
  return { type: file.type, body: Buffer.concat(parts.map(({ content }) => content)) }
}
