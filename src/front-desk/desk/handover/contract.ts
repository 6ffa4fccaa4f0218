import { z } from 'zod'
import { decimal } from '#content/settings-shapes.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { paymentMethods } from '#schema/bills.ts'
import type { MessageKey } from '#locales/translator.ts'
import { noteShape } from '../today/contract.ts'

const decimals = 'error.two_decimals' satisfies MessageKey
const amount = () => decimal().multipleOf(0.01, decimals)

const handover = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  by: z.string(),
  to: z.string().nullable(),
  counted: z.number(),
  difference: z.number().describe('What was counted less what should have been there'),
  note: z.string(),
})

const handovers = z.object({
  data: z.array(handover),
  more: z.string().nullable().describe('What the next page is asked for with'),
})

const drawer = z.object({
  since: z
    .object({ id: z.int(), at: z.iso.datetime(), by: z.string() })
    .nullable()
    .describe('The last handover; null before the first'),
  counted: z.number().describe('At the last handover; nought before the first'),
  received: z.number(),
  given_back: z.number(),
  put_in: z.number(),
  taken_out: z.number(),
  expected: z.number().describe('The sum of these: what should be there'),
  takings: z
    .array(z.object({ method: z.enum(paymentMethods), amount: z.number(), times: z.int() }))
    .describe('Since the last handover, less what was given back'),
  moves: z.array(z.object({ id: z.int(), at: z.iso.datetime(), by: z.string(), amount: z.number(), why: z.string() })),
  notes: z.array(noteShape).describe('What is to be done; none for who does not run the desk'),
  people: z.array(z.object({ id: z.int(), name: z.string() })).describe('Who could take over'),
  earlier: handovers,
})

export const handoverContract = {
  getHandover: {
    summary: 'What should be in the drawer and how that comes about, and what else one shift leaves to the next',
    input: z.object({}),
    answer: drawer,
    who: 'take money',
  },
  getHandovers: {
    summary: 'Earlier handovers, the last first',
    input: z.object({ after: line(20).regex(/^\d*$/).default('').describe('`more` of the page before') }),
    answer: handovers,
    who: 'take money',
  },
  moveTill: {
    summary: 'Cash that comes into the drawer, or goes out of it, for no stay',
    input: z.object({
      way: z.enum(['in', 'out']),
      amount: amount().min(0.01).max(10_000_000),
      why: requiredLine(200),
    }),
    answer: drawer,
    keyed: true,
    who: 'take money',
  },
  handOver: {
    summary: 'One shift hands over to the next: what was counted is what is there from now on',
    input: z.object({
      counted: amount().min(0).max(100_000_000),
      expected: z.number().describe('What was said to be there: refused where it is something else by now'),
      since: count(1, 2_147_483_647)
        .nullable()
        .default(null)
        .describe('The last handover that was seen: refused where somebody has handed over meanwhile'),
      to: count(1, 2_147_483_647).nullable().default(null),
      note: paragraphs(1_000).default(''),
    }),
    answer: drawer,
    keyed: true,
    who: 'take money',
  },
} satisfies Contract

export type HandoverApi = Client<typeof handoverContract>
export type Handovers = z.infer<typeof handovers>
export type Drawer = z.infer<typeof drawer>
