import { overloaded, UserError } from '../errors.ts'
import { MB, type FileLimits } from '../file-kinds.ts'
import { getMaxFormBytes } from './receive.ts'

/** The maximum number of concurrent uploads per caller, and in total. */
const MAX_UPLOADS_PER_CALLER = 4
const MAX_UPLOADS = 32

/** Limits concurrent uploads. */
export function createUploadLimiter() {
  const countByCaller = new Map<string, number>()
  let totalCount = 0

  return {
    /** Returns a release function. Further calls have no effect. */
    enter(caller: string): () => void {
      const currentCount = countByCaller.get(caller) ?? 0
      if (currentCount >= MAX_UPLOADS_PER_CALLER)
        throw new UserError(429, { key: 'error.too_many_uploads' }, { retryAfterSeconds: 30 })
      if (totalCount >= MAX_UPLOADS) throw overloaded()
      countByCaller.set(caller, currentCount + 1)
      totalCount++
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        totalCount--
        const remainingCount = countByCaller.get(caller)! - 1
        if (remainingCount > 0) countByCaller.set(caller, remainingCount)
        else countByCaller.delete(caller)
      }
    },
  }
}

/**
 * Checks the Content-Length of a form. Rejects forms without a length, or with too large a length, before reading them.
 */
export function checkContentLength(length: string | undefined, limits: FileLimits): number {
  const byteCount = Number(length)
  if (length === undefined) throw new UserError(411, { key: 'error.length_missing' })
  if (byteCount > getMaxFormBytes(limits)) {
    const values = { most: limits.maxCount, max: limits.bytes / MB }
    throw new UserError(413, { key: 'error.files_too_large', values })
  }
  return byteCount
}

/** The default number of kB that a caller may upload in a day. */
export const dailyUploadLimit = { bucket: 'file_kb', times: 200 * 1024, seconds: 86_400 }
export const toKb = (bytes: number): number => Math.ceil(bytes / 1024)
export const createDailyUploadsError = (retryAfterSeconds: number): UserError =>
  createDailyLimitError('error.files_per_day', retryAfterSeconds)
/** The limit for pictures is set per endpoint, because staff may upload more. */
export const createDailyPictureLimit = (times: number) => ({ bucket: 'picture_kb', times, seconds: 86_400 })
export const createDailyPicturesError = (seconds: number): UserError =>
  createDailyLimitError('error.pictures_per_day', seconds)
const createDailyLimitError = (
  key: 'error.files_per_day' | 'error.pictures_per_day',
  retryAfterSeconds: number,
): UserError =>
  new UserError(429, { key, values: { hours: Math.ceil(retryAfterSeconds / 3_600) } }, { retryAfterSeconds })
