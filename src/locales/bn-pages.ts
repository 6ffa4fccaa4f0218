import { accounts } from './bn/accounts.ts'
import { bookings } from './bn/bookings.ts'
import { enquiries } from './bn/enquiries.ts'
import { errors } from './bn/errors.ts'
import { frame } from './bn/frame.ts'
import { home } from './bn/home.ts'
import { reading } from './bn/reading.ts'
import { rooms } from './bn/rooms.ts'
import { ui } from './bn/ui.ts'
import { orders } from './bn/orders.ts'
import { quotations } from './bn/quotations.ts'

export const bnPages = {
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
