import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../tables/tables.ts'

/** A page of what nobody has marked as answered, the oldest first, and how many there are in all. */
export async function waitingIn<Table extends 'enquiry' | 'contact_message'>(
  db: Database,
  table: Table,
  most: number,
  after?: string,
): Promise<{ rows: Selectable<Tables[Table]>[]; more: string | null; waiting: number }> {
  const open = db.selectFrom(table as 'enquiry' | 'contact_message').where('handled_at', 'is', null)
  const [lastAt, lastId] = after?.split('-').map(Number) ?? []
  const found = await open
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where((row) =>
        row.or([row('created_at', '>', lastAt!), row.and([row('created_at', '=', lastAt!), row('id', '>', lastId!)])]),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(most + 1)
    .execute()
  const { count } = await open.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
  const rows = found.slice(0, most)
  const last = found.length > rows.length ? rows.at(-1) : undefined
  return {
    rows: rows as Selectable<Tables[Table]>[],
    more: last ? `${last.created_at}-${last.id}` : null,
    waiting: Number(count),
  }
}
