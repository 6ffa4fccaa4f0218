import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A number that depends only on the path of a file in the repository, so that every machine picks the same. */
export const stableHash = (fileUrl: string): number =>
  hashOfText(relative(root, fileURLToPath(fileUrl)).replaceAll(sep, '/'))

export const hashOfText = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()
