import { MB, type FileLimits } from '#platform/file-kinds.ts'

/** The limits of the picture library. */
export const pictureLimits = {
  maxCount: 1,
  bytes: 20 * MB,
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
  dailyKb: 4 * 1024 * 1024,
} as const satisfies FileLimits

export const MAX_MEGAPIXELS = 50
/** The maximum width and height in pixels. */
export const MAX_SIDE_PX = 16_000
/** The minimum width and height in pixels. */
export const MIN_SIDE_PX = 320
/** The upload limits per user. */
export const MAX_UPLOADS_PER_MINUTE = 60
export const MAX_UPLOADS_PER_DAY = 1_000

/** The step of the focal point, in percent. */
export const FOCUS_STEP_PERCENT = 10
