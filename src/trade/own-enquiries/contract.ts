import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { attachedFiles, storedFiles, storedLine } from '../enquiries/contract.ts'
import { enquiryLimits, fileLimits } from '../enquiries/limits.ts'
import { currencies } from '../quotations/limits.ts'
import { enquiryStates } from './state-label.ts'

const ownEnquiry = z.object({
  code: z.string().describe('The reference of the enquiry, or the number of the message'),
  company: z.string(),
  subject: z.string().describe('Empty for an enquiry'),
  asked_at: z.iso.datetime(),
  state: z.enum(enquiryStates),
  state_on: z.iso.date().nullable().describe('The day of the quotation or of the last answer'),
  lines: z.array(storedLine),
  notes: z.string().describe('The message that was sent'),
  files: storedFiles,
})

const sentEnquiry = ownEnquiry.extend({
  is_message: z.boolean().describe('Whether it was sent with the contact form'),
  quotations: z
    .array(
      z.object({
        number: z.string(),
        state: z.enum(['sent', 'expired', 'superseded', 'accepted', 'declined', 'withdrawn', 'lost']),
        sent_on: z.iso.date(),
        offered: z
          .object({
            token: z.string().describe('Opens the quotation'),
            valid_until: z.iso.date(),
            currency: z.enum(currencies),
            total_minor: z.int().describe('In hundredths of the currency unit'),
          })
          .nullable()
          .describe('Null if it was sent to another address'),
      }),
    )
    .describe('Each with its last sent revision, newest first'),
  messages: z
    .array(
      z.object({
        from: z.enum(['company', 'sender']),
        at: z.iso.datetime(),
        text: z.string(),
        quotation: z.string().nullable().describe('The number of the quotation that a question is about'),
        files: z.array(z.string()),
      }),
    )
    .describe('The last messages, oldest first'),
  has_earlier_messages: z.boolean().describe('Whether there are earlier messages'),
})

const token = () => line(128).describe('The token in the link of the acknowledgement')

export const ownEnquiriesContract = {
  getOwnEnquiries: {
    summary: 'Lists the recent enquiries of the caller, newest first',
    input: z.object({}),
    response: z.object({ data: z.array(ownEnquiry) }),
    who: 'see own enquiries',
  },
  openOwnEnquiry: {
    summary: 'Returns a token for an enquiry of the caller, which is valid for a day',
    input: z.object({ code: requiredLine(20) }),
    response: z.object({ token: z.string() }),
    who: 'see own enquiries',
    limit: { bucket: 'open enquiry', times: 120, seconds: 3600 },
  },
  getSentEnquiry: {
    summary: 'Returns an enquiry or message with its state, quotations and answers, with the link from the email',
    input: z.object({ token: token() }),
    response: sentEnquiry,
    who: 'anyone',
    limit: { bucket: 'sent enquiry', times: 120, seconds: 3600 },
  },
  writeAboutEnquiry: {
    summary: 'Adds a message or files to an enquiry or message, with the link from the email',
    input: z.object({ token: token(), text: paragraphs(enquiryLimits.message).default('') }),
    response: sentEnquiry,
    who: 'anyone',
    keyed: true,
    files: attachedFiles(fileLimits.enquiry),
    limit: { bucket: 'enquiry message', times: 20, seconds: 3600 },
  },
} satisfies Contract

export type OwnEnquiriesApi = Client<typeof ownEnquiriesContract>
export type OwnEnquiry = z.infer<typeof ownEnquiry>
export type SentEnquiry = z.infer<typeof sentEnquiry>
