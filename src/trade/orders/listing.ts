import { sql, type RawBuilder } from 'kysely'
import { containsWord } from '#platform/database/contains-word.ts'
import { hasEmail } from '#platform/database/has-email.ts'
import type { Database } from '#platform/database/database.ts'
import { toLatinDigits } from '#locales/digits.ts'
import type { OrderState } from '#schema/quotations.ts'
import { splitSearch } from '../quotations/listing.ts'
import type { OrderView } from './limits.ts'

interface OrderQuery {
  view: OrderView
  search?: string | undefined
  /** The addresses of the buyers. */
  emails?: readonly string[] | undefined
}

const doneStates: readonly OrderState[] = ['delivered', 'cancelled']

/** Lists orders, newest quotation first. */
export async function listOrders(
  db: Database,
  { view, search = '', emails }: OrderQuery,
  { limit, before }: { limit: number; before?: number | undefined },
) {
  const foundRows = await db
    .selectFrom('sales_order as ordered')
    .innerJoin('quotation', 'quotation.id', 'ordered.quotation_id')
    .innerJoin('quotation_revision as revision', 'revision.id', 'ordered.revision_id')
    .select(['ordered.quotation_id as id', 'year', 'no', 'ordered.state', 'ordered.ship_by', 'ordered.created_at'])
    .select(['revision.company', 'revision.name', 'revision.currency', 'ordered.total_minor', 'ordered.po_number'])
    .$if(view !== 'all', (rows) => rows.where('ordered.state', view === 'done' ? 'in' : 'not in', doneStates))
    .$if(emails !== undefined, (rows) => rows.where(hasEmail('revision.email', emails!)))
    .where(({ and }) => and(splitSearch(search).map(matchesWord)))
    .$if(before !== undefined, (rows) => rows.where('ordered.quotation_id', '<', before!))
    .orderBy('ordered.quotation_id', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = foundRows.slice(0, limit)
  return { rows, more: foundRows.length > limit ? String(rows.at(-1)!.id) : null }
}

export type OrderRow = Awaited<ReturnType<typeof listOrders>>['rows'][number]

/** Matches the number of the order, or any part of the names, the address and the purchase order number. */
function matchesWord(word: string): RawBuilder<boolean> {
  const [, year, no] = /^o-?(\d{4})-(\d{1,6})$/.exec(toLatinDigits(word)) ?? []
  if (year) return sql<boolean>`(quotation.year = ${Number(year)} and quotation.no = ${Number(no)})`
  return containsWord([sql`revision.company`, sql`revision.name`, sql`revision.email`, sql`ordered.po_number`], word)
}
