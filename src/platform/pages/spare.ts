import type { Spare } from './page.tsx'

/** `onLack`: something could not be had, and the page stands without it. */
export const makeSpare =
  (onLack = () => {}): Spare =>
  async (asked, instead, complaint = 'Error fetching data') => {
    try {
      return await asked
    } catch (error) {
      console.error(complaint, error)
      onLack()
      return instead
    }
  }
