import { sql, type RawBuilder } from 'kysely'
import type { Company } from '#content/company.ts'
import type { Database } from '#platform/database/database.ts'
import type { Currency } from '#trade/quotations/limits.ts'
import { getShownState } from '#trade/quotations/store.ts'
import { toTimestamps } from './local-time.ts'
import type { Period } from './period.ts'
import type { Distribution } from './stays.ts'
import { DAY_MS } from '#platform/durations.ts'

/** Quotations that were first sent in a period, with their state today. */
export interface Offers {
  sent: number
  won: number
  /** Declined, lost, withdrawn or expired. */
  lost: number
  open: number
  /** The number of whole days from the first sending until the quotation was won or lost. */
  settled: Distribution
  /** The totals of the last sent revisions and of their orders by currency, in hundredths of the currency unit. */
  amounts: ReadonlyMap<Currency, { sent: number; won: number }>
}

export async function loadOffers(db: Database, period: Period, company: Company, today: number): Promise<Offers> {
  const [since, until] = toTimestamps(period, company.timeZone)
  const rows = await db
    .selectFrom('quotation_revision as first')
    .innerJoin('quotation_revision as last', 'last.quotation_id', 'first.quotation_id')
    .select(['first.sent_at as first_sent_at', 'last.state', 'last.valid_until', 'last.closed_at'])
    .leftJoin('sales_order', 'sales_order.revision_id', 'last.id')
    .select(['last.currency', 'last.total_minor', 'sales_order.total_minor as ordered_minor'])
    .where('first.revision', '=', 1)
    .where('first.sent_at', '>=', since)
    .where('first.sent_at', '<', until)
    .where('last.revision', '=', ({ selectFrom }) =>
      selectFrom('quotation_revision as each')
        .select(({ fn }) => fn.max('each.revision').as('highest'))
        .whereRef('each.quotation_id', '=', 'first.quotation_id')
        .where('each.sent_at', 'is not', null),
    )
    .execute()
  const states = rows.map((row) => getShownState(row, today))
  const acceptedCount = states.filter((state) => state === 'accepted').length
  const openCount = states.filter((state) => state === 'sent').length
  const amountsByCurrency = new Map<Currency, { sent: number; won: number }>()
  for (const { currency, total_minor, ordered_minor, state } of rows) {
    const totals = amountsByCurrency.get(currency) ?? { sent: 0, won: 0 }
    const wonAmount = state === 'accepted' ? (ordered_minor ?? total_minor) : 0
    amountsByCurrency.set(currency, { sent: totals.sent + total_minor, won: totals.won + wonAmount })
  }
  const daysToClose = rows.flatMap(({ closed_at, first_sent_at }) =>
    closed_at === null ? [] : [Math.floor((closed_at - first_sent_at!) / DAY_MS)],
  )
  const settledDays = [...Map.groupBy(daysToClose, (length) => length)]
    .map(([length, equalLengths]) => ({ length, times: equalLengths.length }))
    .toSorted((a, b) => a.length - b.length)
  return {
    sent: rows.length,
    won: acceptedCount,
    open: openCount,
    lost: rows.length - acceptedCount - openCount,
    settled: settledDays,
    amounts: amountsByCurrency,
  }
}

/** Counts the enquiries of a period that have received a quotation, and those that became an order. */
export async function countQuotedEnquiries(
  db: Database,
  period: Period,
  { timeZone }: Company,
): Promise<{ quoted: number; won: number }> {
  const [since, until] = toTimestamps(period, timeZone)
  return db
    .selectFrom('enquiry')
    .innerJoin('quotation', 'quotation.enquiry_id', 'enquiry.id')
    .innerJoin('quotation_revision as sent', 'sent.quotation_id', 'quotation.id')
    .select([countEnquiries().as('quoted'), countEnquiries(sql`sent.state = 'accepted'`).as('won')])
    .where('enquiry.created_at', '>=', since)
    .where('enquiry.created_at', '<', until)
    .where('sent.sent_at', 'is not', null)
    .executeTakeFirstOrThrow()
}

/** Counts each enquiry once, even if it has several quotations. */
const countEnquiries = (condition: RawBuilder<unknown> = sql`1 = 1`) =>
  sql<number>`cast(count(distinct case when ${condition} then enquiry.id end) as bigint)`
