import { loadCompany } from '#content/company.ts'
import { markAnswered, markUnanswered } from '../enquiries/answered-mark.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { invalid } from '#platform/errors.ts'
import { recordAudit, recordChange } from '#platform/audit.ts'
import type { ConversationState } from '#schema/inbox.ts'
import { withConversation, type Conversation } from './conversation.ts'

interface StateChange {
  id: number
  state: Exclude<ConversationState, 'new'>
  /** The reminder day, only for a waiting conversation. */
  remindOn: number | null
}

/**
 * Sets the state of a conversation. "Done" marks the enquiry or message as answered, even without an email. Leaving
 * "done" reverts that mark, unless an email was sent.
 */
export const changeState = (db: Database, ctx: RequestContext, { id, state, remindOn }: StateChange): Promise<void> =>
  withConversation(db, id, async (transaction, conversation) => {
    const { source, about } = conversation
    if (remindOn !== null && state !== 'waiting') throw invalid({ remind_on: 'error.reminder_of_waiting' })
    const today = dayIn((await loadCompany(transaction, ctx)).timeZone, ctx.now)
    if (remindOn !== null && (remindOn < today || remindOn > today + MAX_DAYS_AHEAD))
      throw invalid({ remind_on: 'error.reminder_day' })
    if (conversation.state === state && conversation.remind_on === remindOn) return
    await transaction.updateTable('conversation').set({ state, remind_on: remindOn }).where('id', '=', id).execute()
    const [kind] = about.split(' ') as ['enquiry' | 'message']
    if (state === 'done') await markAnswered(transaction, source, ctx.now, ctx.account!.id)
    else if (conversation.state === 'done' && !(await hasSentEmail(transaction, id)))
      await markUnanswered(transaction, source)
    const auditedAction = state === 'done' ? 'answered' : conversation.state === 'done' ? 'reopened' : null
    if (auditedAction)
      await recordAudit(transaction, {
        at: ctx.now,
        accountId: ctx.account!.id,
        action: `${kind} ${auditedAction}`,
        subject: about,
        address: ctx.address,
      })
    if (!auditedAction || state !== 'open')
      await recordChange(transaction, ctx, 'conversation status changed', about, {
        before: toLogEntry(conversation),
        after: toLogEntry({ state, remind_on: remindOn }),
      })
  })

const MAX_DAYS_AHEAD = 366

const toLogEntry = ({ state, remind_on }: Pick<Conversation, 'state' | 'remind_on'>) => ({
  standing: state,
  reminder: remind_on === null ? '' : isoDay(remind_on),
})

async function hasSentEmail(db: Database, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('conversation_entry')
    .select('id')
    .where('conversation_id', '=', id)
    .where('kind', '=', 'letter')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
