import { roomsOf, stayMeant, type BookedRow } from '#stays/bookings/store.ts'
import { lifeOf, statusOf } from '#stays/bookings/status.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { translatorFor } from '#locales/both.ts'
import { buyerOf, validateBuyer } from './buyer.ts'
import type { invoicesContract, OwnInvoices } from './contract.ts'
import { askInvoice, isInvoiced, isOver } from './own.ts'
import { standingOf } from './standing.ts'
import { invoiceWith } from './store.ts'
import { inShort } from './told.ts'

export const invoicesHandlers = {
  getOwnInvoices: async (db, ctx, which) => told(db, ctx, await stayMeant(db, ctx, which)),

  askInvoice: {
    validate: (_db, _ctx, form) => validateBuyer(form),
    async act(db, ctx, { name, bin, address, ...which }) {
      const first = await stayMeant(db, ctx, which)
      const { isIssued } = await askInvoice(db, ctx, first, { name, bin, address })
      const message = translatorFor(ctx.language).t(isIssued ? 'invoice.asked' : 'invoice.addressed')
      return { message, ...(await told(db, ctx, first)) }
    },
  },

  async getOwnInvoicePaper(db, ctx, { invoice: id, language, ...which }) {
    const first = await stayMeant(db, ctx, which)
    const invoice = await invoiceWith(db, id)
    if (invoice.stay_code !== first.code) throw notFound()
    // The fonts and the shaping of Bengali take 60 MB, so they are loaded only when a PDF is requested.
    const { invoicePdf } = await import('./invoice-pdf.ts')
    return invoicePdf(invoice, language)
  },
} satisfies Handlers<typeof invoicesContract>

async function told(db: Database, { now }: RequestContext, first: BookedRow): Promise<OwnInvoices> {
  const rooms = await roomsOf(db, first)
  const standing = await standingOf(db, first.code)
  const { name, bin, address } = await buyerOf(db, first)
  const life = lifeOf(statusOf(first, now))
  return {
    buyer: { name, bin, address },
    invoices: standing.invoices.map(inShort),
    may_address: !life.awaitsAnswer && !isInvoiced(standing),
    may_ask: isOver(rooms) && standing.toInvoice.length > 0 && standing.toCredit.length === 0,
  }
}
