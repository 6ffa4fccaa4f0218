import type { Selectable } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { PaymentMethod } from '#schema/bills.ts'
import type { Tables } from '#schema/tables.ts'
import type { Buyer } from './buyer.ts'
import type { InvoiceLine } from './lines.ts'

type Text = { en: string; bn: string }

/** The content of an invoice as of the day of issue. Later names and settings do not change it. */
export interface InvoiceContent {
  seller: { name: Text; bin: string; address: Text }
  buyer: Buyer
  lines: InvoiceLine[]
  /** The payments until the day of issue. Refunds are negative. */
  payments: { day: number; method: PaymentMethod; reference: string; amount_poisha: number }[]
  /** The person responsible for the invoice. */
  issued_by: Text
  /** For a credit note: the reason, and the number of the credited invoice. */
  reason: string
  credits: string
}

type Row = Selectable<Tables['invoice']>
export interface Invoice extends Omit<Row, 'content'> {
  content: InvoiceContent
}

export const parseInvoice = (row: Row): Invoice => ({ ...row, content: JSON.parse(row.content) as InvoiceContent })

export async function readInvoice(db: Database, id: number): Promise<Invoice> {
  const row = await db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return parseInvoice(row)
}

/** Lists the invoices and credit notes of a stay. */
export async function listInvoices(db: Database, code: string): Promise<Invoice[]> {
  const rows = await db.selectFrom('invoice').selectAll().where('stay_code', '=', code).orderBy('id').execute()
  return rows.map(parseInvoice)
}

/** Returns the zero-based indexes of the credited lines, by invoice id. */
export async function readCreditedLines(db: Database, ids: readonly number[]): Promise<Map<number, Set<number>>> {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('credited_line').select(['invoice_id', 'line']).where('invoice_id', 'in', ids).execute()
  const linesByInvoice = Map.groupBy(rows, ({ invoice_id }) => invoice_id)
  return new Map(ids.map((id) => [id, new Set((linesByInvoice.get(id) ?? []).map(({ line }) => line))]))
}
