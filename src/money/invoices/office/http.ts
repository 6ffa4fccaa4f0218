import { computeToday } from '#stays/availability/stay.ts'
import { loadBill } from '#stays/bills/bill.ts'
import { getStatusTraits } from '#stays/bookings/status.ts'
import { selectBookingByCode, loadRoomsOfStay } from '#stays/bookings/store.ts'
import { loadCompany } from '#content/company.ts'
import type { RequestContext, StreamedFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { readBuyer, validateBuyer, saveBuyer } from '../buyer.ts'
import { creditInvoice } from '../credit-notes.ts'
import { issueInvoice } from '../issuing.ts'
import { sumLines } from '../lines.ts'
import { formatInvoiceNumber } from '../number.ts'
import { hasProforma, readProforma } from '../proforma.ts'
import { readRegister } from '../register.ts'
import { sendInvoice } from '../sending.ts'
import { reconcileInvoices } from '../reconciliation.ts'
import { readInvoice } from '../store.ts'
import { toBdtSums, toInvoiceSummary, toLineView } from '../invoice-view.ts'
import type { InvoiceRegister, InvoiceDetails, invoicesOfficeContract, StayInvoices } from './contract.ts'
import { streamRegisterTable } from './register-csv.ts'

export const invoicesOfficeHandlers = {
  getStayInvoices: (db, ctx, { code }) => readStayInvoices(db, ctx, code),
  saveBuyer: {
    validate: (_db, _ctx, form) => validateBuyer(form),
    async execute(db, ctx, form) {
      await saveBuyer(db, ctx, form)
      return readStayInvoices(db, ctx, form.code)
    },
  },
  async issueInvoice(db, ctx, form) {
    await issueInvoice(db, ctx, form)
    return readStayInvoices(db, ctx, form.code)
  },
  getInvoice: (db, ctx, { id }) => readInvoiceDetails(db, ctx, id),
  async getInvoicePdf(db, _ctx, { id, language }) {
    const invoice = await readInvoice(db, id)
    // The fonts and the shaping of Bengali take 60 MB, so they are loaded only when a PDF is requested.
    const { renderInvoicePdf } = await import('../invoice-pdf.ts')
    return renderInvoicePdf(invoice, language)
  },
  async getProformaPdf(db, ctx, { code, language }) {
    const proforma = await readProforma(db, ctx, await loadBill(db, code), { isByLink: false })
    const { renderProformaPdf } = await import('../proforma-pdf.ts')
    return renderProformaPdf(proforma, language)
  },
  async creditInvoice(db, ctx, form) {
    await creditInvoice(db, ctx, form)
    return readInvoiceDetails(db, ctx, form.id)
  },
  async sendInvoice(db, ctx, form) {
    await sendInvoice(db, ctx, form)
    return { message: translatorFor(ctx.language).t('invoice.sent', { email: form.email }) }
  },

  async getInvoiceRegister(db, ctx, { month }) {
    return readRegisterView(db, month ?? (await readLastMonth(db, ctx)))
  },
  async getInvoiceRegisterFile(db, ctx, { month }): Promise<StreamedFile> {
    const csvChunks = streamRegisterTable(db, ctx, month)
    return { name: `invoices-${month}.csv`, type: 'text/csv; charset=utf-8', bytes: null, parts: csvChunks }
  },
} satisfies Handlers<typeof invoicesOfficeContract>

/** Returns the month of the last invoice, or the current one if there is no invoice. */
async function readLastMonth(db: Database, ctx: RequestContext): Promise<string> {
  const lastInvoice = await db.selectFrom('invoice').select('day').orderBy('day', 'desc').limit(1).executeTakeFirst()
  return isoDay(lastInvoice?.day ?? computeToday(await loadCompany(db, ctx), ctx.now)).slice(0, 7)
}

async function readStayInvoices(db: Database, ctx: RequestContext, code: string): Promise<StayInvoices> {
  const { language } = ctx
  const { bill, invoices, credited, toInvoice, toCredit } = await reconcileInvoices(db, code)
  const { stay } = bill
  const { name, bin, address, version } = await readBuyer(db, stay)
  return {
    code,
    name: stay.name,
    email: stay.email,
    language: stay.language as Language,
    buyer: { name, bin, address, version },
    lines: toInvoice.map((line) => toLineView(line, language)),
    ...toBdtSums(sumLines(toInvoice)),
    credit_first: toCredit.map(({ invoice: id, line }) => {
      const invoice = invoices.find((candidate) => candidate.id === id)!
      return { id, number: formatInvoiceNumber(invoice), name: invoice.content.lines[line]!.name[language] }
    }),
    invoices: invoices.map((invoice) => ({
      ...toInvoiceSummary(invoice),
      is_credited: credited.get(invoice.id)?.size === invoice.content.lines.length,
    })),
    has_proforma: hasProforma(bill, await loadRoomsOfStay(db, stay), ctx.now),
    takes_invoices: !getStatusTraits(stay.status).awaitsAnswer,
  }
}

async function readInvoiceDetails(db: Database, { language }: RequestContext, id: number): Promise<InvoiceDetails> {
  const invoice = await readInvoice(db, id)
  const { content, credits_id } = invoice
  const { seller } = content
  const booking = await selectBookingByCode(db, invoice.stay_code)
  const notes = await readCreditNotes(db, id)
  return {
    ...toInvoiceSummary(invoice),
    code: invoice.stay_code,
    by: content.issued_by[language],
    seller: { name: seller.name[language], bin: seller.bin, address: seller.address[language] },
    buyer: content.buyer,
    lines: content.lines.map((line, index) => ({ ...toLineView(line, language), credited_by: notes.get(index) ?? '' })),
    payments: content.payments.map(({ day, method, reference, amount_poisha }) => ({
      day: isoDay(day),
      method,
      reference,
      amount: poishaToBdt(amount_poisha),
    })),
    ...toBdtSums(invoice),
    reason: content.reason,
    credits: credits_id === null ? null : { id: credits_id, number: content.credits },
    email: booking.email,
    language: booking.language as Language,
  }
}

/** Returns the number of the credit note for each credited line. */
async function readCreditNotes(db: Database, id: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('credited_line')
    .innerJoin('invoice', 'invoice.id', 'note_id')
    .select(['line', 'kind', 'year', 'no'])
    .where('invoice_id', '=', id)
    .execute()
  return new Map(rows.map(({ line, ...note }) => [line, formatInvoiceNumber(note)]))
}

async function readRegisterView(db: Database, month: string): Promise<InvoiceRegister> {
  const { rows, sums } = await readRegister(db, month)
  return {
    month,
    data: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      number: formatInvoiceNumber(row),
      day: isoDay(row.day),
      code: row.stay_code,
      buyer: row.buyer_name,
      bin: row.buyer_bin,
      ...toBdtSums(row),
    })),
    ...toBdtSums(sums),
  }
}
