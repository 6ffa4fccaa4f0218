/** The time for which a toast stays. */
export const TOAST_MS = 3_000

/** The time for which a toast with a button or a link stays. */
export const ACTION_TOAST_MS = 8_000
