import { z } from 'zod'
import type { Client, Contract } from '../../platform/contract.ts'
import { count, line, requiredLine } from '../../platform/http/fields.ts'
import { languages } from '../../urls.ts'
import { keptFiles, keptLine } from '../contract.ts'

const after = () =>
  z
    .string()
    .regex(/^\d{1,15}-\d{1,9}$/)
    .optional()
    .describe('What the page before said under more')
const most = () => count(1, MOST_OF_PAGE).default(MOST_OF_PAGE)
const MOST_OF_PAGE = 50
const paged = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    more: z.string().nullable(),
    waiting: z.int().describe('How many there are in all'),
  })
const id = () => count(1, 2_147_483_647)

const waitingEnquiry = z.object({
  code: z.string(),
  company: z.string(),
  name: z.string(),
  products: z.array(z.string()),
  asked_at: z.iso.datetime(),
})
const waitingMessage = z.object({
  id: z.int(),
  name: z.string(),
  subject: z.string(),
  begins: z.string().describe('The first words of the message'),
  asked_at: z.iso.datetime(),
})

const waitingEnquiries = paged(waitingEnquiry)
const waitingMessages = paged(waitingMessage)

const enquiryOfPerson = z.object({ code: z.string(), products: z.array(z.string()), asked_at: z.iso.datetime() })

const handled = z
  .object({ at: z.iso.datetime(), who: z.string().nullable() })
  .nullable()
  .describe('When somebody marked it as answered, and who')
const sender = {
  name: z.string(),
  email: z.string(),
  language: z.enum(languages).describe('In which they wrote'),
  asked_at: z.iso.datetime(),
  handled,
  reply_subject: z.string(),
}

const enquiryFile = z.object({
  code: z.string(),
  company: z.string(),
  phone: z.string(),
  notes: z.string(),
  has_account: z.boolean(),
  lines: z.array(keptLine),
  files: keptFiles,
  ...sender,
})
const messageFile = z.object({ id: z.int(), subject: z.string(), message: z.string(), files: keptFiles, ...sender })

export const enquiriesOfficeContract = {
  getWaitingEnquiries: {
    summary: 'The enquiries that nobody has marked as answered, the oldest first, a page at a time',
    input: z.object({ after: after(), most: most() }),
    answer: waitingEnquiries,
    who: 'answer enquiries',
  },
  getWaitingMessages: {
    summary: 'The messages that nobody has marked as answered, the oldest first, a page at a time',
    input: z.object({ after: after(), most: most() }),
    answer: waitingMessages,
    who: 'answer enquiries',
  },
  getEnquiriesOfPerson: {
    summary: 'What somebody with an account has asked for, the last first',
    input: z.object({ account: id() }),
    answer: z.object({ data: z.array(enquiryOfPerson) }),
    who: 'answer enquiries',
  },
  getEnquiryFile: {
    summary: 'Everything about an enquiry',
    input: z.object({ code: line(40) }),
    answer: enquiryFile,
    who: 'answer enquiries',
  },
  markEnquiry: {
    summary: 'Mark an enquiry as answered, or as open again',
    input: z.object({ code: requiredLine(40), answered: z.boolean() }),
    answer: enquiryFile,
    who: 'answer enquiries',
  },
  getMessageFile: {
    summary: 'Everything about a message to the company',
    input: z.object({ id: id() }),
    answer: messageFile,
    who: 'answer enquiries',
  },
  markMessage: {
    summary: 'Mark a message as answered, or as open again',
    input: z.object({ id: id(), answered: z.boolean() }),
    answer: messageFile,
    who: 'answer enquiries',
  },
} satisfies Contract

export type EnquiriesOfficeApi = Client<typeof enquiriesOfficeContract>
export type EnquiryOfPerson = z.infer<typeof enquiryOfPerson>
export type EnquiryFile = z.infer<typeof enquiryFile>
export type MessageFile = z.infer<typeof messageFile>
export type WaitingEnquiries = z.infer<typeof waitingEnquiries>
export type WaitingMessages = z.infer<typeof waitingMessages>
