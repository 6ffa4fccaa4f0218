import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line } from '#platform/http/fields.ts'
import { languages } from '#routes/public.ts'
import { everyEmailKind } from '../kinds.ts'

const who = 'change settings'
const kind = () => z.enum(everyEmailKind)
/** A little above the number of texts in any email. */
const MAX_TEXTS = 20

const word = z.object({
  key: z.string(),
  product_en: z.string(),
  product_bn: z.string(),
  own_en: z.string().describe('Empty where the company says the same'),
  own_bn: z.string(),
})
const wording = z.object({
  kind: kind(),
  version: z.int(),
  words: z.array(word).describe('Its subject first, then in the order in which it says them'),
})

const typedInput = {
  kind: kind(),
  words: z.array(z.object({ key: line(100), own_en: line(600), own_bn: line(600) })).max(MAX_TEXTS),
}

export const emailWordingContract = {
  getLetterWordings: {
    summary: 'The letters that the company may word otherwise',
    input: z.object({}),
    answer: z.object({
      data: z.array(z.object({ kind: kind(), is_own: z.boolean().describe('Whether it words any of it otherwise') })),
    }),
    who,
  },
  getLetterWording: {
    summary: 'What a letter says, in the words of the product and of the company',
    input: z.object({ kind: kind() }),
    answer: wording,
    who,
  },
  saveLetterWording: {
    summary: 'Say what a letter says in the company’s words, or, where they are empty, again in those of the product',
    input: z.object({ ...typedInput, version: count(0, 2_147_483_647) }),
    answer: wording,
    who,
  },
  previewLetter: {
    summary: 'What a letter would be like in these words, of something real; nothing is sent or kept',
    input: z.object({
      ...typedInput,
      language: z.enum(languages),
      code: line(40).optional().describe('Of which stay; left out, of the last'),
    }),
    answer: z.object({
      letter: z
        .object({ about: z.string(), subject: z.string(), html: z.string(), text: z.string() })
        .nullable()
        .describe('Null: there is nothing yet of which it could be written'),
    }),
    limit: { bucket: 'letter-preview', times: 600, seconds: 3600 },
    who,
  },
} satisfies Contract

export type EmailWordingApi = Client<typeof emailWordingContract>
export type EmailWording = z.infer<typeof wording>
export type EmailWordings = z.infer<typeof emailWordingContract.getLetterWordings.answer>
