import { accountsServer } from './bn/accounts-server.ts'
import { billsServer } from './bn/bills-server.ts'
import { bookingsServer } from './bn/bookings-server.ts'
import { deskServer } from './bn/desk-server.ts'
import { enquiriesServer } from './bn/enquiries-server.ts'
import { errorsServer } from './bn/errors-server.ts'
import { frameServer } from './bn/frame-server.ts'
import { emailsServer } from './bn/emails.ts'
import { registerServer } from './bn/register-server.ts'
import { roomsServer } from './bn/rooms-server.ts'
import { customersServer } from './bn/customers-server.ts'
import { ordersServer } from './bn/orders-server.ts'
import { quotationsServer } from './bn/quotations-server.ts'

export const bnServer = {
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
