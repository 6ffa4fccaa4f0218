import { accounts } from './en/accounts.ts'
import { bookings } from './en/bookings.ts'
import { enquiries } from './en/enquiries.ts'
import { errors } from './en/errors.ts'
import { frame } from './en/frame.ts'
import { home } from './en/home.ts'
import { reading } from './en/reading.ts'
import { rooms } from './en/rooms.ts'
import { ui } from './en/ui.ts'
import { orders } from './en/orders.ts'
import { quotations } from './en/quotations.ts'

/** The messages of the public pages. */
export const enPages = {
  ...frame,
  ...ui,
  ...home,
  ...reading,
  ...rooms,
  ...bookings,
  ...accounts,
  ...enquiries,
  ...errors,
  ...orders,
  ...quotations,
}
