import { accountsServer } from './en/accounts-server.ts'
import { billsServer } from './en/bills-server.ts'
import { bookingsServer } from './en/bookings-server.ts'
import { deskServer } from './en/desk-server.ts'
import { enquiriesServer } from './en/enquiries-server.ts'
import { errorsServer } from './en/errors-server.ts'
import { frameServer } from './en/frame-server.ts'
import { emailsServer } from './en/emails.ts'
import { registerServer } from './en/register-server.ts'
import { roomsServer } from './en/rooms-server.ts'
import { customersServer } from './en/customers-server.ts'
import { ordersServer } from './en/orders-server.ts'
import { quotationsServer } from './en/quotations-server.ts'

/** Messages that only the server uses: errors and emails. Browsers receive single messages, never this file. */
export const enServer = {
  ...frameServer,
  ...bookingsServer,
  ...billsServer,
  ...accountsServer,
  ...deskServer,
  ...enquiriesServer,
  ...registerServer,
  ...roomsServer,
  ...emailsServer,
  ...errorsServer,
  ...customersServer,
  ...ordersServer,
  ...quotationsServer,
}
