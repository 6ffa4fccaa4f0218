import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { invalid, UserError } from '#platform/errors.ts'
import { recordChange } from '#platform/work/audit.ts'
import { answerers, withConversation } from './conversation.ts'

interface Assignment {
  id: number
  /** The assignee that the caller saw. Null for none. */
  was: number | null
  to: number | null
}

/**
 * Assigns a conversation to a user who may answer it, or to nobody. If several users take it at once, one succeeds and
 * the others get an error with the name of the assignee.
 */
export const assign = (db: Database, ctx: RequestContext, { id, was, to }: Assignment): Promise<void> =>
  withConversation(db, id, async (transaction, { assignee_id, state, about }) => {
    if (assignee_id === to) return
    const people = await answerers(transaction)
    const nameOf = (who: number | null) => people.find((each) => each.id === who)?.name ?? ''
    if (assignee_id !== was) throw takenBy(await nameOfHolder(transaction, assignee_id))
    if (to !== null && !people.some((each) => each.id === to)) throw invalid({ to: 'error.choice' })
    const opened = state === 'new' && to !== null && { state: 'open' as const }
    await transaction
      .updateTable('conversation')
      .set({ assignee_id: to, ...opened })
      .where('id', '=', id)
      .execute()
    await recordChange(transaction, ctx, 'conversation assigned', about, {
      before: { assignee: nameOf(assignee_id) },
      after: { assignee: nameOf(to) },
    })
  })

const takenBy = (name: string | null) =>
  name === null
    ? new UserError(409, { key: 'error.conversation_given_back' })
    : new UserError(409, { key: 'error.conversation_taken', values: { name } })

/** Also finds users who may no longer answer. */
async function nameOfHolder(db: Database, id: number | null): Promise<string | null> {
  if (id === null) return null
  const row = await db.selectFrom('account').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}
