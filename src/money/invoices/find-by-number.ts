import type { Database } from '#platform/database/database.ts'
import { normalizeWords } from '#platform/database/search-words.ts'
import { formatInvoiceNumber } from './number.ts'

/** Finds invoices and credit notes by number: in full, or by the digits after the year. */
export async function findInvoicesByNumber(db: Database, search: string, limit: number) {
  const match = /^(?:(inv|cn)-?(\d{4})-?\d\d-?)?(\d{1,6})$/.exec(normalizeWords(search).trim())
  if (!match) return []
  const [, prefix, year, sequence] = match
  // The counters list the kinds and years. With these, the query uses the index of the numbers.
  const rows = await db
    .selectFrom('invoice_counter as counter')
    .innerJoin('invoice', (join) =>
      join.onRef('invoice.kind', '=', 'counter.kind').onRef('invoice.year', '=', 'counter.year'),
    )
    .select(['invoice.id', 'invoice.kind', 'invoice.year', 'invoice.no', 'invoice.buyer_name'])
    .where('invoice.no', '=', Number(sequence))
    .$if(prefix !== undefined, (query) =>
      query
        .where('counter.kind', '=', prefix === 'inv' ? 'invoice' : 'credit note')
        .where('counter.year', '=', Number(year)),
    )
    .orderBy('invoice.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, buyer_name, ...numbered }) => ({
    id,
    number: formatInvoiceNumber(numbered),
    buyerName: buyer_name,
  }))
}
