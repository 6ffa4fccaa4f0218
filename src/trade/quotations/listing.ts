import { sql, type RawBuilder } from 'kysely'
import { containsWord } from '#platform/database/contains-word.ts'
import { hasEmail } from '#platform/database/has-email.ts'
import type { Database } from '#platform/database/database.ts'
import { toLatinDigits } from '#locales/digits.ts'
import type { RevisionState } from '#schema/quotations.ts'

type View = 'open' | 'drafts' | 'won' | 'lost' | 'all'

interface QuotationQuery {
  view: View
  search?: string | undefined
  /** The addresses of the buyers. */
  emails?: readonly string[] | undefined
}

const statesByView: Record<Exclude<View, 'all'>, readonly RevisionState[]> = {
  open: ['sent'],
  drafts: ['draft'],
  won: ['accepted'],
  lost: ['declined', 'withdrawn', 'lost'],
}

/** Lists quotations with their latest revision, newest first. */
export async function listQuotations(
  db: Database,
  { view, search = '', emails }: QuotationQuery,
  { limit, before }: { limit: number; before?: number | undefined },
) {
  const foundRows = await db
    .selectFrom('quotation')
    .innerJoin('quotation_revision as last', 'last.quotation_id', 'quotation.id')
    .leftJoin('enquiry', 'enquiry.id', 'quotation.enquiry_id')
    .select(['quotation.id', 'year', 'no', 'quotation.created_at', 'enquiry.code as enquiry'])
    .select(['last.id as revision_id', 'revision', 'state', 'last.company', 'last.name', 'last.email', 'currency'])
    .select(['total_minor', 'valid_until', 'written_at', 'sent_at', 'closed_at', 'reason', 'accepted_by'])
    .where('revision', '=', ({ selectFrom }) =>
      selectFrom('quotation_revision as each')
        .select(({ fn }) => fn.max('each.revision').as('highest'))
        .whereRef('each.quotation_id', '=', 'quotation.id'),
    )
    .$if(view !== 'all', (rows) => rows.where('state', 'in', statesByView[view as 'open']))
    .$if(emails !== undefined, (rows) => rows.where(hasEmail('last.email', emails!)))
    .where(({ and }) => and(splitSearch(search).map(matchesWord)))
    .$if(before !== undefined, (rows) => rows.where('quotation.id', '<', before!))
    .orderBy('quotation.id', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = foundRows.slice(0, limit)
  return { rows, more: foundRows.length > limit ? String(rows.at(-1)!.id) : null }
}

export type QuotationRow = Awaited<ReturnType<typeof listQuotations>>['rows'][number]

const MAX_WORDS = 6
/** Returns the words of a search, in lower case. */
export const splitSearch = (search: string): string[] =>
  search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)

/** Matches any part of the names, the address and the enquiry code. A number matches with or without its revision. */
function matchesWord(word: string): RawBuilder<boolean> {
  const [, year, no] = /^q-?(\d{4})-(\d{1,6})(?:-r\d+)?$/.exec(toLatinDigits(word)) ?? []
  if (year) return sql<boolean>`(quotation.year = ${Number(year)} and quotation.no = ${Number(no)})`
  return containsWord([sql`last.company`, sql`last.name`, sql`last.email`, sql`coalesce(enquiry.code, '')`], word)
}

/** Yields all matching quotations page by page. */
export async function* streamQuotations(db: Database, quotationQuery: QuotationQuery): AsyncGenerator<QuotationRow[]> {
  let before: number | undefined
  for (;;) {
    const { rows, more: nextCursor } = await listQuotations(db, quotationQuery, { limit: 500, before })
    yield rows
    if (nextCursor === null) return
    before = Number(nextCursor)
  }
}
