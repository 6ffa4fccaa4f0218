import { sql } from 'kysely'
import { requireConfirmed } from '#stays/bills/locked-bill.ts'
import { lockStay, type BookedRow } from '#stays/bookings/store.ts'
import { loadCompany, type Company } from '#content/company.ts'
import { loadPostingTimeOfRequest } from '#ledger/posting.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { claimOperation } from '#platform/database/idempotency-key.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { poishaToBdt } from '#platform/money.ts'
import { recordAudit, recordChange } from '#platform/audit.ts'
import { readBuyer } from './buyer.ts'
import { sumLines } from './lines.ts'
import { toFiscalYear, formatInvoiceNumber } from './number.ts'
import { enqueueInvoiceEmail } from './sending.ts'
import { reconcileInvoices } from './reconciliation.ts'
import { parseInvoice, type Invoice, type InvoiceContent } from './store.ts'

/**
 * Issues an invoice for all open items on the bill of a stay, and emails it on request. Repeating a request with the
 * same key has no effect.
 */
export const issueInvoice = (db: Database, ctx: RequestContext, form: { code: string; send: boolean }): Promise<void> =>
  inTransaction(db, async (transaction) => {
    if (!(await claimOperation(transaction, ctx, 'invoice', form))) return
    const rooms = await lockStay(transaction, form.code)
    if (rooms.length === 0) throw notFound()
    requireConfirmed(rooms, ctx.now)
    const invoice = await issueOpenItems(transaction, ctx, rooms[0]!, ctx.account!)
    if (form.send) await enqueueInvoiceEmail(transaction, ctx.now, invoice, rooms[0]!)
    await recordChange(transaction, ctx, 'invoice issued', `booking ${form.code}`, { after: getAuditDetails(invoice) })
  })

/**
 * Issues and emails the invoice that the guest requests. Does nothing if everything is invoiced. The caller must have
 * locked the stay.
 */
export async function issueRequestedInvoice(
  db: Transaction,
  ctx: RequestContext,
  firstBooking: BookedRow,
): Promise<void> {
  const { toInvoice, toCredit, invoices } = await reconcileInvoices(db, firstBooking.code)
  if (toInvoice.length === 0 && toCredit.length === 0 && invoices.length > 0) return
  const invoice = await issueOpenItems(db, ctx, firstBooking, null)
  await enqueueInvoiceEmail(db, ctx.now, invoice, firstBooking)
  const { now, address } = ctx
  await recordAudit(db, {
    at: now,
    accountId: firstBooking.booker_id,
    action: 'invoice issued',
    subject: `booking ${firstBooking.code}`,
    details: getAuditDetails(invoice),
    address: ctx.account ? address : null,
  })
}

async function issueOpenItems(
  db: Transaction,
  ctx: RequestContext,
  firstBooking: BookedRow,
  issuer: { id: number; name: string } | null,
): Promise<Invoice> {
  const { bill, toInvoice, toCredit } = await reconcileInvoices(db, firstBooking.code)
  if (toCredit.length > 0) throw conflict('invoice.credit_first')
  if (toInvoice.length === 0) throw conflict('invoice.nothing_to_invoice')
  const company = await loadCompany(db, ctx)
  const seller = toSeller(company)
  if (seller.bin === '' && toInvoice.some(({ vat_poisha }) => vat_poisha > 0))
    throw conflict('invoice.company_without_bin')
  const { name, bin, address } = await readBuyer(db, firstBooking)
  const content: InvoiceContent = {
    seller,
    buyer: { name, bin, address },
    lines: toInvoice,
    payments: bill.payments
      .filter(({ reversal }) => reversal === null)
      .map(({ day, method, reference, amountPoisha }) => ({ day, method, reference, amount_poisha: amountPoisha })),
    issued_by: issuer ? { en: issuer.name, bn: issuer.name } : toBothLanguages(company.responsible ?? { en: '' }),
    reason: '',
    credits: '',
  }
  return writeInvoice(db, ctx, {
    kind: 'invoice',
    stay_code: firstBooking.code,
    credits_id: null,
    issued_by: issuer?.id ?? null,
    content,
  })
}

const toSeller = ({ legalName, name, taxNumber, address }: Company): InvoiceContent['seller'] => ({
  name: toBothLanguages(legalName ?? name),
  bin: taxNumber ?? '',
  address: toBothLanguages(address),
})

const toBothLanguages = ({ en, bn }: Company['name']) => ({ en, bn: bn ?? en })

/**
 * Writes an invoice with the next number. Concurrent calls wait here until the previous one commits. A rollback uses no
 * number.
 */
export async function writeInvoice(
  db: Transaction,
  ctx: RequestContext,
  invoice: Pick<Invoice, 'kind' | 'stay_code' | 'credits_id' | 'issued_by' | 'content'>,
): Promise<Invoice> {
  const { content, ...columns } = invoice
  const postingTime = await loadPostingTimeOfRequest(db, ctx)
  const year = toFiscalYear(postingTime.day)
  const { last: no } = await db
    .insertInto('invoice_counter')
    .values({ kind: columns.kind, year, last: 1 })
    .onConflict((conflicting) =>
      conflicting.columns(['kind', 'year']).doUpdateSet({ last: sql`invoice_counter.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  const row = await db
    .insertInto('invoice')
    .values({
      ...columns,
      ...postingTime,
      year,
      no,
      buyer_name: content.buyer.name,
      buyer_bin: content.buyer.bin,
      ...sumLines(content.lines),
      content: JSON.stringify(content),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return parseInvoice(row)
}

export const getAuditDetails = (invoice: Invoice) => ({
  number: formatInvoiceNumber(invoice),
  amount: poishaToBdt(invoice.total_poisha),
})
