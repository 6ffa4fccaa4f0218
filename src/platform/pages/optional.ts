import type { Optional } from './page.tsx'

/** Wraps the loading of optional page data. If it fails, `onMissing` gets the error and a description for the log. */
export const createOptional =
  (onMissing = (error: unknown, logMessage: string): void => console.error(logMessage, error)): Optional =>
  async (pending, fallback, logMessage = 'Error fetching data') => {
    try {
      return await pending
    } catch (error) {
      onMissing(error, logMessage)
      return fallback
    }
  }
