import { sql, type RawBuilder } from 'kysely'
import { containsWord } from '#platform/database/contains-word.ts'
import type { Database } from '#platform/database/database.ts'
import type { EmailKind } from './kinds.ts'
import { toEmailState } from './email-state.ts'
import type { EmailView } from './email-views.ts'

interface SentEmailsFilter {
  view: EmailView
  kind?: EmailKind | undefined
  search?: string | undefined
}

/** Lists the stored emails, newest first. Purged emails are left out. */
export async function listSentEmails(
  db: Database,
  { view, kind, search = '' }: SentEmailsFilter,
  { limit, before }: { limit: number; before?: number | undefined },
) {
  const emails = await db
    .selectFrom('mail')
    .select(['id', 'recipient', 'subject', 'kind', 'about', 'language', 'error', 'created_at'])
    .select(['sent_at', 'withheld_at', 'failed_at', 'settled_at', 'bounced_at', 'complained_at', 'report'])
    .where('subject', '<>', '')
    .$if(view === 'sent', (row) => row.where('sent_at', 'is not', null))
    .$if(view === 'returned', (row) =>
      row.where((eb) => eb.or([eb('bounced_at', 'is not', null), eb('complained_at', 'is not', null)])),
    )
    .$if(view === 'withheld', (row) => row.where('withheld_at', 'is not', null))
    .$if(view === 'failed', (row) => row.where('failed_at', 'is not', null).where('settled_at', 'is', null))
    .$if(view === 'waiting', (row) =>
      row.where('sent_at', 'is', null).where('withheld_at', 'is', null).where('failed_at', 'is', null),
    )
    .$if(kind !== undefined, (row) => row.where('kind', '=', kind!))
    .where(({ and }) => and(splitTerms(search).map(matchesTerm)))
    .$if(before !== undefined, (row) => row.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = emails.slice(0, limit).map((row) => ({ ...row, state: toEmailState(row) }))
  return { rows, more: emails.length > limit ? String(rows.at(-1)!.id) : null }
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

const MAX_TERMS = 6
const splitTerms = (search: string) => search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_TERMS)

/** Matches a term in the recipient, the subject or `about`. */
const matchesTerm = (term: string): RawBuilder<boolean> =>
  containsWord([sql`recipient`, sql`subject`, sql`coalesce(about, '')`], term)
