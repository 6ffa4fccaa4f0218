import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { RevisionState } from '#schema/quotations.ts'

type View = 'open' | 'drafts' | 'won' | 'lost' | 'all'

interface Asked {
  view: View
  search?: string | undefined
}

const shown: Record<Exclude<View, 'all'>, readonly RevisionState[]> = {
  open: ['sent'],
  drafts: ['draft'],
  won: ['accepted'],
  lost: ['declined', 'withdrawn', 'lost'],
}

/** Lists quotations with their latest revision, newest first. */
export async function quotationsOf(
  db: Database,
  { view, search = '' }: Asked,
  { most, before }: { most: number; before?: number | undefined },
) {
  const found = await db
    .selectFrom('quotation')
    .innerJoin('quotation_revision as last', 'last.quotation_id', 'quotation.id')
    .leftJoin('enquiry', 'enquiry.id', 'quotation.enquiry_id')
    .select(['quotation.id', 'year', 'no', 'quotation.created_at', 'enquiry.code as enquiry'])
    .select(['last.id as revision_id', 'revision', 'state', 'last.company', 'last.name', 'last.email', 'currency'])
    .select(['total_minor', 'valid_until', 'written_at', 'sent_at', 'closed_at', 'reason'])
    .where('revision', '=', ({ selectFrom }) =>
      selectFrom('quotation_revision as each')
        .select(({ fn }) => fn.max('each.revision').as('highest'))
        .whereRef('each.quotation_id', '=', 'quotation.id'),
    )
    .$if(view !== 'all', (rows) => rows.where('state', 'in', shown[view as 'open']))
    .where(({ and }) => and(translatorFor(search).map(hasWord)))
    .$if(before !== undefined, (rows) => rows.where('quotation.id', '<', before!))
    .orderBy('quotation.id', 'desc')
    .limit(most + 1)
    .execute()
  const rows = found.slice(0, most)
  return { rows, more: found.length > most ? String(rows.at(-1)!.id) : null }
}

export type QuotationRow = Awaited<ReturnType<typeof quotationsOf>>['rows'][number]

const MAX_WORDS = 6
const translatorFor = (search: string) => search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)

/** Matches any part of the names, the address and the enquiry code. A number matches with or without its revision. */
function hasWord(word: string): RawBuilder<boolean> {
  const [, year, no] = /^q-?(\d{4})-(\d{1,6})(?:-r\d+)?$/.exec(word) ?? []
  if (year) return sql<boolean>`(quotation.year = ${Number(year)} and quotation.no = ${Number(no)})`
  const like = `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql<boolean>`(lower(last.company) like ${like} escape '\\' or lower(last.name) like ${like} escape '\\'
    or lower(last.email) like ${like} escape '\\' or lower(coalesce(enquiry.code, '')) like ${like} escape '\\')`
}

/** Yields all matching quotations page by page. */
export async function* everyQuotation(db: Database, asked: Asked): AsyncGenerator<QuotationRow[]> {
  let before: number | undefined
  for (;;) {
    const { rows, more } = await quotationsOf(db, asked, { most: 500, before })
    yield rows
    if (more === null) return
    before = Number(more)
  }
}
