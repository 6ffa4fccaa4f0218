import type { Optional } from './page.tsx'

/** Wraps loads that a page can do without. Calls `onMissing` if one fails. */
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
