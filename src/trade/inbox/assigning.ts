import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { invalid, UserError } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import { listAssignees, withConversation } from './conversation.ts'

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
export const assignConversation = (
  db: Database,
  ctx: RequestContext,
  { id, was: previousId, to: assigneeId }: Assignment,
): Promise<void> =>
  withConversation(db, id, async (transaction, { assignee_id, state, about }) => {
    if (assignee_id === assigneeId) return
    const people = await listAssignees(transaction)
    const findNameById = (userId: number | null) => people.find((person) => person.id === userId)?.name ?? ''
    if (assignee_id !== previousId) throw createAssignmentConflict(await findAssigneeName(transaction, assignee_id))
    if (assigneeId !== null && !people.some((person) => person.id === assigneeId)) throw invalid({ to: 'error.choice' })
    const stateChange = state === 'new' && assigneeId !== null && { state: 'open' as const }
    await transaction
      .updateTable('conversation')
      .set({ assignee_id: assigneeId, ...stateChange })
      .where('id', '=', id)
      .execute()
    await recordChange(transaction, ctx, 'conversation assigned', about, {
      before: { assignee: findNameById(assignee_id) },
      after: { assignee: findNameById(assigneeId) },
    })
  })

const createAssignmentConflict = (name: string | null) =>
  name === null
    ? new UserError(409, { key: 'error.conversation_unassigned' })
    : new UserError(409, { key: 'error.conversation_assigned', values: { name } })

/** Finds the name of the assignee, who may no longer have the right to answer. */
async function findAssigneeName(db: Database, id: number | null): Promise<string | null> {
  if (id === null) return null
  const row = await db.selectFrom('account').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}
