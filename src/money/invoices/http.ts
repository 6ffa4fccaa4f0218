import { loadBill } from '#stays/bills/bill.ts'
import { formatReceiptNumber } from '#stays/bills/receipt-number.ts'
import { getInvoiceTime } from '#stays/bookings/balance.ts'
import { loadRoomsOfStay, requireStay, type BookedRow } from '#stays/bookings/store.ts'
import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt } from '#platform/money.ts'
import { translatorFor } from '#locales/both.ts'
import { listStayReceipts } from '../payments/receipts/receipt.ts'
import { readShownBuyer, validateBuyer } from './buyer.ts'
import type { invoicesContract, OwnInvoices } from './contract.ts'
import { requestInvoice, isInvoiced } from './guest-invoices.ts'
import { hasProforma, readProforma } from './proforma.ts'
import { reconcileInvoices } from './reconciliation.ts'
import { readInvoice } from './store.ts'
import { toInvoiceSummary } from './invoice-view.ts'

export const invoicesHandlers = {
  async getOwnInvoices(db, ctx, stayRef) {
    const firstBooking = await requireStay(db, ctx, stayRef)
    return readOwnInvoices(db, ctx, firstBooking, { isByLink: stayRef.token !== undefined })
  },

  requestInvoice: {
    validate: (_db, _ctx, form) => validateBuyer(form),
    async execute(db, ctx, { name, bin, address, ...stayRef }) {
      const firstBooking = await requireStay(db, ctx, stayRef)
      const { isIssued } = await requestInvoice(db, ctx, firstBooking, { name, bin, address })
      const message = translatorFor(ctx.language).t(isIssued ? 'invoice.issued_to_guest' : 'invoice.details_saved')
      return { message, ...(await readOwnInvoices(db, ctx, firstBooking, { isByLink: stayRef.token !== undefined })) }
    },
  },

  async getOwnInvoicePdf(db, ctx, { invoice: id, language, ...stayRef }) {
    const firstBooking = await requireStay(db, ctx, stayRef)
    const invoice = await readInvoice(db, id)
    if (invoice.stay_code !== firstBooking.code) throw notFound()
    // The fonts and the shaping of Bengali take 60 MB, so they are loaded only when a PDF is requested.
    const { renderInvoicePdf } = await import('./invoice-pdf.ts')
    return renderInvoicePdf(invoice, language)
  },

  async getOwnProformaPdf(db, ctx, { language, ...stayRef }) {
    const firstBooking = await requireStay(db, ctx, stayRef)
    const bill = await loadBill(db, firstBooking.code)
    const proforma = await readProforma(db, ctx, bill, { isByLink: stayRef.token !== undefined })
    const { renderProformaPdf } = await import('./proforma-pdf.ts')
    return renderProformaPdf(proforma, language)
  },
} satisfies Handlers<typeof invoicesContract>

async function readOwnInvoices(
  db: Database,
  ctx: RequestContext,
  firstBooking: BookedRow,
  { isByLink }: { isByLink: boolean },
): Promise<OwnInvoices> {
  const rooms = await loadRoomsOfStay(db, firstBooking)
  const reconciliation = await reconcileInvoices(db, firstBooking.code)
  const { bill, toInvoice, toCredit } = reconciliation
  const hasInvoice = isInvoiced(reconciliation)
  const isAvailable = getInvoiceTime(rooms, bill, await loadCompany(db, ctx)) === 'now'
  return {
    // If an invoice exists, its PDF names the buyer anyway.
    buyer: await readShownBuyer(db, firstBooking, { isByLink: isByLink && !hasInvoice }),
    invoices: reconciliation.invoices.map(toInvoiceSummary),
    can_edit_buyer: !hasInvoice,
    can_request_invoice: isAvailable && toInvoice.length > 0 && toCredit.length === 0,
    is_outdated: toCredit.length > 0,
    has_proforma: hasProforma(bill, rooms, ctx.now),
    receipts: listStayReceipts(bill).map(({ id, at, amountPoisha }) => ({
      id,
      number: formatReceiptNumber(id),
      at: isoInstant(at),
      amount: poishaToBdt(amountPoisha),
    })),
  }
}
