import { getStorage } from '#platform/storage.ts'
import { officePages } from '#routes/office.ts'

/** Stores the query of the list that was shown last in this tab. */
export const bookingsQueryKey = 'bookings list'

export const lastListPath = (): string =>
  officePages.bookings + (getStorage('sessionStorage')?.getItem(bookingsQueryKey) ?? '')
