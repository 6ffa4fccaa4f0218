import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, requiredLine } from '#platform/http/fields.ts'

const id = () => count(1, 2_147_483_647)
const ints = () => z.array(z.int())

/** Columns of small numbers, with days counted from the first one, because a response contains thousands of stays. */
const chart = z.object({
  from: z.iso.date(),
  days: z.int(),
  today: z.int().describe('Days from the first one; below zero or beyond the last where it is not seen'),
  kinds: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      left: ints().describe('How many can be sold for each night'),
      units: z
        .array(z.tuple([z.int(), z.string(), z.int(), z.int()]))
        .describe('id, name, condition, 1 where it is in use'),
    }),
  ),
  stays: z.object({
    ids: ints().describe('Each as the difference to the one before it'),
    versions: ints(),
    names: z.array(z.string()),
    statuses: ints(),
    from: ints(),
    to: ints(),
  }),
  segments: ints().describe(
    'Four by four: the place of the stay, the place of the unit among all, or -1 less that of the kind; from; to',
  ),
  closures: z.array(
    z.object({
      id: z.int(),
      unit: z.int(),
      from: z.int(),
      to: z.int(),
      reason: z.string(),
      told: z.boolean().optional(),
    }),
  ),
})

/** Limited because a closing may email the company. */
const closingLimit = { bucket: 'desk closings', times: 60, seconds: 3600 }

export const chartContract = {
  getChart: {
    summary: 'Units by days: who sleeps where, who has no unit yet, what is closed, and what is left to sell',
    input: z.object({ from: day().optional(), days: count(1, 100).default(28) }),
    answer: chart,
    who: 'run the desk',
  },
  closeNights: {
    summary: 'Take a unit out of sale for some nights within the next two weeks; whoever may change rooms, for any',
    input: z.object({ unit: id(), from: day(), to: day(), reason: requiredLine(200) }),
    answer: z.object({}),
    limit: closingLimit,
    who: 'run the desk',
  },
  openNights: {
    summary: 'Bring it back: what was closed for a short time; whoever may change rooms, any',
    input: z.object({ closure: id() }),
    answer: z.object({}),
    limit: closingLimit,
    who: 'run the desk',
  },
} satisfies Contract

export type ChartApi = Client<typeof chartContract>
export type ChartAnswer = z.infer<typeof chart>
