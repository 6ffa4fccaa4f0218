import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line } from '#platform/http/fields.ts'
import { languages } from '#routes/public.ts'
import { allEmailKinds } from '../kinds.ts'
import { emailStates } from '../email-state.ts'
import { emailViews } from '../email-views.ts'
import { resendBlockers } from '../resend-blockers.ts'

const id = () => count(1, 2_147_483_647)
const permission = 'manage emails'

const row = z.object({
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  kind: z.enum(allEmailKinds).nullable().describe('Null for old emails without a kind'),
  state: z.enum(emailStates),
  at: z.iso.datetime().describe('When the email was sent or written'),
  error: z.string().nullable().describe('The response of the mail server to the last attempt'),
})

const email = row.extend({
  language: z.enum(languages),
  about: z.string().nullable().describe('The subject as in the audit log: `booking ABC123`'),
  written_at: z.iso.datetime(),
  reply_to: z.string(),
  file: z.string().nullable().describe('The name of the attachment'),
  text: z.string().nullable(),
  html: z.string().nullable(),
  hidden: z.enum(['key', 'money']).nullable().describe('Why the content is not shown'),
  is_settled: z.boolean().describe('Whether staff have handled the failure'),
  resend_blocker: z.enum(resendBlockers).nullable().describe('Why the email cannot be sent again'),
  resend_of: z.int().nullable().describe('The original, if this email was sent again'),
  resent_as: z.int().nullable().describe('The latest copy that was sent again'),
})

export const sentEmailsContract = {
  getEmails: {
    summary: 'Lists all stored emails, newest first, in pages: sent, queued, withheld and failed',
    input: z.object({
      view: z.enum(emailViews).default('all'),
      kind: z.enum(allEmailKinds).optional(),
      search: line(100).optional().describe('Searches the address, the subject and what the email is about'),
      after: z
        .string()
        .regex(/^\d{1,10}$/)
        .optional()
        .describe('`more` of the previous page'),
      most: count(1, 50).default(50),
    }),
    response: z.object({
      data: z.array(row),
      more: z.string().nullable(),
      failed: z.int().describe('The number of failed emails that nobody has handled'),
    }),
    who: permission,
  },
  getEmail: {
    summary: 'Returns an email as it was sent, with its delivery status',
    input: z.object({ id: id() }),
    response: email,
    who: permission,
  },
  resendEmail: {
    summary: 'Sends an email again. An email with a secret link is rewritten with a new link',
    input: z.object({ id: id() }),
    response: email.describe('The new email'),
    limit: { bucket: 'email-resend', times: 60, seconds: 3600 },
    keyed: true,
    who: permission,
  },
  dismissFailedEmail: {
    summary: 'Marks a failed email as handled, without sending it again',
    input: z.object({ id: id() }),
    response: email,
    who: permission,
  },
} satisfies Contract

export type SentEmailsApi = Client<typeof sentEmailsContract>
export type SentEmail = z.infer<typeof email>
export type SentEmailRow = z.infer<typeof row>
