import { desktop } from '../breakpoints.ts'
import { useMedia } from '../use-media-query.ts'

/**
 * Returns whether the screen has enough space for a table. The office renders only in the browser, so it can query the
 * screen.
 */
export const useIsWide = (): boolean => useMedia(desktop)
