import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns a hash of the file's path in the repository, which is the same on every machine. */
export const hashPath = (fileUrl: string): number =>
  hashText(relative(root, fileURLToPath(fileUrl)).replaceAll(sep, '/'))

export const hashText = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()
