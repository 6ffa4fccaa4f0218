import { overloaded, UserError } from '../errors.ts'
import { MB, type FileLimits } from '../file-kinds.ts'
import { maxBytesOf } from './receive.ts'

/** The maximum number of concurrent uploads per caller, and in total. */
const MAX_OF_ONE = 4
const MAX_OF_ALL = 32

/** Limits concurrent uploads. */
export function openAdmission() {
  const underway = new Map<string, number>()
  let all = 0

  return {
    /** Returns a release function. Further calls have no effect. */
    enter(who: string): () => void {
      const own = underway.get(who) ?? 0
      if (own >= MAX_OF_ONE) throw new UserError(429, { key: 'error.uploads_at_once' }, { retryAfterSeconds: 30 })
      if (all >= MAX_OF_ALL) throw overloaded()
      underway.set(who, own + 1)
      all++
      let isOut = false
      return () => {
        if (isOut) return
        isOut = true
        all--
        const left = underway.get(who)! - 1
        if (left > 0) underway.set(who, left)
        else underway.delete(who)
      }
    },
  }
}

/** Checks the Content-Length of a form. Forms without one, or with too large a one, are rejected unread. */
export function announcedBytes(length: string | undefined, limits: FileLimits): number {
  const bytes = Number(length)
  if (length === undefined) throw new UserError(411, { key: 'error.length_unsaid' })
  if (bytes > maxBytesOf(limits)) {
    const values = { most: limits.most, max: limits.bytes / MB }
    throw new UserError(413, { key: 'error.files_too_large', values })
  }
  return bytes
}

/** How much one network may upload in a day. High enough that no real visitor reaches it. */
export const dailyBytes = { bucket: 'file_kb', times: 200 * 1024, seconds: 86_400 }
export const kbOf = (bytes: number): number => Math.ceil(bytes / 1024)
export const tooMuchToday = (retryAfterSeconds: number): UserError => tooMuch('error.files_per_day', retryAfterSeconds)
/** Staff may upload more pictures. */
export const dailyPictures = (times: number) => ({ bucket: 'picture_kb', times, seconds: 86_400 })
export const tooManyPicturesToday = (seconds: number): UserError => tooMuch('error.pictures_per_day', seconds)
const tooMuch = (key: 'error.files_per_day' | 'error.pictures_per_day', retryAfterSeconds: number): UserError =>
  new UserError(429, { key, values: { hours: Math.ceil(retryAfterSeconds / 3_600) } }, { retryAfterSeconds })
