import { storage } from '#platform/storage.ts'
import { officePages } from '#routes/office.ts'

/** As the list was last looked at in this tab. */
export const bookingsQueryKey = 'bookings list'

export const lastList = (): string =>
  officePages.bookings + (storage('sessionStorage')?.getItem(bookingsQueryKey) ?? '')
