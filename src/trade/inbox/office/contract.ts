import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { asideReasons, became, conversationStates } from '#schema/inbox.ts'
import { languages } from '#routes/public.ts'
import { inboxViews, assigneeFilters } from '../views.ts'

const id = () => count(1, 2_147_483_647)
const accountId = () => id().nullable().describe('The number of an account; null: nobody')

const inboxQuery = {
  view: z.enum(inboxViews).default('to_do'),
  search: line(100).optional().describe('Names, an address, the end of a phone number, a reference'),
  whose: z.enum(assigneeFilters).optional(),
}

const inboxLine = z.object({
  id: z.int(),
  enquiry: z.string().nullable().describe('Its reference; null: it is a message'),
  message: z.int().nullable(),
  who: z.string().describe('The company, or whoever wrote'),
  name: z.string(),
  about: z.string().describe('What is asked for, or the subject'),
  begins: z.string().describe('The first words of a message'),
  state: z.enum(conversationStates),
  is_due: z.boolean().describe('It waited until today, or longer'),
  remind_on: z.iso.date().nullable(),
  assignee: z.string().nullable(),
  last_at: z.iso.datetime(),
})
const inbox = z.object({
  data: z.array(inboxLine),
  more: z.string().nullable(),
  to_do: z.int().describe('How many wait to be looked at in all'),
  set_aside: z
    .array(z.object({ file: z.string(), reason: z.enum(asideReasons), at: z.iso.datetime() }))
    .describe('Emails of the last week that could not be filed, the latest first'),
})

const entry = z.object({
  id: z.int(),
  kind: z.enum(['note', 'letter', 'mail', 'automatic', 'quotation']),
  at: z.iso.datetime(),
  who: z.string().nullable(),
  text: z.string(),
  letter: z.enum(['waiting', 'sent', 'failed', 'returned']).nullable(),
  letter_id: z.int().nullable().describe('Null where the outbox no longer knows it'),
  quotation: z
    .object({ id: z.int().nullable().describe('Null: it is forgotten'), number: z.string(), became: z.enum(became) })
    .nullable()
    .describe('What became of which'),
})
const conversation = z.object({
  id: z.int(),
  state: z.enum(conversationStates),
  is_due: z.boolean(),
  remind_on: z.iso.date().nullable(),
  today: z.iso.date(),
  assignee: z.object({ id: z.int(), name: z.string() }).nullable(),
  me: z.int().describe('The number of whoever asks'),
  people: z.array(z.object({ id: z.int(), name: z.string() })).describe('Who may have it'),
  entries: z.array(entry).describe('Oldest first'),
  email: z.string(),
  language: z.enum(languages),
  draft: z.string(),
  canned: z.array(z.object({ id: z.int(), name: z.string(), text: z.string() })),
})

const canned = z.object({
  id: z.int(),
  version: z.int(),
  name_en: z.string(),
  name_bn: z.string(),
  text_en: z.string(),
  text_bn: z.string(),
  active: z.boolean(),
})
const cannedForm = {
  name_en: requiredLine(80),
  name_bn: line(80),
  text_en: paragraphs(4_000).min(1).describe('A name and a reference in braces are filled in'),
  text_bn: paragraphs(4_000),
  active: z.boolean().describe('Whether it is offered'),
}

const who = 'answer enquiries'

export const inboxContract = {
  getInbox: {
    summary: 'Enquiries and messages, by how they stand, a page at a time',
    input: z.object({
      ...inboxQuery,
      after: z
        .string()
        .regex(/^\d{1,15}-\d{1,9}$/)
        .optional()
        .describe('What the page before said under more'),
      most: count(1, 50).default(50),
    }),
    answer: inbox,
    who,
  },
  getInboxFile: {
    summary: 'The same as a table, all of it',
    input: z.object(inboxQuery),
    answer: z.unknown(),
    file: 'sent',
    who,
  },
  getConversation: {
    summary: 'What became of an enquiry or of a message, and what was written',
    input: z.object({ enquiry: line(40).optional(), message: id().optional() }).describe('One of both'),
    answer: conversation,
    who,
  },
  assignConversation: {
    summary: 'Give a conversation to somebody, unless somebody else has it meanwhile',
    input: z.object({ id: id(), was: accountId(), to: accountId() }),
    answer: conversation,
    who,
  },
  moveConversation: {
    summary: 'Say how a conversation stands, and when it is to come back',
    input: z.object({
      id: id(),
      state: z.enum(['open', 'waiting', 'done', 'spam']),
      remind_on: day().optional().describe('Of what waits: the day on which it comes back'),
    }),
    answer: conversation,
    who,
  },
  noteConversation: {
    summary: 'Write something for colleagues',
    input: z.object({ id: id(), text: paragraphs(2_000).min(1) }),
    answer: conversation,
    keyed: true,
    who,
  },
  answerConversation: {
    summary: 'Write to whoever asked, in the name of the company',
    input: z.object({ id: id(), text: paragraphs(8_000).min(1) }),
    answer: conversation,
    keyed: true,
    who,
  },
  saveConversationDraft: {
    summary: 'Keep what the asker is about to answer',
    input: z.object({ id: id(), text: paragraphs(8_000) }),
    answer: z.object({ saved: z.literal(true) }),
    who,
  },
  getCannedAnswers: {
    summary: 'The answers that are given again and again',
    input: z.object({}),
    answer: z.object({ data: z.array(canned) }),
    who,
  },
  getCannedAnswer: { summary: 'One of them', input: z.object({ id: id() }), answer: canned, who },
  addCannedAnswer: { summary: 'Another one', input: z.object(cannedForm), answer: canned, who },
  saveCannedAnswer: {
    summary: 'Writes one anew',
    input: z.object({ id: id(), version: id(), ...cannedForm }),
    answer: canned,
    who,
  },
} satisfies Contract

export type InboxApi = Client<typeof inboxContract>
export type Inbox = z.infer<typeof inbox>
export type InboxLine = z.infer<typeof inboxLine>
export type ConversationFile = z.infer<typeof conversation>
export type ConversationEntry = z.infer<typeof entry>
export type CannedAnswer = z.infer<typeof canned>
export type CannedAnswers = z.infer<typeof inboxContract.getCannedAnswers.answer>
