import { roomsOf, requireStay, type BookedRow } from '#stays/bookings/store.ts'
import { statusTraits, statusOf } from '#stays/bookings/status.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { translatorFor } from '#locales/both.ts'
import { readBuyer, validateBuyer } from './buyer.ts'
import type { invoicesContract, OwnInvoices } from './contract.ts'
import { requestInvoice, isInvoiced, isStayOver } from './guest-invoices.ts'
import { reconcileInvoices } from './reconciliation.ts'
import { readInvoice } from './store.ts'
import { toInvoiceSummary } from './invoice-view.ts'

export const invoicesHandlers = {
  getOwnInvoices: async (db, ctx, stayRef) => readOwnInvoices(db, ctx, await requireStay(db, ctx, stayRef)),

  requestInvoice: {
    validate: (_db, _ctx, form) => validateBuyer(form),
    async act(db, ctx, { name, bin, address, ...stayRef }) {
      const firstBooking = await requireStay(db, ctx, stayRef)
      const { isIssued } = await requestInvoice(db, ctx, firstBooking, { name, bin, address })
      const message = translatorFor(ctx.language).t(isIssued ? 'invoice.issued_to_guest' : 'invoice.details_saved')
      return { message, ...(await readOwnInvoices(db, ctx, firstBooking)) }
    },
  },

  async getOwnInvoicePdf(db, ctx, { invoice: id, language, ...stayRef }) {
    const firstBooking = await requireStay(db, ctx, stayRef)
    const invoice = await readInvoice(db, id)
    if (invoice.stay_code !== firstBooking.code) throw notFound()
    // The fonts and the shaping of Bengali take 60 MB, so they are loaded only when a PDF is requested.
    const { invoicePdf } = await import('./invoice-pdf.ts')
    return invoicePdf(invoice, language)
  },
} satisfies Handlers<typeof invoicesContract>

async function readOwnInvoices(db: Database, { now }: RequestContext, firstBooking: BookedRow): Promise<OwnInvoices> {
  const rooms = await roomsOf(db, firstBooking)
  const reconciliation = await reconcileInvoices(db, firstBooking.code)
  const { name, bin, address } = await readBuyer(db, firstBooking)
  const traits = statusTraits(statusOf(firstBooking, now))
  return {
    buyer: { name, bin, address },
    invoices: reconciliation.invoices.map(toInvoiceSummary),
    may_address: !traits.awaitsAnswer && !isInvoiced(reconciliation),
    may_ask: isStayOver(rooms) && reconciliation.toInvoice.length > 0 && reconciliation.toCredit.length === 0,
  }
}
