import type { Optional } from './page.tsx'

/** Wraps the loading of optional page data. Calls `onMissing` if it fails, and logs the error. */
export const createOptional =
  (
    onMissing = () => {},
    log = (error: unknown, logMessage: string): unknown => console.error(logMessage, error),
  ): Optional =>
  async (pending, fallback, logMessage = 'Error fetching data') => {
    try {
      return await pending
    } catch (error) {
      log(error, logMessage)
      onMissing()
      return fallback
    }
  }
