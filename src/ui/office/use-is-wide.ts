import { useMedia } from '../use-media.ts'

/** Whether there is room for a table: nothing of the office is drawn before its script runs, so it asks the screen. */
export const useIsWide = (): boolean => useMedia('(min-width: 72rem)')
