import { billsOffice } from './bn/bills-office.ts'
import { bookingsOffice } from './bn/bookings-office.ts'
import { changesOffice } from './bn/changes-office.ts'
import { deskOffice } from './bn/desk-office.ts'
import { editOffice } from './bn/edit-office.ts'
import { enquiriesOffice } from './bn/enquiries-office.ts'
import { figuresOffice } from './bn/figures-office.ts'
import { frameOffice } from './bn/frame-office.ts'
import { housekeepingOffice } from './bn/housekeeping-office.ts'
import { registerOffice } from './bn/register-office.ts'
import { postsOffice } from './bn/posts-office.ts'
import { roomsOffice } from './bn/rooms-office.ts'
import { mediaOffice } from './bn/media-office.ts'
import { ratesOffice } from './bn/rates-office.ts'
import { emailsOffice } from './bn/emails.ts'
import { staffOffice } from './bn/staff-office.ts'
import { settingsOffice } from './bn/settings-office.ts'
import { websiteOffice } from './bn/website-office.ts'
import { customersOffice } from './bn/customers-office.ts'
import { statusOffice } from './bn/status-office.ts'
import { ordersOffice } from './bn/orders-office.ts'
import { quotationsOffice } from './bn/quotations-office.ts'

export const bnOffice = {
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
