import { markAnswered } from '../enquiries/handling.ts'
import { may } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Became } from '#schema/inbox.ts'
import { assign } from './assigning.ts'
import { letWait, reopen, withConversation, type Conversation } from './conversation.ts'
import { newReplyAddress } from './reply-address.ts'

/** A sent quotation with its enquiry. `enquiry_id` is null if there was no enquiry or it was purged. */
export interface Offer {
  id: number
  enquiry_id: number | null
  number: string
}

/** Assigns an unassigned enquiry to the user who starts a quotation for it, if they may answer enquiries. */
export const takeUp = (db: Transaction, ctx: RequestContext, enquiryId: number): Promise<void> =>
  withOffered(db, { enquiry_id: enquiryId }, async ({ id, assignee_id }) => {
    const me = ctx.account!
    if (assignee_id === null && may(me, 'answer enquiries')) await assign(db, ctx, { id, was: null, to: me.id })
  })

type Post = (replyTo?: string) => Promise<number | undefined>

/**
 * Records a sent quotation as the answer to its enquiry, which then waits for the buyer. Replies by email arrive in
 * that conversation. `post` queues the email and returns its ID.
 */
export async function fileSent(
  db: Transaction,
  ctx: RequestContext,
  offer: Offer,
  became: 'sent' | 'sent_again',
  post: Post,
): Promise<void> {
  const letter = await posted(ctx, offer, post)
  const writer = ctx.account!.id
  await withOffered(db, offer, async (conversation) => {
    await file(db, conversation, offer, { became, at: ctx.now, account_id: writer, text: '', ...letter })
    await markAnswered(db, conversation.of, ctx.now, writer)
    await letWait(db, conversation, writer)
  })
}

/** Records the buyer's answer from the quotation page and reopens the conversation. */
export const fileBuyersAnswer = (
  db: Transaction,
  now: number,
  offer: Offer,
  { became, text, sender }: { became: 'accepted' | 'declined' | 'asked'; text: string; sender: string },
): Promise<void> =>
  withOffered(db, offer, async (conversation) => {
    await file(db, conversation, offer, { became, at: now, account_id: null, text, sender })
    await reopen(db, conversation, now)
  })

/** Records an outcome set by staff and the email to the buyer. The state of the conversation does not change. */
export async function fileSettled(
  db: Transaction,
  ctx: RequestContext,
  offer: Offer,
  { became, text }: { became: 'accepted' | 'lost' | 'withdrawn'; text: string },
  post?: Post,
): Promise<void> {
  const letter = post && (await posted(ctx, offer, post))
  await withOffered(db, offer, (conversation) =>
    file(db, conversation, offer, { became, at: ctx.now, account_id: ctx.account!.id, text, ...letter }),
  )
}

/** Queues an email with a reply address, so that replies arrive in the conversation of the enquiry. */
async function posted({ context }: RequestContext, { enquiry_id }: Offer, post: Post) {
  const reply = enquiry_id === null ? null : newReplyAddress(context)
  return { mail_id: (await post(reply?.address)) ?? null, reply_hash: reply?.hash ?? null }
}

async function withOffered(
  db: Transaction,
  { enquiry_id }: Pick<Offer, 'enquiry_id'>,
  act: (conversation: Conversation) => Promise<void>,
): Promise<void> {
  if (enquiry_id === null) return
  const row = await db.selectFrom('conversation').select('id').where('enquiry_id', '=', enquiry_id).executeTakeFirst()
  if (row) await withConversation(db, row.id, (_, conversation) => act(conversation))
}

interface Filed {
  became: Became
  at: number
  account_id: number | null
  text: string
  mail_id?: number | null
  reply_hash?: string | null
  sender?: string
}

/** Adds the entry even if the conversation is full. Quotations have limits of their own, and no outcome may be lost. */
async function file(db: Transaction, { id }: Conversation, offer: Offer, filed: Filed): Promise<void> {
  await db
    .insertInto('conversation_entry')
    .values({
      conversation_id: id,
      kind: 'quotation',
      quotation_id: offer.id,
      number: offer.number,
      mail_id: null,
      ...filed,
    })
    .execute()
}
