import { bookingsOffice } from './bn/bookings-office.ts'
import { enquiriesOffice } from './bn/enquiries-office.ts'
import { frameOffice } from './bn/frame-office.ts'

export const bnOffice = {
  ...frameOffice,
  ...bookingsOffice,
  ...enquiriesOffice,
}
