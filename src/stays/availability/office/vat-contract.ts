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
  percent: z.number().describe('Percent of VAT'),
  service: z.number().describe('Percent of service charge, also included in the price'),
}
const rates = z.object({
  version: z.int(),
  fixed: z
    .array(z.object({ from: z.iso.date().nullable().describe('Null: from the beginning'), ...rateFields }))
    .describe('The rates in the past; the last one applies today'),
  future: z.array(z.object({ from: z.iso.date(), ...rateFields })),
})

export const vatContract = {
  getVatRates: {
    summary: 'Returns the rates of VAT and service charge included in prices, each with its first day',
    input: z.object({}),
    response: rates,
    who: 'change settings',
  },
  saveVatRates: {
    summary: 'Replaces the future rates. The current rate does not change',
    input: z.object({
      version: count(1, 2_147_483_647),
      future: z.array(z.object({ from: day(), percent: percent(), service: percent().default(0) })).max(20),
    }),
    response: rates,
    who: 'change settings',
  },
} satisfies Contract

export type VatApi = Client<typeof vatContract>
export type VatRates = z.infer<typeof rates>
