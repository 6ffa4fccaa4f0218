import { markAnswered } from '../enquiries/handling.ts'
import { may } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Became } from '#schema/inbox.ts'
import { assign } from './assigning.ts'
import { letWait, reopen, withConversation, type Conversation } from './conversation.ts'
import { newReplyAddress } from './reply-address.ts'

/** A quotation that is or was sent, and for which enquiry; null: for none, or for one that is forgotten. */
export interface Offer {
  id: number
  enquiry_id: number | null
  number: string
}

/** Whoever begins a quotation for an enquiry that nobody has takes it, if they may answer it. */
export const takeUp = (db: Transaction, ctx: RequestContext, enquiryId: number): Promise<void> =>
  withOffered(db, { enquiry_id: enquiryId }, async ({ id, assignee_id }) => {
    const me = ctx.account!
    if (assignee_id === null && may(me, 'answer enquiries')) await assign(db, ctx, { id, was: null, to: me.id })
  })

type Post = (replyTo?: string) => Promise<number | undefined>

/**
 * A quotation leaves: it answers its enquiry, which waits for the buyer from then on. Their mail comes to its conversation.
 * `post` puts the letter into the outbox, and says under which number.
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

/** What the buyer says of it by its link: somebody is to look at it. */
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

/** What staff say became of it, and the letter by which the buyer is told. How the conversation stands they say themselves. */
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

/** Answered, a letter about what was offered for an enquiry comes to its conversation. */
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

/** Also where a conversation is full: a quotation has bounds of its own, and what became of it is never lost. */
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
