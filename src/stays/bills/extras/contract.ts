import { z } from 'zod'
import { decimal } from '#content/settings-shapes.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, requiredLine } from '#platform/http/fields.ts'
import type { MessageKey } from '#locales/translator.ts'

const id = () => count(1, 2_147_483_647)
const decimalsMessageKey = 'error.two_decimals' satisfies MessageKey
const extraFields = {
  name_en: requiredLine(80),
  name_bn: line(80),
  price: decimal().min(0.01).max(10_000_000).multipleOf(0.01, decimalsMessageKey).describe('BDT, including VAT'),
  vat: decimal()
    .min(0)
    .max(100)
    .multipleOf(0.01, decimalsMessageKey)
    .nullable()
    .describe('Percent; null: the rate of rooms'),
  active: z.boolean().describe('Whether staff can add the extra to bills'),
}
const extra = z.object({
  id: z.int(),
  version: z.int(),
  name_en: z.string(),
  name_bn: z.string(),
  price: z.number().nullable(),
  vat: z.number().nullable(),
  active: z.boolean(),
})
const extras = z.object({ data: z.array(extra) })

export const extrasContract = {
  getExtras: {
    summary: 'Lists all extras in order, including those that are no longer offered',
    input: z.object({}),
    response: extras,
    who: 'change rates',
  },
  getExtra: {
    summary: 'Returns one extra',
    input: z.object({ id: id() }),
    response: extra,
    who: 'change rates',
  },
  addExtra: {
    summary: 'Adds an extra at the end of the list',
    input: z.object(extraFields),
    response: extra,
    who: 'change rates',
  },
  saveExtra: {
    summary: 'Updates an extra. Existing bills do not change',
    input: z.object({ id: id(), version: id(), ...extraFields }),
    response: extra,
    who: 'change rates',
  },
  orderExtras: {
    summary: 'Changes the order of the extras',
    input: z.object({ ids: z.array(id()).max(200).describe('The IDs of all extras in the new order') }),
    response: extras,
    who: 'change rates',
  },
} satisfies Contract

export type ExtrasApi = Client<typeof extrasContract>
export type OfficeExtra = z.infer<typeof extra>
export type OfficeExtras = z.infer<typeof extras>
