import type { Optional } from './page.tsx'

/** `onLack`: something could not be had, and the page stands without it. */
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
