import type { Selectable } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { actionsByArea, type Action, type ActionArea } from '#schema/actions.ts'
import type { Tables } from '#schema/tables.ts'

/** The filters of the log. Without filters all entries match. */
export interface LogQuery {
  /** One record such as `booking ABC123`, or all records of a kind such as `booking`. */
  subject?: string | undefined
  action?: Action | undefined
  area?: ActionArea | undefined
  /** Times in milliseconds: at or after `since`, before `until`. */
  since?: number | undefined
  until?: number | undefined
  /** The account that acted. */
  who?: number | undefined
}

export type LogRow = Selectable<Tables['audit']> & { name: string | null }

/** Returns a page of entries, newest first. */
export async function readLog(
  db: Database,
  query: LogQuery,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<{ rows: LogRow[]; more: string | null }> {
  const matches = await selectLog(db, query)
    .$if(before !== undefined, (rows) => rows.where('audit.id', '<', before!))
    .limit(limit + 1)
    .execute()
  const rows = matches.slice(0, limit)
  return { rows, more: matches.length > limit ? String(rows.at(-1)!.id) : null }
}

/** Yields all entries in batches, so that a long log does not hold up other requests. */
export async function* streamLog(db: Database, query: LogQuery): AsyncGenerator<LogRow> {
  let beforeId: number | undefined
  for (;;) {
    const { rows, more } = await readLog(db, query, { limit: BATCH_SIZE, before: beforeId })
    yield* rows
    if (more === null) return
    beforeId = Number(more)
  }
}
const BATCH_SIZE = 500

/** Subjects have the form "kind id". `!` sorts right after the space, so the range covers all records of a kind. */
const selectLog = (db: Database, { subject, action, area, who, since, until }: LogQuery) =>
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
    .$if(area !== undefined, (rows) => rows.where('action', 'in', actionsByArea[area!]))
    .$if(since !== undefined, (rows) => rows.where('audit.at', '>=', since!))
    .$if(until !== undefined, (rows) => rows.where('audit.at', '<', until!))
    .$if(who !== undefined, (rows) => rows.where('audit.account_id', '=', who!))
    .orderBy('audit.id', 'desc')

/**
 * The staff, for the filter by person. Closed accounts remain without their name, because their entries do. Invited
 * people have no entries yet.
 */
export const listColleagueNames = (db: Database) =>
  db
    .selectFrom('account')
    .select(['id', 'name'])
    .where('role', 'in', ['staff', 'owner'])
    .where(({ or, eb }) => or([eb('username', 'is not', null), eb('closed_at', 'is not', null)]))
    .orderBy('name')
    .execute()
