import { z } from 'zod'
import { decimal } from '#content/settings-shapes.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day } from '#platform/http/fields.ts'
import type { MessageKey } from '#locales/translator.ts'

const percent = () =>
  decimal()
    .min(0)
    .max(100)
    .multipleOf(0.01, 'error.two_decimals' satisfies MessageKey)
const rateFields = {
  percent: z.number().describe('Of VAT'),
  service: z.number().describe('Of service charge, inside the price as well'),
}
const rates = z.object({
  version: z.int(),
  fixed: z
    .array(z.object({ from: z.iso.date().nullable().describe('Null: from the beginning'), ...rateFields }))
    .describe('What held, and last what holds today'),
  future: z.array(z.object({ from: z.iso.date(), ...rateFields })),
})

export const vatContract = {
  getVatRates: {
    summary: 'What of prices is VAT and what is service charge, each from its day on',
    input: z.object({}),
    answer: rates,
    who: 'change settings',
  },
  saveVatRates: {
    summary: 'The rates that are to come, in the place of those that were said before; what holds today stays',
    input: z.object({
      version: count(1, 2_147_483_647),
      future: z.array(z.object({ from: day(), percent: percent(), service: percent().default(0) })).max(20),
    }),
    answer: rates,
    who: 'change settings',
  },
} satisfies Contract

export type VatApi = Client<typeof vatContract>
export type VatRates = z.infer<typeof rates>
