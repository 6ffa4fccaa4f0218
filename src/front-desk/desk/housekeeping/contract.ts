import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, paragraphs, requiredLine } from '#platform/http/fields.ts'

const id = () => count(1, 2_147_483_647)
const condition = z.enum(['clean', 'dirty', 'inspected', 'out_of_service'])

const unit = z.object({
  id: z.int(),
  version: z.int().describe('Raised with each time that somebody has seen it'),
  name: z.string(),
  kind: z.string(),
  condition: condition.describe('As it was last seen; dirty in the morning after somebody has slept there'),
  note: z.string(),
  occupied: z.boolean().describe('Whether somebody lives in it now'),
  closed: z.object({ until: z.iso.date(), reason: z.string() }).nullable(),
  leaves: z
    .object({ left_at: z.string().nullable() })
    .nullable()
    .describe('Who goes today; with when, if they are gone'),
  arrives: z
    .object({ persons: z.int(), arrived_at: z.string().nullable() })
    .nullable()
    .describe('Who comes today; with when, if they are there'),
  stays_on: z.boolean(),
  tasks: z.array(
    z.object({ id: z.int(), text: z.string(), by: z.string(), at: z.string(), done: z.boolean().describe('Lately') }),
  ),
})
const housekeeping = z.object({
  day: z.iso.date(),
  check_in_from: z.string(),
  check_out_until: z.string(),
  data: z.array(unit).describe('What is to be made first comes first'),
})

export const housekeepingContract = {
  getHousekeeping: {
    summary: 'The units in use: in what condition each is, who comes, goes or stays today, and what is to be done',
    input: z.object({}),
    answer: housekeeping,
    who: 'clean rooms',
  },
  markUnit: {
    summary: 'Say in what condition somebody has seen a unit',
    input: z.object({
      unit: id(),
      version: count(0, Number.MAX_SAFE_INTEGER - 1).describe('The one that was looked at'),
      condition,
      note: paragraphs(500).default(''),
    }),
    answer: housekeeping,
    who: 'clean rooms',
  },
  addUnitTask: {
    summary: 'Write down what is to be done in a unit',
    input: z.object({ unit: id(), text: requiredLine(200) }),
    answer: housekeeping,
    keyed: true,
    who: 'clean rooms',
  },
  endUnitTask: {
    summary: 'Say that a task is done, or that it is not after all',
    input: z.object({ id: id(), done: z.boolean() }),
    answer: housekeeping,
    who: 'clean rooms',
  },
} satisfies Contract

export type HousekeepingApi = Client<typeof housekeepingContract>
export type Housekeeping = z.infer<typeof housekeeping>
export type HousekeepingUnit = z.infer<typeof unit>
