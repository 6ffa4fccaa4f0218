import { sql } from 'kysely'
import { mustBePromised } from '#stays/bills/on-bill.ts'
import { takeStay, type BookedRow } from '#stays/bookings/store.ts'
import { companyOf, type Company } from '#content/company.ts'
import { momentOf } from '#ledger/posting.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { answeredBefore } from '#platform/database/idempotency-key.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { bdtOf } from '#platform/money.ts'
import { recordAudit, recordChange } from '#platform/work/audit.ts'
import { buyerOf } from './buyer.ts'
import { sumsOf } from './lines.ts'
import { fiscalYearOf, numberOf } from './number.ts'
import { sendLater } from './sending.ts'
import { standingOf } from './standing.ts'
import { read, type Invoice, type InvoiceContent } from './store.ts'

/** Issues an invoice for all open items on the bill of a stay. Repeating a request with the same key has no effect. */
export const issueInvoice = (db: Database, ctx: RequestContext, form: { code: string; send: boolean }): Promise<void> =>
  inTransaction(db, async (transaction) => {
    if (await wasDone(transaction, ctx, form)) return
    const rooms = await takeStay(transaction, form.code)
    if (rooms.length === 0) throw notFound()
    mustBePromised(rooms, ctx.now)
    const invoice = await issued(transaction, ctx, rooms[0]!, ctx.account!)
    if (form.send) await sendLater(transaction, ctx.now, invoice, rooms[0]!)
    await recordChange(transaction, ctx, 'invoice issued', `booking ${form.code}`, { after: told(invoice) })
  })

/** Returns whether this request with the same key and form was already carried out. */
export const wasDone = async (db: Transaction, { account, idempotencyKey, now }: RequestContext, request: object) =>
  (await answeredBefore(db, { scope: `invoice:${account!.id}`, key: idempotencyKey, request, answer: '' }, now)) !==
  undefined

/**
 * Issues the invoice that the guest requests after departure. Does nothing if everything is invoiced. The caller must
 * have locked the stay.
 */
export async function askedInvoice(db: Transaction, ctx: RequestContext, first: BookedRow): Promise<void> {
  const { toInvoice, toCredit, invoices } = await standingOf(db, first.code)
  if (toInvoice.length === 0 && toCredit.length === 0 && invoices.length > 0) return
  const invoice = await issued(db, ctx, first, null)
  await sendLater(db, ctx.now, invoice, first)
  const { now, address } = ctx
  await recordAudit(db, {
    at: now,
    accountId: first.account_id,
    action: 'invoice issued',
    subject: `booking ${first.code}`,
    details: told(invoice),
    address: ctx.account ? address : null,
  })
}

async function issued(
  db: Transaction,
  ctx: RequestContext,
  first: BookedRow,
  by: { id: number; name: string } | null,
): Promise<Invoice> {
  const { bill, toInvoice, toCredit } = await standingOf(db, first.code)
  if (toCredit.length > 0) throw conflict('invoice.credit_first')
  if (toInvoice.length === 0) throw conflict('invoice.nothing')
  const company = await companyOf(db, ctx)
  const seller = sellerOf(company)
  if (seller.bin === '' && toInvoice.some(({ vat_poisha }) => vat_poisha > 0))
    throw conflict('invoice.house_without_bin')
  const { name, bin, address } = await buyerOf(db, first)
  const content: InvoiceContent = {
    seller,
    buyer: { name, bin, address },
    lines: toInvoice,
    payments: bill.payments
      .filter(({ takenBack }) => takenBack === null)
      .map(({ day, method, reference, amountPoisha }) => ({ day, method, reference, amount_poisha: amountPoisha })),
    issued_by: by ? { en: by.name, bn: by.name } : inBoth(company.responsible ?? { en: '' }),
    reason: '',
    credits: '',
  }
  return writeInvoice(db, ctx, {
    kind: 'invoice',
    stay_code: first.code,
    credits_id: null,
    issued_by: by?.id ?? null,
    content,
  })
}

const sellerOf = ({ legalName, name, taxNumber, address }: Company): InvoiceContent['seller'] => ({
  name: inBoth(legalName ?? name),
  bin: taxNumber ?? '',
  address: inBoth(address),
})

const inBoth = ({ en, bn }: Company['name']) => ({ en, bn: bn ?? en })

/**
 * Writes an invoice with the next number. Concurrent calls wait here for each other's commit. A rollback uses no
 * number.
 */
export async function writeInvoice(
  db: Transaction,
  ctx: RequestContext,
  invoice: Pick<Invoice, 'kind' | 'stay_code' | 'credits_id' | 'issued_by' | 'content'>,
): Promise<Invoice> {
  const { content, ...about } = invoice
  const moment = await momentOf(db, ctx)
  const year = fiscalYearOf(moment.day)
  const { last: no } = await db
    .insertInto('invoice_counter')
    .values({ kind: about.kind, year, last: 1 })
    .onConflict((known) => known.columns(['kind', 'year']).doUpdateSet({ last: sql`invoice_counter.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  const row = await db
    .insertInto('invoice')
    .values({
      ...about,
      ...moment,
      year,
      no,
      buyer_name: content.buyer.name,
      buyer_bin: content.buyer.bin,
      ...sumsOf(content.lines),
      content: JSON.stringify(content),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return read(row)
}

export const told = (invoice: Invoice) => ({ number: numberOf(invoice), amount: bdtOf(invoice.total_poisha) })
