import type { Bill } from '#stays/bills/bill.ts'
import { calculatePayableAmount, getRemainingAmount } from '#stays/bookings/balance.ts'
import { mergeRooms, type StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import { getStatus, getStatusTraits } from '#stays/bookings/status.ts'
import { loadRoomsOfStay, type BookedRow } from '#stays/bookings/store.ts'
import { acceptsOnlinePayments, loadCompany, type Company } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { readShownBuyer, type Buyer } from './buyer.ts'
import type { InvoiceLine } from './lines.ts'
import { readBilledLines } from './reconciliation.ts'

/** A stay with its price, so that a company can arrange the payment. It is computed from the bill and not stored. */
export interface Proforma {
  company: Company
  stay: StayWithRooms
  buyer: Buyer
  lines: InvoiceLine[]
  paidPoisha: number
  duePoisha: number
  /** The part of the amount due that is payable now. 0 for a request, which cannot be paid yet. */
  payablePoisha: number
  acceptsOnline: boolean
  at: number
}

/** Returns whether a stay has a proforma: it is requested or takes place, and an amount is due. */
export const hasProforma = (bill: Bill, rooms: readonly BookedRow[], now: number): boolean =>
  !getStatusTraits(getStatus(mergeRooms(rooms), now)).isOver && getRemainingAmount(bill) > 0

export async function readProforma(
  db: Database,
  ctx: RequestContext,
  bill: Bill,
  { isByLink }: { isByLink: boolean },
): Promise<Proforma> {
  const rooms = await loadRoomsOfStay(db, bill.stay)
  if (!hasProforma(bill, rooms, ctx.now)) throw notFound()
  const [company, stay] = [await loadCompany(db, ctx), mergeRooms(rooms)]
  return {
    company,
    stay,
    buyer: await readShownBuyer(db, bill.stay, { isByLink }),
    lines: await readBilledLines(db, bill),
    paidPoisha: bill.paidPoisha,
    duePoisha: getRemainingAmount(bill),
    payablePoisha: calculatePayableAmount(bill, stay.rooms, ctx.now),
    acceptsOnline: acceptsOnlinePayments(company, ctx.context),
    at: ctx.now,
  }
}
