import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line } from '#platform/http/fields.ts'
import { languages } from '#routes/public.ts'
import { storedFiles, storedLine } from '../contract.ts'

const id = () => count(1, 2_147_483_647)

const enquiryOfPerson = z.object({ code: z.string(), products: z.array(z.string()), asked_at: z.iso.datetime() })

const senderFields = {
  name: z.string(),
  email: z.string(),
  language: z.enum(languages).describe('The language of the buyer'),
  asked_at: z.iso.datetime(),
  reply_subject: z.string(),
}

const enquiryRecord = z.object({
  code: z.string(),
  company: z.string(),
  phone: z.string(),
  notes: z.string(),
  has_account: z.boolean(),
  lines: z.array(storedLine),
  files: storedFiles,
  ...senderFields,
})
const messageRecord = z.object({
  id: z.int(),
  subject: z.string(),
  message: z.string(),
  files: storedFiles,
  ...senderFields,
})

export const enquiriesOfficeContract = {
  getEnquiriesOfPerson: {
    summary: 'Lists the enquiries of an account, newest first',
    input: z.object({ account: id() }),
    response: z.object({ data: z.array(enquiryOfPerson) }),
    who: 'answer enquiries',
  },
  getEnquiryRecord: {
    summary: 'Returns all details of an enquiry',
    input: z.object({ code: line(40) }),
    response: enquiryRecord,
    who: 'answer enquiries',
  },
  getMessageRecord: {
    summary: 'Returns all details of a message to the company',
    input: z.object({ id: id() }),
    response: messageRecord,
    who: 'answer enquiries',
  },
} satisfies Contract

export type EnquiriesOfficeApi = Client<typeof enquiriesOfficeContract>
export type EnquiryOfPerson = z.infer<typeof enquiryOfPerson>
export type EnquiryRecord = z.infer<typeof enquiryRecord>
export type MessageRecord = z.infer<typeof messageRecord>
