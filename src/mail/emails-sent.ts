import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { EmailKind } from './kinds.ts'
import { stateOf } from './email-state.ts'
import type { EmailView } from './email-views.ts'

interface Asked {
  view: EmailView
  kind?: EmailKind | undefined
  search?: string | undefined
}

/** Lists the stored emails, newest first. Purged emails are left out. */
export async function emailsSent(
  db: Database,
  { view, kind, search = '' }: Asked,
  { most, before }: { most: number; before?: number | undefined },
) {
  const found = await db
    .selectFrom('mail')
    .select(['id', 'recipient', 'subject', 'kind', 'about', 'language', 'error', 'created_at'])
    .select(['sent_at', 'withheld_at', 'failed_at', 'settled_at', 'bounced_at', 'complained_at', 'report'])
    .where('subject', '<>', '')
    .$if(view === 'sent', (row) => row.where('sent_at', 'is not', null))
    .$if(view === 'returned', (row) =>
      row.where((either) => either.or([either('bounced_at', 'is not', null), either('complained_at', 'is not', null)])),
    )
    .$if(view === 'withheld', (row) => row.where('withheld_at', 'is not', null))
    .$if(view === 'failed', (row) => row.where('failed_at', 'is not', null).where('settled_at', 'is', null))
    .$if(view === 'waiting', (row) =>
      row.where('sent_at', 'is', null).where('withheld_at', 'is', null).where('failed_at', 'is', null),
    )
    .$if(kind !== undefined, (row) => row.where('kind', '=', kind!))
    .where(({ and }) => and(translatorFor(search).map(hasWord)))
    .$if(before !== undefined, (row) => row.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(most + 1)
    .execute()
  const rows = found.slice(0, most).map((row) => ({ ...row, state: stateOf(row) }))
  return { rows, more: found.length > most ? String(rows.at(-1)!.id) : null }
}

/** Counts failed emails that no staff member has handled. */
export async function countFailed(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('failed_at', 'is not', null)
    .where('settled_at', 'is', null)
    .where('subject', '<>', '')
    .executeTakeFirstOrThrow()
  return Number(count)
}

const MAX_WORDS = 6
const translatorFor = (search: string) => search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)

/** Matches a term in the recipient, the subject or `about`. */
function hasWord(word: string): RawBuilder<boolean> {
  const like = `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql<boolean>`(lower(recipient) like ${like} escape '\\' or lower(subject) like ${like} escape '\\'
    or lower(coalesce(about, '')) like ${like} escape '\\')`
}
