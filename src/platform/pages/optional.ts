import type { Optional } from './page.tsx'

/** Wraps the loading of optional page data. Calls `onMissing` if it fails. */
export const createOptional =
  (onMissing = () => {}): Optional =>
  async (pending, fallback, logMessage = 'Error fetching data') => {
    try {
      return await pending
    } catch (error) {
      console.error(logMessage, error)
      onMissing()
      return fallback
    }
  }
