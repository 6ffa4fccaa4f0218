import { dayIn } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import type { ConversationState } from '#schema/inbox.ts'
import { getShownState, type ShownState } from '../quotations/store.ts'
import type { EnquiryState } from './state-label.ts'

interface StateQuery {
  id: number
  state: ConversationState
  enquiry_id: number | null
}

export interface StateAt {
  state: EnquiryState
  /** The time of the quotation or of the last answer. */
  at: number | null
}

/** Returns the states of conversations as buyers see them, by ID. For the sender, spam looks like an unread message. */
export async function readEnquiryStates(
  db: Database,
  today: number,
  conversations: readonly StateQuery[],
): Promise<Map<number, StateAt>> {
  const answerTimes = await listLastAnswerTimes(db, conversations)
  const lastQuotations = await listLastQuotations(db, today, conversations)
  return new Map(
    conversations.map(({ id, state, enquiry_id }) => [
      id,
      toState(state, { answeredAt: answerTimes.get(id), quotation: lastQuotations.get(enquiry_id) }),
    ]),
  )
}

export const toStateView = ({ state, at }: StateAt, timeZone: string) => ({
  state,
  state_on: at === null ? null : isoDay(dayIn(timeZone, at)),
})

interface LastQuotation {
  state: ShownState
  sent_at: number
}

function toState(
  state: ConversationState,
  { answeredAt, quotation }: { answeredAt: number | undefined; quotation: LastQuotation | undefined },
): StateAt {
  const outcome = quotation?.state
  if (outcome === 'accepted' || outcome === 'declined') return { state: outcome, at: null }
  if (outcome === 'sent') return { state: 'quoted', at: quotation!.sent_at }
  if (state === 'done' || outcome === 'lost') return { state: 'closed', at: null }
  if (outcome === 'expired') return { state: 'quoted', at: quotation!.sent_at }
  if (state === 'waiting' && answeredAt !== undefined) return { state: 'answered', at: answeredAt }
  return { state: state === 'new' || state === 'spam' ? 'received' : 'open', at: null }
}

async function listLastAnswerTimes(db: Database, conversations: readonly StateQuery[]): Promise<Map<number, number>> {
  if (conversations.length === 0) return new Map()
  const conversationIds = conversations.map(({ id }) => id)
  const rows = await db
    .selectFrom('conversation_entry')
    .select(({ fn }) => ['conversation_id', fn.max('at').as('at')])
    .where('conversation_id', 'in', conversationIds)
    .where('kind', '=', 'letter')
    .groupBy('conversation_id')
    .execute()
  return new Map(rows.map(({ conversation_id, at }) => [conversation_id, Number(at)]))
}

/** Returns the quotation that was sent last for each enquiry. Ignores superseded and withdrawn quotations. */
async function listLastQuotations(
  db: Database,
  today: number,
  conversations: readonly StateQuery[],
): Promise<Map<number | null, LastQuotation>> {
  const enquiryIds = conversations.flatMap(({ enquiry_id }) => enquiry_id ?? [])
  if (enquiryIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('quotation')
    .innerJoin('quotation_revision as revision', 'revision.quotation_id', 'quotation.id')
    .select(['enquiry_id', 'state', 'valid_until', 'sent_at'])
    .where('enquiry_id', 'in', enquiryIds)
    .where('state', 'in', ['sent', 'accepted', 'declined', 'lost'])
    .orderBy('sent_at')
    .orderBy('revision.id')
    .execute()
  return new Map(rows.map((row) => [row.enquiry_id, { state: getShownState(row, today), sent_at: row.sent_at! }]))
}
