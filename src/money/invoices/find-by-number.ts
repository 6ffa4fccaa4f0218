import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { normalizeWords } from '#platform/database/search-words.ts'
import { companyOf } from '#content/company.ts'
import { today } from '#stays/availability/stay.ts'
import { invoiceKinds } from '#schema/invoices.ts'
import { formatInvoiceNumber, toFiscalYear } from './number.ts'

/** The legal retention period, plus the current year. Older invoices are purged. */
const MAX_YEARS = 11

/** Finds invoices and credit notes by number: in full, or by the digits after the year. */
export async function findInvoicesByNumber(db: Database, ctx: RequestContext, search: string, limit: number) {
  const match = /^(?:(inv|cn)-?(\d{4})-?\d\d-?)?(\d{1,6})$/.exec(normalizeWords(search).trim())
  if (!match) return []
  const [, prefix, year, no] = match
  const currentYear = toFiscalYear(today(await companyOf(db, ctx), ctx.now))
  const rows = await db
    .selectFrom('invoice')
    .select(['id', 'kind', 'year', 'no', 'buyer_name'])
    .where('kind', 'in', prefix ? [prefix === 'inv' ? ('invoice' as const) : ('credit note' as const)] : invoiceKinds)
    .where('year', 'in', year ? [Number(year)] : Array.from({ length: MAX_YEARS }, (_, back) => currentYear - back))
    .where('no', '=', Number(no))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, buyer_name, ...numbered }) => ({
    id,
    number: formatInvoiceNumber(numbered),
    buyerName: buyer_name,
  }))
}
