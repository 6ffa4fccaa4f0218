import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line } from '#platform/http/fields.ts'
import { languages } from '#routes/public.ts'
import { allEmailKinds } from '../kinds.ts'

const permission = 'change settings'
const kind = () => z.enum(allEmailKinds)
/** The maximum number of texts in a request. */
const MAX_TEXTS = 20

const word = z.object({
  key: z.string(),
  product_en: z.string(),
  product_bn: z.string(),
  own_en: z.string().describe('Empty if the company uses the default text'),
  own_bn: z.string(),
})
const wording = z.object({
  kind: kind(),
  version: z.int(),
  words: z
    .array(word)
    .describe('The texts that the company can change: first the subject, then the others in their order'),
})

const typedInput = {
  kind: kind(),
  words: z.array(z.object({ key: line(100), own_en: line(600), own_bn: line(600) })).max(MAX_TEXTS),
}

export const emailWordingContract = {
  getEmailWordings: {
    summary: 'Lists the emails that can be previewed, and whether the company can change their texts',
    input: z.object({}),
    response: z.object({
      data: z.array(
        z.object({
          kind: kind(),
          is_editable: z.boolean(),
          is_own: z.boolean().describe('Whether the company has changed any text'),
        }),
      ),
    }),
    who: permission,
  },
  getEmailWording: {
    summary: 'Returns the texts of an email: the defaults and those of the company',
    input: z.object({ kind: kind() }),
    response: wording,
    who: permission,
  },
  saveEmailWording: {
    summary: 'Updates the company’s own texts of an email. An empty text restores the default',
    input: z.object({ ...typedInput, version: count(0, 2_147_483_647) }),
    response: wording,
    who: permission,
  },
  previewEmail: {
    summary: 'Previews an email with the given texts and real data. Nothing is sent or saved',
    input: z.object({
      ...typedInput,
      language: z.enum(languages),
      code: line(40).optional().describe('The reference of the stay to use; the newest by default'),
    }),
    response: z.object({
      email: z
        .object({ about: z.string(), subject: z.string(), html: z.string(), text: z.string() })
        .nullable()
        .describe('Null: there is no data for this email yet'),
    }),
    limit: { bucket: 'email-preview', times: 600, seconds: 3600 },
    who: permission,
  },
} satisfies Contract

export type EmailWordingApi = Client<typeof emailWordingContract>
export type EmailWording = z.infer<typeof wording>
export type EmailWordings = z.infer<typeof emailWordingContract.getEmailWordings.response>
