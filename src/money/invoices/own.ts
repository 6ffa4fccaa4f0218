import { mustBePromised } from '#stays/bills/on-bill.ts'
import { lifeOf } from '#stays/bookings/status.ts'
import { takeStay, type BookedRow } from '#stays/bookings/store.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { notFound, assertValid } from '#platform/errors.ts'
import { recordAudit } from '#platform/work/audit.ts'
import { asKept, buyerOf, validateBuyer, keepBuyer, type Buyer } from './buyer.ts'
import { askedInvoice } from './issuing.ts'
import { standingOf, type Standing } from './standing.ts'

/** Saves the guest's buyer while no invoice exists. After departure, it also issues and emails the invoice. */
export const askInvoice = (
  db: Database,
  ctx: RequestContext,
  first: BookedRow,
  buyer: Buyer,
): Promise<{ isIssued: boolean }> =>
  inTransaction(db, async (transaction) => {
    assertValid(validateBuyer(buyer).fieldErrors)
    const rooms = await takeStay(transaction, first.code)
    if (rooms.length === 0) throw notFound()
    mustBePromised(rooms, ctx.now)
    const isOpen = !isInvoiced(await standingOf(transaction, first.code))
    if (isOpen && !isSame(asKept(buyer), await buyerOf(transaction, first))) {
      await keepBuyer(transaction, first, buyer)
      await recordAudit(transaction, {
        at: ctx.now,
        accountId: first.account_id,
        action: 'invoice addressed',
        subject: `booking ${first.code}`,
      })
    }
    if (!isOver(rooms)) return { isIssued: false }
    await askedInvoice(transaction, ctx, rooms[0]!)
    return { isIssued: true }
  })

const isSame = (one: Buyer, other: Buyer): boolean =>
  one.name === other.name && one.bin === other.bin && one.address === other.address

/** Returns whether an invoice with open lines exists. It then fixes the buyer. */
export const isInvoiced = ({ invoices, credited }: Pick<Standing, 'invoices' | 'credited'>): boolean =>
  invoices.some(({ id, kind, content }) => kind === 'invoice' && credited.get(id)!.size < content.lines.length)

/** Returns whether nobody is still to arrive or depart and at least one guest stayed. */
export const isOver = (rooms: readonly BookedRow[]): boolean =>
  rooms.every(({ status }) => lifeOf(status).isOver) && rooms.some(({ status }) => status === 'checked_out')
