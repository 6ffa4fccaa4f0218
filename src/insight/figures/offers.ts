import { sql, type RawBuilder } from 'kysely'
import type { Company } from '#content/company.ts'
import type { Database } from '#platform/database/database.ts'
import type { Currency } from '#trade/quotations/limits.ts'
import { stateNow } from '#trade/quotations/store.ts'
import { momentsOf } from './clocks.ts'
import type { Period } from './period.ts'
import type { Spread } from './stays.ts'

/** Quotations that were first sent in some days, and what has become of each of them by now. */
export interface Offers {
  sent: number
  won: number
  /** Declined, lost, taken back, or of a day that is over. */
  lost: number
  open: number
  /** Whole days from the first sending until it was won or lost by somebody's word. */
  settled: Spread
  /** By currency, in hundredths: what the last revision that was sent comes to. */
  amounts: ReadonlyMap<Currency, { sent: number; won: number }>
}

const DAY_MS = 86_400_000

export async function offersOf(db: Database, period: Period, company: Company, today: number): Promise<Offers> {
  const [since, until] = momentsOf(period, company.timeZone)
  const rows = await db
    .selectFrom('quotation_revision as first')
    .innerJoin('quotation_revision as last', 'last.quotation_id', 'first.quotation_id')
    .select(['first.sent_at as first_sent_at', 'last.state', 'last.valid_until', 'last.closed_at'])
    .select(['last.currency', 'last.total_minor'])
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
  const states = rows.map((row) => stateNow(row, today))
  const won = states.filter((state) => state === 'accepted').length
  const open = states.filter((state) => state === 'sent').length
  const amounts = new Map<Currency, { sent: number; won: number }>()
  for (const { currency, total_minor, state } of rows) {
    const sofar = amounts.get(currency) ?? { sent: 0, won: 0 }
    const wins = state === 'accepted' ? total_minor : 0
    amounts.set(currency, { sent: sofar.sent + total_minor, won: sofar.won + wins })
  }
  const days = rows.flatMap(({ closed_at, first_sent_at }) =>
    closed_at === null ? [] : [Math.floor((closed_at - first_sent_at!) / DAY_MS)],
  )
  const settled = [...Map.groupBy(days, (length) => length)]
    .map(([length, same]) => ({ length, times: same.length }))
    .toSorted((one, other) => one.length - other.length)
  return { sent: rows.length, won, open, lost: rows.length - won - open, settled, amounts }
}

/** Of the enquiries that came in some days those for which something was offered by now, and those that ended in an order. */
export async function quotedOf(
  db: Database,
  period: Period,
  { timeZone }: Company,
): Promise<{ quoted: number; won: number }> {
  const [since, until] = momentsOf(period, timeZone)
  return db
    .selectFrom('enquiry')
    .innerJoin('quotation', 'quotation.enquiry_id', 'enquiry.id')
    .innerJoin('quotation_revision as sent', 'sent.quotation_id', 'quotation.id')
    .select([enquiries().as('quoted'), enquiries(sql`sent.state = 'accepted'`).as('won')])
    .where('enquiry.created_at', '>=', since)
    .where('enquiry.created_at', '<', until)
    .where('sent.sent_at', 'is not', null)
    .executeTakeFirstOrThrow()
}

/** Each once, however many quotations there are for it. */
const enquiries = (which: RawBuilder<unknown> = sql`1 = 1`) =>
  sql<number>`cast(count(distinct case when ${which} then enquiry.id end) as bigint)`
