import { selectBookingByCode, type BookedRow } from '#stays/bookings/store.ts'
import { isAddressVerified } from '#stays/bookings/stay-link.ts'
import { loadStay } from '#stays/bookings/stay-with-rooms.ts'
import { readCompany } from '#content/company.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { Context } from '#platform/context.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import { enqueue, type JobKinds } from '#platform/background/jobs.ts'
import type { Language } from '#routes/public.ts'
import { composeInvoiceEmail } from './emails.ts'
import { formatInvoiceNumber } from './number.ts'
import { readInvoice, parseInvoice, type Invoice } from './store.ts'

const JOB_KIND = 'invoice-letter'

/** Emails an invoice or a credit note to the guest or to another address. */
export const sendInvoice = (
  db: Database,
  ctx: RequestContext,
  { id, email, language }: { id: number; email: string; language: Language },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const invoice = await readInvoice(transaction, id)
    await enqueueInvoiceEmail(transaction, ctx.now, invoice, { email, language })
    await recordChange(transaction, ctx, 'invoice sent', `booking ${invoice.stay_code}`, {
      after: { number: formatInvoiceNumber(invoice) },
    })
  })

/**
 * Enqueues the invoice email. A job renders the PDF after the commit, so that no request waits for the layout of the
 * Bangla text.
 */
export async function enqueueInvoiceEmail(
  db: Database,
  now: number,
  { id }: Pick<Invoice, 'id'>,
  { email, language }: Pick<BookedRow, 'email' | 'language'>,
): Promise<void> {
  if (email === '') throw invalid({ send: 'invoice.no_email' })
  await enqueue(db, now, JOB_KIND, { invoice: id, email, language })
}

export const createInvoiceJobs = (context: Pick<Context, 'clock'>): JobKinds => ({
  async [JOB_KIND]({ invoice: id, email, language }: { invoice: number; email: string; language: Language }, db) {
    const row = await db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return
    const invoice = parseInvoice(row)
    const { renderInvoicePdf } = await import('./invoice-pdf.ts')
    const bytes = await renderInvoicePdf(invoice, language)
    const now = context.clock()
    await inTransaction(db as Database, async (transaction) => {
      const stay = await loadStay(transaction, await selectBookingByCode(transaction, invoice.stay_code))
      const isVerified = email === stay.email && (await isAddressVerified(transaction, stay))
      const name = isVerified ? stay.name : null
      const message = composeInvoiceEmail(invoice, stay, { language, name })
      const file = { name: `${formatInvoiceNumber(invoice)}.pdf`, type: 'application/pdf', bytes }
      await enqueueEmail(transaction, now, email, language, { ...message, file }, await readCompany(transaction))
    })
  },
})
