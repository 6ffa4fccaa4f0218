import { sql } from 'kysely'
import { loadCompany } from '#content/company.ts'
import { hasConversationWord } from '../enquiries/conversation.ts'
import { listLines } from '../enquiries/store.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { parseTerms } from '#platform/database/search-words.ts'
import type { InboxViewName, AssigneeFilter } from './views.ts'

interface InboxQuery {
  view: InboxViewName
  search?: string | undefined
  whose?: AssigneeFilter | undefined
}

const selectConversations = (
  db: Database,
  ctx: RequestContext,
  day: number,
  { view, search = '', whose: assigneeFilter }: InboxQuery,
) =>
  db
    .selectFrom('conversation')
    .where((row) => {
      if (view === 'all') return row.and([])
      if (view !== 'to_do') return row('conversation.state', '=', view)
      return row.or([
        row('conversation.state', 'in', ['new', 'open']),
        row.and([row('conversation.state', '=', 'waiting'), row('conversation.remind_on', '<=', day)]),
      ])
    })
    .$if(assigneeFilter === 'mine', (query) => query.where('conversation.assignee_id', '=', ctx.account!.id))
    .$if(assigneeFilter === 'nobody', (query) => query.where('conversation.assignee_id', 'is', null))
    .where(({ and }) => and(parseTerms(search).map(hasConversationWord)))

/** Lists conversations. The to-do list starts with the longest waiting one, all other lists with the latest. */
export async function listConversations(
  db: Database,
  ctx: RequestContext,
  inboxQuery: InboxQuery,
  { limit, after }: { limit: number; after?: string | undefined },
) {
  const today = await loadCompanyToday(db, ctx)
  const [comparison, direction] = inboxQuery.view === 'to_do' ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
  const [lastAt, lastId] = after?.split('-').map(Number) ?? []
  const foundRows = await selectConversations(db, ctx, today, inboxQuery)
    .leftJoin('enquiry', 'enquiry.id', 'conversation.enquiry_id')
    .leftJoin('contact_message as message', 'message.id', 'conversation.message_id')
    .leftJoin('account', 'account.id', 'conversation.assignee_id')
    .select(['conversation.id', 'conversation.state', 'conversation.remind_on', 'conversation.last_at'])
    .select(['conversation.enquiry_id', 'conversation.message_id', 'account.name as assignee'])
    .select(['enquiry.code', 'enquiry.company', 'message.subject', 'message.message'])
    .select(({ fn }) => [
      fn.coalesce('enquiry.name', 'message.name').as('name'),
      fn.coalesce('enquiry.email', 'message.email').as('email'),
    ])
    .$if(after !== undefined, (query) =>
      query.where((row) =>
        row.or([
          row('conversation.last_at', comparison, lastAt!),
          row.and([row('conversation.last_at', '=', lastAt!), row('conversation.id', comparison, lastId!)]),
        ]),
      ),
    )
    .orderBy('conversation.last_at', direction)
    .orderBy('conversation.id', direction)
    .limit(limit + 1)
    .execute()
  const rows = foundRows.slice(0, limit)
  const lines = Map.groupBy(
    await listLines(
      db,
      rows.flatMap(({ enquiry_id }) => enquiry_id ?? []),
    ),
    (line) => line.enquiry_id,
  )
  const lastRow = foundRows.length > limit ? rows.at(-1)! : null
  return {
    rows: rows.map((row) => ({
      ...row,
      name: row.name ?? '',
      email: row.email ?? '',
      lines: lines.get(row.enquiry_id!) ?? [],
      isDue: row.state === 'waiting' && row.remind_on !== null && row.remind_on <= today,
    })),
    more: lastRow && `${lastRow.last_at}-${lastRow.id}`,
  }
}
export type ListedConversation = Awaited<ReturnType<typeof listConversations>>['rows'][number]

/** Counts the conversations in the to-do list, and those of them without an assignee. */
export async function countOpenConversations(
  db: Database,
  ctx: RequestContext,
): Promise<{ to_do: number; unassigned: number }> {
  const { count, assigned } = await selectConversations(db, ctx, await loadCompanyToday(db, ctx), { view: 'to_do' })
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`count(${sql.ref('conversation.assignee_id')})`.as('assigned'),
    ])
    .executeTakeFirstOrThrow()
  return { to_do: Number(count), unassigned: Number(count) - Number(assigned) }
}

/** Yields all matching conversations in batches. */
export async function* streamConversations(
  db: Database,
  ctx: RequestContext,
  inboxQuery: InboxQuery,
): AsyncGenerator<ListedConversation[]> {
  let after: string | undefined
  do {
    const { rows, more: nextCursor } = await listConversations(db, ctx, inboxQuery, { limit: BATCH_SIZE, after })
    yield rows
    after = nextCursor ?? undefined
  } while (after !== undefined)
}
const BATCH_SIZE = 500

const loadCompanyToday = async (db: Database, ctx: RequestContext): Promise<number> =>
  dayIn((await loadCompany(db, ctx)).timeZone, ctx.now)
