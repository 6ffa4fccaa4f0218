import { z } from 'zod'
import { emailStates } from '#mail/email-state.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { quarantineReasons, quotationOutcomes, conversationStates } from '#schema/inbox.ts'
import { languages } from '#routes/public.ts'
import { attachedFiles, storedFiles } from '../../enquiries/contract.ts'
import { fileLimits } from '../../enquiries/limits.ts'
import { enquiryStates } from '../../own-enquiries/state-label.ts'
import { inboxViews, assigneeFilters } from '../views.ts'

const id = () => count(1, 2_147_483_647)
const accountId = () => id().nullable().describe('The ID of an account; null: nobody')

const inboxQueryFields = {
  view: z.enum(inboxViews).default('to_do'),
  search: line(100).optional().describe('A name, an address, the last digits of a phone number, or a reference'),
  whose: z.enum(assigneeFilters).optional(),
}

const inboxLine = z.object({
  id: z.int(),
  enquiry: z.string().nullable().describe('The reference of the enquiry; null: a message'),
  message: z.int().nullable(),
  who: z.string().describe('The company or the name of the sender'),
  name: z.string(),
  about: z.string().describe('The requested products or the subject'),
  begins: z.string().describe('The beginning of the message, or the requested quantities of an enquiry'),
  state: z.enum(conversationStates),
  is_due: z.boolean().describe('Whether the reminder date has been reached'),
  remind_on: z.iso.date().nullable(),
  assignee: z.string().nullable(),
  last_at: z.iso.datetime(),
})
const inbox = z.object({
  data: z.array(inboxLine),
  more: z.string().nullable(),
  to_do: z.int().describe('The total number of conversations that need attention'),
  unassigned: z.int().describe('How many of them have no assignee'),
  quarantined: z
    .array(z.object({ file: z.string(), reason: z.enum(quarantineReasons), at: z.iso.datetime() }))
    .describe('Emails from the last week that could not be filed, newest first'),
})

const entry = z.object({
  id: z.int(),
  kind: z.enum(['note', 'letter', 'mail', 'message', 'automatic', 'quotation']),
  at: z.iso.datetime(),
  who: z.string().nullable(),
  text: z.string(),
  files: storedFiles,
  email_state: z
    .enum(emailStates)
    .nullable()
    .describe('The delivery state of our email. Null if it is no longer stored'),
  email_id: z.int().nullable(),
  email_sent_at: z.iso.datetime().nullable().describe('When the mail server accepted the email'),
  email_error: z.string().nullable().describe('The response of the mail server, or the report about a bounce'),
  quotation: z
    .object({
      id: z.int().nullable().describe('Null: it was erased'),
      number: z.string(),
      became: z.enum(quotationOutcomes),
    })
    .nullable()
    .describe('Which quotation has which outcome'),
})
/** A conversation in the list of a buyer. */
export const conversationSummary = z.object({
  code: z.string().nullable().describe('The reference of the enquiry. Null: a message'),
  message: z.int().nullable(),
  name: z.string(),
  subject: z.string(),
  state: z.enum(conversationStates),
  at: z.iso.datetime(),
})

const conversation = z.object({
  id: z.int(),
  state: z.enum(conversationStates),
  is_due: z.boolean(),
  buyer_sees: z
    .object({ state: z.enum(enquiryStates), state_on: z.iso.date().nullable() })
    .describe('The state as the sender reads it'),
  remind_on: z.iso.date().nullable(),
  today: z.iso.date(),
  assignee: z.object({ id: z.int(), name: z.string() }).nullable(),
  me: z.int().describe('The ID of the caller'),
  people: z.array(z.object({ id: z.int(), name: z.string() })).describe('The staff who can be assigned'),
  entries: z.array(entry).describe('Oldest first'),
  email: z.string(),
  customer: z.object({ id: z.int(), name: z.string() }).nullable().describe('The customer that has this address'),
  others: z.array(conversationSummary).describe('The other conversations with this address, latest first'),
  language: z.enum(languages),
  draft: z.string(),
  canned: z.array(z.object({ id: z.int(), name: z.string(), text: z.string() })),
})

const cannedAnswer = z.object({
  id: z.int(),
  version: z.int(),
  name_en: z.string(),
  name_bn: z.string(),
  text_en: z.string(),
  text_bn: z.string(),
  active: z.boolean(),
})
const cannedAnswerFields = {
  name_en: requiredLine(80),
  name_bn: line(80),
  text_en: paragraphs(4_000).min(1).describe('{name} and {reference} are replaced with the data of the customer'),
  text_bn: paragraphs(4_000),
  active: z.boolean().describe('Whether the canned answer is offered'),
}

const permission = 'answer enquiries'

export const inboxContract = {
  getInbox: {
    summary: 'Lists enquiries and messages by state, in pages',
    input: z.object({
      ...inboxQueryFields,
      after: z
        .string()
        .regex(/^\d{1,15}-\d{1,9}$/)
        .optional()
        .describe('`more` of the previous page'),
      most: count(1, 50).default(50),
    }),
    response: inbox,
    who: permission,
  },
  getInboxFile: {
    summary: 'Exports all matching conversations as a table',
    input: z.object(inboxQueryFields),
    response: z.unknown(),
    file: 'sent',
    who: permission,
  },
  getConversation: {
    summary: 'Returns the history of an enquiry or message, with its emails and notes',
    input: z.object({ enquiry: line(40).optional(), message: id().optional() }).describe('Exactly one of the two'),
    response: conversation,
    who: permission,
  },
  assignConversation: {
    summary: 'Assigns a conversation, unless it has been assigned to another person meanwhile',
    input: z.object({ id: id(), was: accountId(), to: accountId() }),
    response: conversation,
    who: permission,
  },
  moveConversation: {
    summary: 'Changes the state of a conversation and its reminder date',
    input: z.object({
      id: id(),
      state: z.enum(['open', 'waiting', 'done', 'spam']),
      remind_on: day().optional().describe('For waiting conversations: the reminder date'),
    }),
    response: conversation,
    who: permission,
  },
  addConversationNote: {
    summary: 'Adds an internal note',
    input: z.object({ id: id(), text: paragraphs(2_000).min(1) }),
    response: conversation,
    keyed: true,
    who: permission,
  },
  answerConversation: {
    summary: 'Emails a response in the name of the company',
    input: z.object({ id: id(), text: paragraphs(8_000).min(1) }),
    response: conversation,
    keyed: true,
    files: attachedFiles(fileLimits.enquiry),
    who: permission,
  },
  saveConversationDraft: {
    summary: 'Saves the draft of a response by the caller',
    input: z.object({ id: id(), text: paragraphs(8_000) }),
    response: z.object({ saved: z.literal(true) }),
    who: permission,
  },
  getCannedAnswers: {
    summary: 'Lists the canned answers',
    input: z.object({}),
    response: z.object({ data: z.array(cannedAnswer) }),
    who: permission,
  },
  getCannedAnswer: {
    summary: 'Returns one canned answer',
    input: z.object({ id: id() }),
    response: cannedAnswer,
    who: permission,
  },
  addCannedAnswer: {
    summary: 'Adds a canned answer',
    input: z.object(cannedAnswerFields),
    response: cannedAnswer,
    who: permission,
  },
  saveCannedAnswer: {
    summary: 'Updates a canned answer',
    input: z.object({ id: id(), version: id(), ...cannedAnswerFields }),
    response: cannedAnswer,
    who: permission,
  },
} satisfies Contract

export type InboxApi = Client<typeof inboxContract>
export type Inbox = z.infer<typeof inbox>
export type InboxLine = z.infer<typeof inboxLine>
export type ConversationRecord = z.infer<typeof conversation>
export type ConversationEntry = z.infer<typeof entry>
export type CannedAnswer = z.infer<typeof cannedAnswer>
export type CannedAnswers = z.infer<typeof inboxContract.getCannedAnswers.response>
