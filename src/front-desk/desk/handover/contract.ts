import { z } from 'zod'
import { decimal } from '#content/settings-shapes.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { paymentMethods } from '#schema/bills.ts'
import type { MessageKey } from '#locales/translator.ts'
import { noteShape } from '../today/contract.ts'

const decimalsMessageKey = 'error.two_decimals' satisfies MessageKey
const amount = () => decimal().multipleOf(0.01, decimalsMessageKey)

const handover = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  by: z.string(),
  to: z.string().nullable(),
  counted: z.number(),
  difference: z.number().describe('The counted cash minus the expected cash'),
  note: z.string(),
})

const handovers = z.object({
  data: z.array(handover),
  more: z.string().nullable().describe('The cursor of the next page'),
})

const drawer = z.object({
  since: z
    .object({ id: z.int(), at: z.iso.datetime(), by: z.string() })
    .nullable()
    .describe('The last handover; null if there was none'),
  counted: z.number().describe('The cash counted at the last handover; 0 if there was none'),
  received: z.number(),
  refunded: z.number(),
  cash_added: z.number(),
  cash_removed: z.number(),
  expected: z.number().describe('The expected cash: the sum of these amounts'),
  takings: z
    .array(z.object({ method: z.enum(paymentMethods), amount: z.number(), times: z.int() }))
    .describe('Payments since the last handover, minus refunds'),
  moves: z.array(z.object({ id: z.int(), at: z.iso.datetime(), by: z.string(), amount: z.number(), why: z.string() })),
  notes: z.array(noteShape).describe('Open notes and tasks; empty for callers without the permission to run the desk'),
  people: z.array(z.object({ id: z.int(), name: z.string() })).describe('Staff who can take over'),
  earlier: handovers,
})

export const handoverContract = {
  getHandover: {
    summary: 'Returns the expected cash with its components, and the notes for the next shift',
    input: z.object({}),
    response: drawer,
    who: 'take money',
  },
  getHandovers: {
    summary: 'Lists earlier handovers, newest first',
    input: z.object({ after: line(20).regex(/^\d*$/).default('').describe('`more` of the previous page') }),
    response: handovers,
    who: 'take money',
  },
  recordTillMovement: {
    summary: 'Records cash added to or removed from the till, other than for a stay',
    input: z.object({
      way: z.enum(['in', 'out']),
      amount: amount().min(0.01).max(10_000_000),
      why: requiredLine(200),
    }),
    response: drawer,
    keyed: true,
    who: 'take money',
  },
  handOver: {
    summary: 'Hands the shift over. The counted cash becomes the new balance of the till',
    input: z.object({
      counted: amount().min(0).max(100_000_000),
      expected: z
        .number()
        .min(-1_000_000_000)
        .max(1_000_000_000)
        .describe('The expected cash that the caller saw. The request is rejected if it has changed'),
      since: count(1, 2_147_483_647)
        .nullable()
        .default(null)
        .describe('The last handover that the caller saw. The request is rejected after a newer handover'),
      to: count(1, 2_147_483_647).nullable().default(null),
      note: paragraphs(1_000).default(''),
    }),
    response: drawer,
    keyed: true,
    who: 'take money',
  },
} satisfies Contract

export type HandoverApi = Client<typeof handoverContract>
export type Handovers = z.infer<typeof handovers>
export type Drawer = z.infer<typeof drawer>
