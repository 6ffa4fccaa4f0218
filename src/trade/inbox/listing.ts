import { sql } from 'kysely'
import { companyOf } from '#content/company.ts'
import { hasConversationWord } from '../enquiries/conversation.ts'
import { linesOf } from '../enquiries/store.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { termsOf } from '#platform/database/search-words.ts'
import type { View, Whose } from './views.ts'

interface Asked {
  view: View
  search?: string | undefined
  whose?: Whose | undefined
}

const chosen = (db: Database, ctx: RequestContext, day: number, { view, search = '', whose }: Asked) =>
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
    .$if(whose === 'mine', (query) => query.where('conversation.assignee_id', '=', ctx.account!.id))
    .$if(whose === 'nobody', (query) => query.where('conversation.assignee_id', 'is', null))
    .where(({ and }) => and(termsOf(search).map(hasConversationWord)))

/** Lists conversations. The to-do list starts with the longest waiting one, all other lists with the latest. */
export async function listConversations(
  db: Database,
  ctx: RequestContext,
  asked: Asked,
  { most, after }: { most: number; after?: string | undefined },
) {
  const day = await dayOf(db, ctx)
  const [beyond, way] = asked.view === 'to_do' ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
  const [lastAt, lastId] = after?.split('-').map(Number) ?? []
  const found = await chosen(db, ctx, day, asked)
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
          row('conversation.last_at', beyond, lastAt!),
          row.and([row('conversation.last_at', '=', lastAt!), row('conversation.id', beyond, lastId!)]),
        ]),
      ),
    )
    .orderBy('conversation.last_at', way)
    .orderBy('conversation.id', way)
    .limit(most + 1)
    .execute()
  const rows = found.slice(0, most)
  const lines = Map.groupBy(
    await linesOf(
      db,
      rows.flatMap(({ enquiry_id }) => enquiry_id ?? []),
    ),
    (line) => line.enquiry_id,
  )
  const last = found.length > most ? rows.at(-1)! : null
  return {
    rows: rows.map((row) => ({
      ...row,
      name: row.name ?? '',
      email: row.email ?? '',
      products: (lines.get(row.enquiry_id!) ?? []).map(({ product }) => product),
      isDue: row.state === 'waiting' && row.remind_on !== null && row.remind_on <= day,
    })),
    more: last && `${last.last_at}-${last.id}`,
  }
}
export type ListedConversation = Awaited<ReturnType<typeof listConversations>>['rows'][number]

/** Counts the conversations in the to-do list. */
export async function countToDo(db: Database, ctx: RequestContext): Promise<number> {
  const { count } = await chosen(db, ctx, await dayOf(db, ctx), { view: 'to_do' })
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Yields all matching conversations in batches. */
export async function* wholeList(
  db: Database,
  ctx: RequestContext,
  asked: Asked,
): AsyncGenerator<ListedConversation[]> {
  let after: string | undefined
  do {
    const { rows, more } = await listConversations(db, ctx, asked, { most: ROWS_AT_ONCE, after })
    yield rows
    after = more ?? undefined
  } while (after !== undefined)
}
const ROWS_AT_ONCE = 500

export const dayOf = async (db: Database, ctx: RequestContext): Promise<number> =>
  dayIn((await companyOf(db, ctx)).timeZone, ctx.now)
