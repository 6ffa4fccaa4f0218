import { overloaded, UserError } from '../errors.ts'
import { MB, type FileLimits } from '../file-kinds.ts'
import { maxBytesOf } from './receive.ts'

/** Forms with files that one caller, and all together, may have on their way. */
const MAX_OF_ONE = 4
const MAX_OF_ALL = 32

/** Lets forms with files in, a few at a time. What is too long, or does not say how long it is, is not read. */
export function openAdmission() {
  const underway = new Map<string, number>()
  let all = 0

  return {
    /** Returns what gives the place back; only the first time counts. */
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

/** How many bytes a form announces. */
export function announcedBytes(length: string | undefined, limits: FileLimits): number {
  const bytes = Number(length)
  if (length === undefined) throw new UserError(411, { key: 'error.length_unsaid' })
  if (bytes > maxBytesOf(limits)) {
    const values = { most: limits.most, max: limits.bytes / MB }
    throw new UserError(413, { key: 'error.files_too_large', values })
  }
  return bytes
}

/** What a network may send in a day: so much that nobody who asks for something meets it. */
export const dailyBytes = { bucket: 'file_kb', times: 200 * 1024, seconds: 86_400 }
export const kbOf = (bytes: number): number => Math.ceil(bytes / 1024)
export const tooMuchToday = (retryAfterSeconds: number): UserError => tooMuch('error.files_per_day', retryAfterSeconds)
/** Of pictures that staff send much more may come. */
export const dailyPictures = (times: number) => ({ bucket: 'picture_kb', times, seconds: 86_400 })
export const tooManyPicturesToday = (seconds: number): UserError => tooMuch('error.pictures_per_day', seconds)
const tooMuch = (key: 'error.files_per_day' | 'error.pictures_per_day', retryAfterSeconds: number): UserError =>
  new UserError(429, { key, values: { hours: Math.ceil(retryAfterSeconds / 3_600) } }, { retryAfterSeconds })
