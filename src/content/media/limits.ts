import { MB, type FileLimits } from '#platform/file-kinds.ts'

/** What the library takes. Browsers know it too, and say so before anything is sent. */
export const pictureLimits = {
  most: 1,
  bytes: 20 * MB,
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
  dailyKb: 4 * 1024 * 1024,
} as const satisfies FileLimits

export const MAX_MEGAPIXELS = 50
/** In pixels, of either side. */
export const MAX_SIDE = 16_000
/** What is smaller can fill no place of a page. */
export const MIN_SIDE = 320
/** Of one person. */
export const MAX_A_MINUTE = 60
export const MAX_A_DAY = 1_000

/** The point that stays in sight where a picture is cropped stands on a grid of tenths. */
export const FOCUS_STEP = 10
