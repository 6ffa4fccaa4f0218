import { markAnswered } from '../enquiries/answered-mark.ts'
import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { QuotationOutcome } from '#schema/inbox.ts'
import { assignConversation } from './assigning.ts'
import { markWaiting, reopen, withConversation, type Conversation } from './conversation.ts'
import { createReplyAddress } from './reply-address.ts'

/** A sent quotation with its enquiry or message. Both are null if there was none or it was purged. */
export interface Offer extends QuotationSource {
  id: number
  number: string
}

/** The enquiry or the message that a quotation answers. */
interface QuotationSource {
  enquiry_id: number | null
  message_id: number | null
}

/** Assigns an unassigned conversation to the user who starts a quotation for it, if they may answer enquiries. */
export const assignUnassignedConversation = (
  db: Transaction,
  ctx: RequestContext,
  source: QuotationSource,
): Promise<void> =>
  withQuotedConversation(db, source, async ({ id, assignee_id }) => {
    const caller = ctx.account!
    if (assignee_id === null && hasPermission(caller, 'answer enquiries'))
      await assignConversation(db, ctx, { id, was: null, to: caller.id })
  })

type PostEmail = (replyTo?: string) => Promise<number | undefined>

/**
 * Records a sent quotation as the answer in its conversation, which then waits for the buyer. Replies by email arrive
 * in that conversation. `post` queues the email and returns its ID.
 */
export async function recordSentQuotation(
  db: Transaction,
  ctx: RequestContext,
  quotation: Offer,
  outcome: 'sent' | 'sent_again',
  post: PostEmail,
): Promise<void> {
  const mailFields = await postWithReplyAddress(ctx, quotation, post)
  const authorId = ctx.account!.id
  await withQuotedConversation(db, quotation, async (conversation) => {
    await addQuotationEntry(db, conversation, quotation, {
      became: outcome,
      at: ctx.now,
      account_id: authorId,
      text: '',
      ...mailFields,
    })
    await markAnswered(db, conversation.source, ctx.now, authorId)
    await markWaiting(db, conversation, authorId)
  })
}

type BuyerOutcome = Extract<QuotationOutcome, 'accepted' | 'declined' | 'asked' | `sample_${string}`>

/** Records the buyer's answer from the page of a quotation or an order, and reopens the conversation. */
export const recordBuyerAnswer = (
  db: Transaction,
  now: number,
  quotation: Offer,
  { outcome, text, sender }: { outcome: BuyerOutcome; text: string; sender: string },
): Promise<void> =>
  withQuotedConversation(db, quotation, async (conversation) => {
    await addQuotationEntry(db, conversation, quotation, { became: outcome, at: now, account_id: null, text, sender })
    await reopen(db, conversation, now)
  })

/**
 * Records an outcome or an order update by staff, and the email to the buyer. The state of the conversation does not
 * change.
 */
export async function recordOutcome(
  db: Transaction,
  ctx: RequestContext,
  quotation: Offer,
  { outcome, text }: { outcome: 'accepted' | 'lost' | 'withdrawn' | 'order_updated'; text: string },
  post?: PostEmail,
): Promise<void> {
  const mailFields = post && (await postWithReplyAddress(ctx, quotation, post))
  await withQuotedConversation(db, quotation, (conversation) =>
    addQuotationEntry(db, conversation, quotation, {
      became: outcome,
      at: ctx.now,
      account_id: ctx.account!.id,
      text,
      ...mailFields,
    }),
  )
}

/** Queues an email with a reply address, so that replies arrive in the conversation of the quotation. */
async function postWithReplyAddress({ context }: RequestContext, { enquiry_id, message_id }: Offer, post: PostEmail) {
  const hasConversation = enquiry_id !== null || message_id !== null
  const replyAddress = hasConversation ? createReplyAddress(context) : null
  return { mail_id: (await post(replyAddress?.address)) ?? null, reply_hash: replyAddress?.hash ?? null }
}

async function withQuotedConversation(
  db: Transaction,
  { enquiry_id, message_id }: QuotationSource,
  operation: (conversation: Conversation) => Promise<void>,
): Promise<void> {
  if (enquiry_id === null && message_id === null) return
  const row = await db
    .selectFrom('conversation')
    .select('id')
    .$if(enquiry_id !== null, (rows) => rows.where('enquiry_id', '=', enquiry_id))
    .$if(enquiry_id === null, (rows) => rows.where('message_id', '=', message_id))
    .executeTakeFirst()
  if (row) await withConversation(db, row.id, (_, conversation) => operation(conversation))
}

interface EntryFields {
  became: QuotationOutcome
  at: number
  account_id: number | null
  text: string
  mail_id?: number | null
  reply_hash?: string | null
  sender?: string
}

/** Adds the entry even if the conversation is full. Quotations have limits of their own, and no outcome may be lost. */
async function addQuotationEntry(
  db: Transaction,
  { id }: Conversation,
  quotation: Offer,
  fields: EntryFields,
): Promise<void> {
  await db
    .insertInto('conversation_entry')
    .values({
      conversation_id: id,
      kind: 'quotation',
      quotation_id: quotation.id,
      number: quotation.number,
      mail_id: null,
      ...fields,
    })
    .execute()
}
