import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A number that depends only on the path of a file in the repository, so that every machine picks the same. */
export function stableHash(fileUrl: string): number {
  const path = relative(root, fileURLToPath(fileUrl)).replaceAll(sep, '/')
  return createHash('sha256').update(path).digest().readUInt32BE()
}
