import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line } from '#platform/http/fields.ts'
import { languages } from '#routes/public.ts'
import { everyEmailKind } from '../kinds.ts'
import { emailStates } from '../email-state.ts'
import { emailViews } from '../email-views.ts'
import { resendBlockers } from '../not-again.ts'

const id = () => count(1, 2_147_483_647)
const who = 'look after letters'

const row = z.object({
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  kind: z.enum(everyEmailKind).nullable().describe('Null: it was written before letters had names'),
  state: z.enum(emailStates),
  at: z.iso.datetime().describe('When it left, or was written'),
  error: z.string().nullable().describe('What the mail server said to the last try'),
})

const letter = row.extend({
  language: z.enum(languages),
  about: z.string().nullable().describe('As the log names it: `booking ABC123`'),
  written_at: z.iso.datetime(),
  reply_to: z.string(),
  file: z.string().nullable().describe('The name of what went with it'),
  text: z.string().nullable(),
  html: z.string().nullable(),
  hidden: z.enum(['key', 'money']).nullable().describe('Why neither is shown'),
  is_settled: z.boolean().describe('It failed, and somebody has seen to it'),
  not_again: z.enum(resendBlockers).nullable().describe('Why it cannot be sent again'),
  again_of: z.int().nullable().describe('The letter that was sent again by this one'),
  sent_again_as: z.int().nullable().describe('The last one that was sent again of it'),
})

export const sentEmailsContract = {
  getLetters: {
    summary: 'All letters that are kept: sent, waiting, withheld and failed; a page at a time, the last one first',
    input: z.object({
      view: z.enum(emailViews).default('all'),
      kind: z.enum(everyEmailKind).optional(),
      search: line(100).optional().describe('In the address, the subject, or what it is about'),
      after: z
        .string()
        .regex(/^\d{1,10}$/)
        .optional()
        .describe('What the page before said under more'),
      most: count(1, 50).default(50),
    }),
    answer: z.object({
      data: z.array(row),
      more: z.string().nullable(),
      failed: z.int().describe('How many have failed, and nobody has seen to them'),
    }),
    who,
  },
  getLetter: {
    summary: 'One letter as it was sent, and what became of it',
    input: z.object({ id: id() }),
    answer: letter,
    who,
  },
  sendLetterAgain: {
    summary: 'Send a letter once more; one that held a key is written anew with a new one',
    input: z.object({ id: id() }),
    answer: letter.describe('The one that leaves now'),
    limit: { bucket: 'letter-again', times: 60, seconds: 3600 },
    keyed: true,
    who,
  },
  leaveLetter: {
    summary: 'Leave a letter that has failed as it is',
    input: z.object({ id: id() }),
    answer: letter,
    who,
  },
} satisfies Contract

export type SentEmailsApi = Client<typeof sentEmailsContract>
export type SentEmail = z.infer<typeof letter>
export type SentEmailRow = z.infer<typeof row>
