import { SIGNATURE_BYTES, fileTypes, MB, detectFileType } from '#platform/file-kinds.ts'
import { fileLimits } from '../limits.ts'

export type FileError = 'empty' | 'large' | 'kind' | 'unread'

/** Checks a file before the upload. Only the server checks that the content is intact. */
export async function checkFile(file: File): Promise<FileError | null> {
  if (file.size === 0) return 'empty'
  if (file.size > fileLimits.megabytes * MB) return 'large'
  try {
    const type = detectFileType(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()))
    return type && fileTypes.includes(type) ? null : 'kind'
  } catch {
    return 'unread'
  }
}
