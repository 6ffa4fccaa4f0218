import { toEmailState } from '#mail/email-state.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { claimRequest } from '#platform/database/idempotency-key.ts'
import { conflict } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import { withConversation } from './conversation.ts'

/**
 * The maximum number of entries in a conversation, so that one page can show them all. Entries of quotations may exceed
 * it.
 */
const MAX_ENTRIES = 500

/** Adds an internal note. Repeating the request with the same key adds nothing. */
export const addNote = (db: Database, ctx: RequestContext, { id, text }: { id: number; text: string }): Promise<void> =>
  withConversation(db, id, async (transaction, { about }) => {
    const { now, account, idempotencyKey: key } = ctx
    const requestKey = { scope: `note:${account!.id}`, key, request: { id, text }, answer: String(id) }
    if ((await claimRequest(transaction, requestKey, now)) !== undefined) return
    await addEntry(transaction, { conversation_id: id, kind: 'note', at: now, account_id: account!.id, text })
    // The text of a note is deleted with its conversation, so the audit log must not contain it.
    await recordChange(transaction, ctx, 'conversation note added', about, {})
  })

interface NewEntry {
  conversation_id: number
  kind: 'note' | 'letter' | 'mail' | 'automatic'
  at: number
  account_id: number | null
  text: string
  mail_id?: number | null
  reply_hash?: string | null
  sender?: string
}

/** Appends an entry to a conversation and returns its ID. */
export async function addEntry(db: Database, entry: NewEntry): Promise<number> {
  const { count } = await db
    .selectFrom('conversation_entry')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('conversation_id', '=', entry.conversation_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_ENTRIES) throw conflict('error.conversation_full')
  const { id } = await db
    .insertInto('conversation_entry')
    .values({ mail_id: null, ...entry })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Lists all entries of a conversation, oldest first. A message written on the website has the kind of an email, but no
 * sender.
 */
export async function listEntries(db: Database, conversationId: number) {
  const rows = await db
    .selectFrom('conversation_entry as entry')
    .leftJoin('account', 'account.id', 'entry.account_id')
    .leftJoin('mail', 'mail.id', 'entry.mail_id')
    .select(['entry.id', 'entry.kind', 'entry.at', 'entry.text', 'entry.sender', 'account.name as who'])
    .select(['entry.quotation_id', 'entry.number', 'entry.became'])
    .select(['mail.id as mail_id', 'mail.sent_at', 'mail.withheld_at', 'mail.failed_at', 'mail.bounced_at'])
    .select(['mail.complained_at', 'mail.error', 'mail.report'])
    .where('entry.conversation_id', '=', conversationId)
    .orderBy('entry.id')
    .execute()
  const files = await listEntryFiles(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, kind, at, text, who, sender, quotation_id, number, became, mail_id, ...mail }) => ({
    id,
    kind: kind === 'mail' && sender === '' ? ('message' as const) : kind,
    at,
    text,
    files: files.get(id) ?? [],
    quotation: became === null ? null : { id: quotation_id, number: number!, became },
    who: who ?? (sender || null),
    // The email may be gone, because the outbox deletes old emails.
    email_state: mail_id === null ? null : toEmailState(mail),
    email_id: mail_id,
    email_sent_at: mail.sent_at,
    email_error: mail.error ?? mail.report,
  }))
}

interface EntryFile {
  /** The number of the file in its enquiry or message. */
  number: number
  name: string
  type: string
  bytes: number
}

/** Returns the files that arrived or were sent with each entry. */
export async function listEntryFiles(db: Database, entryIds: readonly number[]): Promise<Map<number, EntryFile[]>> {
  if (entryIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('attachment')
    .select(['entry_id', 'position as number', 'name', 'type', 'bytes'])
    .where('entry_id', 'in', entryIds)
    .orderBy('entry_id')
    .orderBy('position')
    .execute()
  const filesByEntry = Map.groupBy(rows, ({ entry_id }) => entry_id!)
  return new Map(Array.from(filesByEntry, ([id, files]) => [id, files.map(({ entry_id: _, ...file }) => file)]))
}
