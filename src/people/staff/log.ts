import type { Selectable } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Action } from '#schema/actions.ts'
import type { Tables } from '#schema/tables.ts'

/** What of the trail is asked for; nothing, and it is all of it. */
export interface LogQuery {
  /** One thing, `booking ABC123`, or all of a kind, `booking`. */
  subject?: string | undefined
  action?: Action | undefined
  /** Who did it. */
  who?: number | undefined
}

export type LogRow = Selectable<Tables['audit']> & { name: string | null }

/** A page of what was done, the last first. */
export async function readLog(
  db: Database,
  query: LogQuery,
  { most, before }: { most: number; before?: number | undefined },
): Promise<{ rows: LogRow[]; more: string | null }> {
  const found = await log(db, query)
    .$if(before !== undefined, (rows) => rows.where('audit.id', '<', before!))
    .limit(most + 1)
    .execute()
  const rows = found.slice(0, most)
  return { rows, more: found.length > most ? String(rows.at(-1)!.id) : null }
}

/** All of it, some hundred rows at a time, so that nobody waits for a long trail. */
export async function* wholeLog(db: Database, query: LogQuery): AsyncGenerator<LogRow> {
  let before: number | undefined
  for (;;) {
    const { rows, more } = await readLog(db, query, { most: ROWS_AT_ONCE, before })
    yield* rows
    if (more === null) return
    before = Number(more)
  }
}
const ROWS_AT_ONCE = 500

/** A kind ends before the space: what sorts behind all of its things is the next sign, `!`. */
const log = (db: Database, { subject, action, who }: LogQuery) =>
  db
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.account_id')
    .selectAll('audit')
    .select('account.name')
    .$if(subject?.includes(' ') ?? false, (rows) => rows.where('subject', '=', subject!))
    .$if(subject?.includes(' ') === false, (rows) =>
      rows.where('subject', '>=', `${subject} `).where('subject', '<', `${subject}!`),
    )
    .$if(action !== undefined, (rows) => rows.where('action', '=', action!))
    .$if(who !== undefined, (rows) => rows.where('audit.account_id', '=', who!))
    .orderBy('audit.id', 'desc')
