import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { hasPermission, readGrants } from '#schema/permissions.ts'
import type { ConversationSource } from '../enquiries/attachment.ts'
import type { Language } from '#routes/public.ts'

/** Identifies a conversation by its own ID, by the enquiry code or by the message ID. */
export type ConversationKey = { id: number } | { enquiry: string } | { message: number }

const selectConversations = (db: Database) =>
  db
    .selectFrom('conversation')
    .leftJoin('enquiry', 'enquiry.id', 'conversation.enquiry_id')
    .leftJoin('contact_message as message', 'message.id', 'conversation.message_id')
    .select([
      'conversation.id',
      'conversation.state',
      'conversation.assignee_id',
      'conversation.remind_on',
      'conversation.enquiry_id',
      'conversation.message_id',
      'enquiry.code',
      'enquiry.company',
      'message.subject',
      'enquiry.notes',
      'message.message',
    ])
    .select(({ fn }) => [
      fn.coalesce('enquiry.name', 'message.name').as('name'),
      fn.coalesce('enquiry.email', 'message.email').as('email'),
      fn.coalesce('enquiry.language', 'message.language').as('language'),
      fn.coalesce('enquiry.handled_at', 'message.handled_at').as('handled_at'),
      fn.coalesce('enquiry.created_at', 'message.created_at').as('created_at'),
    ])

/** Loads a conversation with the buyer's data and the first message. */
export async function loadConversation(db: Database, key: ConversationKey) {
  const row = await selectConversations(db)
    .$if('id' in key, (query) => query.where('conversation.id', '=', (key as { id: number }).id))
    .$if('enquiry' in key, (query) => query.where('enquiry.code', '=', (key as { enquiry: string }).enquiry))
    .$if('message' in key, (query) => query.where('conversation.message_id', '=', (key as { message: number }).message))
    .executeTakeFirst()
  if (!row) throw notFound()
  const { enquiry_id, message_id, language, code, subject, notes, message, ...otherFields } = row
  return {
    ...otherFields,
    created_at: row.created_at!,
    company: row.company ?? '',
    name: row.name ?? '',
    email: row.email ?? '',
    language: language as Language,
    code,
    subject: subject ?? '',
    firstMessage: notes ?? message ?? '',
    source: (enquiry_id === null ? { message_id: message_id! } : { enquiry_id }) satisfies ConversationSource,
    /** The subject of the audit log. */
    about: code === null ? `message ${message_id}` : `enquiry ${code}`,
  }
}
export type Conversation = Awaited<ReturnType<typeof loadConversation>>

/** Runs an operation on a conversation while concurrent operations on it wait. */
export const withConversation = <Result>(
  db: Database,
  id: number,
  operation: (transaction: Transaction, conversation: Conversation) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, async (transaction) => {
    await transaction
      .updateTable('conversation')
      .set(({ ref }) => ({ last_at: ref('last_at') }))
      .where('id', '=', id)
      .execute()
    return operation(transaction, await loadConversation(transaction, { id }))
  })

/** Reopens a waiting or done conversation after the buyer wrote. Spam stays spam. */
export async function reopen(db: Database, { id, state }: Conversation, now: number): Promise<void> {
  const shouldReopen = state === 'waiting' || state === 'done'
  await db
    .updateTable('conversation')
    .set({ last_at: now, ...(shouldReopen && { state: 'open', remind_on: null }) })
    .where('id', '=', id)
    .execute()
}

/** Sets a conversation to waiting after the company wrote. Without an assignee it is assigned to the author. */
export async function markWaiting(
  db: Database,
  { id, state, assignee_id }: Conversation,
  authorId: number,
): Promise<void> {
  await db
    .updateTable('conversation')
    .set({
      state: 'waiting',
      assignee_id: assignee_id ?? authorId,
      ...(state !== 'waiting' && { remind_on: null }),
    })
    .where('id', '=', id)
    .execute()
}

/** Lists the possible assignees: the users who may answer enquiries. */
export async function listAssignees(db: Database): Promise<{ id: number; name: string }[]> {
  const rows = await db
    .selectFrom('account')
    .leftJoin('staff_role', 'staff_role.id', 'account.staff_role_id')
    .select(['account.id', 'account.name', 'account.role', 'staff_role.grants'])
    .where('account.role', 'in', ['staff', 'owner'])
    .where('account.closed_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .where('account.name', '<>', '')
    .orderBy('account.name')
    .orderBy('account.id')
    .execute()
  return rows
    .filter(({ role, grants }) => hasPermission({ role, grants: readGrants(grants) }, 'answer enquiries'))
    .map(({ id, name }) => ({ id, name: name! }))
}
