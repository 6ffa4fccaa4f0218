import { getInvoiceTime } from '#stays/bookings/balance.ts'
import { lockStay, type BookedRow } from '#stays/bookings/store.ts'
import type { RequestContext } from '#platform/contract.ts'
import { loadCompany } from '#content/company.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { notFound, assertValid } from '#platform/errors.ts'
import { recordAudit } from '#platform/audit.ts'
import { normalizeBuyer, readBuyer, validateBuyer, storeBuyer, type Buyer } from './buyer.ts'
import { issueRequestedInvoice } from './issuing.ts'
import { reconcileInvoices, type Reconciliation } from './reconciliation.ts'

/**
 * Saves the buyer that the guest entered, while no invoice exists. It also issues and emails the invoice if the guest
 * can get it now.
 */
export const requestInvoice = (
  db: Database,
  ctx: RequestContext,
  firstBooking: BookedRow,
  buyer: Buyer,
): Promise<{ isIssued: boolean }> =>
  inTransaction(db, async (transaction) => {
    assertValid(validateBuyer(buyer).fieldErrors)
    const rooms = await lockStay(transaction, firstBooking.code)
    if (rooms.length === 0) throw notFound()
    const reconciliation = await reconcileInvoices(transaction, firstBooking.code)
    const canChangeBuyer = !isInvoiced(reconciliation)
    if (canChangeBuyer && !isSameBuyer(normalizeBuyer(buyer), await readBuyer(transaction, firstBooking))) {
      await storeBuyer(transaction, firstBooking, buyer)
      await recordAudit(transaction, {
        at: ctx.now,
        accountId: firstBooking.booker_id,
        action: 'invoice buyer changed',
        subject: `booking ${firstBooking.code}`,
      })
    }
    const company = await loadCompany(transaction, ctx)
    if (getInvoiceTime(rooms, reconciliation.bill, company) !== 'now') return { isIssued: false }
    await issueRequestedInvoice(transaction, ctx, rooms[0]!)
    return { isIssued: true }
  })

const isSameBuyer = (a: Buyer, b: Buyer): boolean => a.name === b.name && a.bin === b.bin && a.address === b.address

/** Returns whether any invoiced line is not credited. If so, the buyer can no longer be changed. */
export const isInvoiced = ({ invoices, credited }: Pick<Reconciliation, 'invoices' | 'credited'>): boolean =>
  invoices.some(({ id, kind, content }) => kind === 'invoice' && credited.get(id)!.size < content.lines.length)
