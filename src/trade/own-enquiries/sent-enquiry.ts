import { loadCompany } from '#content/company.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, isoInstant } from '#platform/day.ts'
import { toEmailKey } from '#platform/email-key.ts'
import type { EnquiryKey } from '../enquiries/enquiry-link.ts'
import { createLineTranslator } from '../enquiries/line-translator.ts'
import { listLines } from '../enquiries/store.ts'
import { loadConversation, type Conversation } from '../inbox/conversation.ts'
import { listEntryFiles } from '../inbox/entries.ts'
import { formatRevisionToken } from '../quotations/links.ts'
import { getShownState, formatNumber } from '../quotations/store.ts'
import type { SentEnquiry } from './contract.ts'
import { toStateView, readEnquiryStates } from './state.ts'

/** The maximum number of messages. Buyers do not read more, and the texts may be long. */
const MAX_MESSAGES = 50

/** Presents an enquiry or message to its sender, without notes and names of staff. */
export async function readSentEnquiryView(
  db: Database,
  ctx: RequestContext,
  { key, token }: { key: EnquiryKey; token: string },
): Promise<SentEnquiry> {
  const conversation = await loadConversation(db, key)
  const { id, state, source, email } = conversation
  const enquiryId = source.enquiry_id ?? null
  const { timeZone } = await loadCompany(db, ctx)
  const today = dayIn(timeZone, ctx.now)
  const lines = enquiryId === null ? [] : await listLines(db, [enquiryId])
  const quotations = enquiryId === null ? [] : await listQuotations(db, enquiryId, email)
  const states = await readEnquiryStates(db, today, [{ id, state, enquiry_id: enquiryId }])
  return {
    code: 'enquiry' in key ? key.enquiry : String(key.message),
    is_message: enquiryId === null,
    company: conversation.company,
    subject: conversation.subject,
    asked_at: isoInstant(conversation.created_at),
    ...toStateView(states.get(id)!, timeZone),
    lines: lines.map(await createLineTranslator(db, ctx.language, lines)),
    notes: conversation.firstMessage,
    files: await listFirstFiles(db, conversation),
    quotations: quotations.map((quotation) => ({
      number: formatNumber(quotation, quotation.revision)!,
      state: getShownState(quotation, today) as SentEnquiry['quotations'][number]['state'],
      sent_on: isoDay(dayIn(timeZone, quotation.sent_at!)),
      offered: quotation.isForSender
        ? {
            token: formatRevisionToken(token, quotation.revision_id),
            valid_until: isoDay(quotation.valid_until),
            currency: quotation.currency,
            total_minor: quotation.total_minor,
          }
        : null,
    })),
    ...(await listMessages(
      db,
      conversation,
      quotations.filter(({ isForSender }) => isForSender),
    )),
  }
}

/** Lists the files that came with the enquiry or the first message. */
const listFirstFiles = (db: Database, { source }: Conversation) =>
  db
    .selectFrom('attachment')
    .select(['position as number', 'name', 'type', 'bytes'])
    .where((is) => is.and(source))
    .where('entry_id', 'is', null)
    .orderBy('position')
    .execute()

/** Lists the quotations of an enquiry with their last sent revision, newest first. */
async function listQuotations(db: Database, enquiryId: number, email: string) {
  const rows = await db
    .selectFrom('quotation')
    .innerJoin('quotation_revision as sent', 'sent.quotation_id', 'quotation.id')
    .select(['quotation.id', 'year', 'no', 'sent.id as revision_id', 'revision', 'state', 'email'])
    .select(['sent_at', 'valid_until', 'currency', 'total_minor'])
    .where('enquiry_id', '=', enquiryId)
    .where('sent_at', 'is not', null)
    .orderBy('quotation.id', 'desc')
    .orderBy('revision', 'desc')
    .execute()
  return rows
    .filter((row, index) => row.id !== rows[index - 1]?.id)
    .map((row) => ({ ...row, isForSender: toEmailKey(row.email) === toEmailKey(email) }))
}

/** Lists the emails of the company, the messages of the sender, and the questions about these quotations. */
async function listMessages(
  db: Database,
  { id: conversationId }: Conversation,
  quotations: readonly { id: number }[],
): Promise<Pick<SentEnquiry, 'messages' | 'has_earlier_messages'>> {
  const quotationIds = quotations.map(({ id }) => id)
  const newestEntries = await db
    .selectFrom('conversation_entry')
    .select(['id', 'kind', 'at', 'text', 'number'])
    .where('conversation_id', '=', conversationId)
    .where((is) =>
      is.or([
        is('kind', 'in', ['letter', 'mail']),
        ...(quotationIds.length > 0
          ? [is.and([is('became', '=', 'asked'), is('quotation_id', 'in', quotationIds)])]
          : []),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(MAX_MESSAGES + 1)
    .execute()
  const entries = newestEntries.slice(0, MAX_MESSAGES).toReversed()
  const files = await listEntryFiles(
    db,
    entries.map(({ id }) => id),
  )
  return {
    messages: entries.map(({ id, kind, at, text, number }) => ({
      from: kind === 'letter' ? 'company' : 'sender',
      at: isoInstant(at),
      text,
      quotation: number,
      files: (files.get(id) ?? []).map(({ name }) => name),
    })),
    has_earlier_messages: newestEntries.length > MAX_MESSAGES,
  }
}
