import { bookingsOffice } from './en/bookings-office.ts'
import { enquiriesOffice } from './en/enquiries-office.ts'
import { frameOffice } from './en/frame-office.ts'

/** What the pages of the office say beside those of the public, and no public script. */
export const enOffice = {
  ...frameOffice,
  ...bookingsOffice,
  ...enquiriesOffice,
}
