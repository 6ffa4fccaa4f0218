import { billsOffice } from './en/bills-office.ts'
import { bookingsOffice } from './en/bookings-office.ts'
import { changesOffice } from './en/changes-office.ts'
import { deskOffice } from './en/desk-office.ts'
import { editOffice } from './en/edit-office.ts'
import { enquiriesOffice } from './en/enquiries-office.ts'
import { figuresOffice } from './en/figures-office.ts'
import { frameOffice } from './en/frame-office.ts'
import { housekeepingOffice } from './en/housekeeping-office.ts'
import { registerOffice } from './en/register-office.ts'
import { postsOffice } from './en/posts-office.ts'
import { roomsOffice } from './en/rooms-office.ts'
import { mediaOffice } from './en/media-office.ts'
import { ratesOffice } from './en/rates-office.ts'
import { emailsOffice } from './en/emails.ts'
import { staffOffice } from './en/staff-office.ts'
import { settingsOffice } from './en/settings-office.ts'
import { websiteOffice } from './en/website-office.ts'
import { customersOffice } from './en/customers-office.ts'
import { statusOffice } from './en/status-office.ts'
import { ordersOffice } from './en/orders-office.ts'
import { quotationsOffice } from './en/quotations-office.ts'

/** The messages of the office pages, in addition to the public ones. No public script contains them. */
export const enOffice = {
  ...frameOffice,
  ...changesOffice,
  ...deskOffice,
  ...editOffice,
  ...emailsOffice,
  ...staffOffice,
  ...mediaOffice,
  ...bookingsOffice,
  ...billsOffice,
  ...enquiriesOffice,
  ...roomsOffice,
  ...ratesOffice,
  ...settingsOffice,
  ...websiteOffice,
  ...postsOffice,
  ...figuresOffice,
  ...housekeepingOffice,
  ...registerOffice,
  ...customersOffice,
  ...ordersOffice,
  ...statusOffice,
  ...quotationsOffice,
}
