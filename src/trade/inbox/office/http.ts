import type { RequestContext, StreamedFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, isoInstant, parseDay } from '#platform/day.ts'
import { notFound } from '#platform/errors.ts'
import { CSV_BOM, formatCsvLine } from '#platform/files/csv.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { translatorFor } from '#locales/both.ts'
import { loadCompany } from '#content/company.ts'
import { findCustomerOfBuyer } from '#people/customers/of-buyer.ts'
import { dayIn } from '#platform/clock.ts'
import { toStateView, readEnquiryStates } from '../../own-enquiries/state.ts'
import { describeAmount } from '../../enquiries/describe-line.ts'
import { sendAnswer } from '../answering.ts'
import { assignConversation } from '../assigning.ts'
import {
  addCannedAnswer,
  listCannedAnswers,
  fillCannedAnswers,
  getCannedAnswer,
  saveCannedAnswer,
  type CannedAnswerRow,
} from '../canned-answers.ts'
import { listAssignees, loadConversation, type ConversationKey } from '../conversation.ts'
import { listConversationsByEmail, toConversationSummaryView } from '../conversations-of.ts'
import { loadDraft, saveDraft } from '../drafts.ts'
import { listEntries, addNote } from '../entries.ts'
import { countOpenConversations, listConversations, streamConversations, type ListedConversation } from '../listing.ts'
import { listQuarantinedEmails } from '../mail-folder.ts'
import { changeState } from '../conversation-state.ts'
import type { CannedAnswer, ConversationRecord, inboxContract, InboxLine } from './contract.ts'

export const inboxHandlers = {
  async getInbox(db, ctx, { after, most: limit, ...inboxQuery }) {
    const { rows, more: nextCursor } = await listConversations(db, ctx, inboxQuery, { limit, after })
    const [counts, rejectedEmails] = await Promise.all([
      countOpenConversations(db, ctx),
      listQuarantinedEmails(db, ctx.now),
    ])
    return {
      data: rows.map((row) => toLineView(row, ctx)),
      more: nextCursor,
      ...counts,
      quarantined: rejectedEmails.map((email) => ({ ...email, at: isoInstant(email.at) })),
    }
  },

  async getInboxFile(db, ctx, inboxQuery): Promise<StreamedFile> {
    const pages = streamConversations(db, ctx, inboxQuery)
    return { name: 'inbox.csv', type: 'text/csv; charset=utf-8', bytes: null, parts: toCsv(ctx, pages) }
  },

  async getConversation(db, ctx, { enquiry, message }) {
    if (enquiry !== undefined) return readConversationView(db, ctx, { enquiry })
    if (message !== undefined) return readConversationView(db, ctx, { message })
    throw notFound()
  },

  async assignConversation(db, ctx, form) {
    await assignConversation(db, ctx, form)
    return readConversationView(db, ctx, form)
  },
  async moveConversation(db, ctx, { id, state, remind_on }) {
    await changeState(db, ctx, { id, state, remindOn: remind_on === undefined ? null : parseDay(remind_on)! })
    return readConversationView(db, ctx, { id })
  },
  async addConversationNote(db, ctx, form) {
    await addNote(db, ctx, form)
    return readConversationView(db, ctx, form)
  },
  async answerConversation(db, ctx, form) {
    await sendAnswer(db, ctx, form)
    return readConversationView(db, ctx, form)
  },
  async saveConversationDraft(db, ctx, form) {
    await saveDraft(db, ctx, form)
    return { saved: true }
  },

  getCannedAnswers: async (db) => ({ data: (await listCannedAnswers(db)).map(toCannedAnswerView) }),
  getCannedAnswer: async (db, _, { id }) => toCannedAnswerView(await getCannedAnswer(db, id)),
  addCannedAnswer: async (db, ctx, form) =>
    toCannedAnswerView(await getCannedAnswer(db, await addCannedAnswer(db, ctx, form))),
  async saveCannedAnswer(db, ctx, form) {
    await saveCannedAnswer(db, ctx, form)
    return toCannedAnswerView(await getCannedAnswer(db, form.id))
  },
} satisfies Handlers<typeof inboxContract>

async function readConversationView(
  db: Database,
  ctx: RequestContext,
  key: ConversationKey,
): Promise<ConversationRecord> {
  const conversation = await loadConversation(db, key)
  const { id, state, remind_on, assignee_id, email, language } = conversation
  const { timeZone } = await loadCompany(db, ctx)
  const today = dayIn(timeZone, ctx.now)
  const people = await listAssignees(db)
  const states = await readEnquiryStates(db, today, [{ id, state, enquiry_id: conversation.source.enquiry_id ?? null }])
  return {
    id,
    state,
    is_due: state === 'waiting' && remind_on !== null && remind_on <= today,
    buyer_sees: toStateView(states.get(id)!, timeZone),
    remind_on: remind_on === null ? null : isoDay(remind_on),
    today: isoDay(today),
    assignee: assignee_id === null ? null : { id: assignee_id, name: await findAccountName(db, assignee_id) },
    me: ctx.account!.id,
    people,
    entries: (await listEntries(db, id)).map(({ at, email_sent_at: sentAt, ...entry }) => ({
      ...entry,
      at: isoInstant(at),
      email_sent_at: sentAt === null ? null : isoInstant(sentAt),
    })),
    email,
    customer: await findCustomerOfBuyer(db, ctx, email),
    others: (await listConversationsByEmail(db, [email].filter(Boolean), MAX_OTHER_CONVERSATIONS + 1))
      .filter((other) => other.id !== id)
      .slice(0, MAX_OTHER_CONVERSATIONS)
      .map(toConversationSummaryView),
    language,
    draft: await loadDraft(db, ctx, id),
    canned: await fillCannedAnswers(db, conversation, ctx.language),
  }
}

const MAX_OTHER_CONVERSATIONS = 10

/** Finds the name of a user, who may no longer have the right to answer. */
async function findAccountName(db: Database, accountId: number): Promise<string> {
  const row = await db.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirst()
  return row?.name ?? ''
}

/** More characters than one line of the list can show. */
const MAX_EXCERPT_LENGTH = 160

const formatProductNames = ({ lines }: ListedConversation): string => lines.map(({ product }) => product).join(', ')

/** Returns the requested amounts of an enquiry, without quantities in the visitor's own words. */
function formatQuantities({ lines }: ListedConversation, { language }: RequestContext): string {
  const translator = translatorFor(language)
  return lines
    .map((line) => describeAmount(translator, { ...line, quantity: '' }, ''))
    .filter(Boolean)
    .join(', ')
}

const toLineView = (row: ListedConversation, ctx: RequestContext): InboxLine => ({
  id: row.id,
  enquiry: row.code,
  message: row.message_id,
  who: row.company || row.name,
  name: row.name,
  about: row.code === null ? (row.subject ?? '') : formatProductNames(row),
  begins: Array.from((row.code === null ? (row.message ?? '') : formatQuantities(row, ctx)).replace(/\s+/g, ' '))
    .slice(0, MAX_EXCERPT_LENGTH)
    .join(''),
  state: row.state,
  is_due: row.isDue,
  remind_on: row.remind_on === null ? null : isoDay(row.remind_on),
  assignee: row.assignee,
  last_at: isoInstant(row.last_at),
})

async function* toCsv(
  { language }: RequestContext,
  pages: AsyncIterable<readonly ListedConversation[]>,
): AsyncGenerator<string> {
  const { t } = translatorFor(language)
  const columns: [string, (row: ListedConversation) => string | number | null][] = [
    [t('inbox.reference'), ({ code, message_id }) => code ?? message_id],
    [t('inbox.company'), ({ company }) => company],
    [t('inbox.from'), ({ name }) => name],
    [t('office.email'), ({ email }) => email],
    [t('inbox.about'), (row) => (row.code === null ? row.subject : formatProductNames(row))],
    [t('inbox.state'), ({ state }) => t(`inbox.state_${state}`)],
    [t('inbox.remind_on'), ({ remind_on }) => (remind_on === null ? null : isoDay(remind_on))],
    [t('inbox.assignee'), ({ assignee }) => assignee],
    [t('inbox.last_at'), ({ last_at }) => isoInstant(last_at)],
  ]
  yield CSV_BOM + formatCsvLine(columns.map(([heading]) => heading))
  for await (const rows of pages)
    yield rows.map((row) => formatCsvLine(columns.map(([, getValue]) => getValue(row)))).join('')
}

const toCannedAnswerView = (row: CannedAnswerRow): CannedAnswer => ({
  id: row.id,
  version: row.version,
  name_en: row.name_en,
  name_bn: row.name_bn ?? '',
  text_en: row.text_en,
  text_bn: row.text_bn ?? '',
  active: row.active === 1,
})
