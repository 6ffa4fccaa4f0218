import { z } from 'zod'
import type { Client, Contract } from '../platform/contract.ts'
import { count, email, line, paragraphs, requiredLine } from '../platform/fields.ts'

export const enquiriesContract = {
  getCaptcha: {
    summary: 'A sum to solve before writing: single use, for one hour',
    input: z.object({}),
    answer: z.object({ captcha_token: z.string(), first: z.int(), second: z.int(), lasts_seconds: z.int() }),
    who: 'anyone',
    fresh: true,
  },
  sendContact: {
    summary: 'Write to the company',
    input: z.object({
      name: requiredLine(100),
      email: email(),
      subject: line(200).optional(),
      message: paragraphs(5_000).optional(),
      captcha_token: line(200),
      captcha: count(0, 1_000),
      website: line(200).optional().describe('Left empty by people'),
    }),
    answer: z.object({ message: z.string() }),
    who: 'anyone',
    limit: { bucket: 'contact', times: 20, seconds: 3600 },
  },
} satisfies Contract

export type Captcha = z.infer<typeof enquiriesContract.getCaptcha.answer>
export type EnquiriesApi = Client<typeof enquiriesContract>
