import { BEGINNING_BYTES, fileTypes, MB, typeOfBytes } from '#platform/file-kinds.ts'
import { maxFiles } from '../limits.ts'

export type Fault = 'empty' | 'large' | 'kind' | 'unread'

/** What can be seen of a file without sending it. Whether it is whole only the server looks at. */
export async function lookAt(file: File): Promise<Fault | null> {
  if (file.size === 0) return 'empty'
  if (file.size > maxFiles.megabytes * MB) return 'large'
  try {
    const type = typeOfBytes(new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer()))
    return type && fileTypes.includes(type) ? null : 'kind'
  } catch {
    return 'unread'
  }
}
