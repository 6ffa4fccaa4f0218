import type { Optional } from './page.tsx'

/** Wraps loads that a page can do without. `onLack` is called if one fails. */
export const makeOptional =
  (onLack = () => {}): Optional =>
  async (asked, instead, complaint = 'Error fetching data') => {
    try {
      return await asked
    } catch (error) {
      console.error(complaint, error)
      onLack()
      return instead
    }
  }
