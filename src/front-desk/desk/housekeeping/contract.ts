import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, paragraphs, requiredLine } from '#platform/http/fields.ts'

const id = () => count(1, 2_147_483_647)
const condition = z.enum(['clean', 'dirty', 'inspected', 'out_of_service'])

const unit = z.object({
  id: z.int(),
  version: z.int().describe('Increases each time that staff record the condition'),
  name: z.string(),
  kind: z.string(),
  condition: condition.describe(
    'The last recorded condition. A unit becomes dirty on the morning after a night with guests',
  ),
  note: z.string(),
  occupied: z.boolean().describe('Whether guests are in the unit now'),
  closed: z.object({ until: z.iso.date(), reason: z.string() }).nullable(),
  leaves: z
    .object({ left_at: z.string().nullable() })
    .nullable()
    .describe('The departure of today, with the time if the guests have left'),
  arrives: z
    .object({
      persons: z.int(),
      arrived_at: z.string().nullable(),
      arrival: z.string().describe('The expected time as text; empty: unknown'),
      bed: z.string().describe('The bed set-up that the guest asks for, as text; empty: none'),
    })
    .nullable()
    .describe('The arrival of today, with the time if the guests have arrived'),
  stays_on: z.boolean(),
  next_arrival: z.iso.date().nullable().describe('The next arrival on one of the seven days after today'),
  tasks: z.array(
    z.object({
      id: z.int(),
      text: z.string(),
      by: z.string(),
      at: z.string(),
      done: z.boolean().describe('Whether the task was done recently'),
    }),
  ),
})
const housekeeping = z.object({
  day: z.iso.date(),
  check_in_from: z.string(),
  check_out_until: z.string(),
  data: z.array(unit).describe('Units in the order of urgency'),
})

export const housekeepingContract = {
  getHousekeeping: {
    summary: 'Lists the units in use: their condition, the arrivals and departures of today, and open tasks',
    input: z.object({}),
    response: housekeeping,
    who: 'clean rooms',
  },
  markUnit: {
    summary: 'Records the condition of a unit',
    input: z.object({
      unit: id(),
      version: count(0, Number.MAX_SAFE_INTEGER - 1).describe('The version that the caller saw'),
      condition,
      note: paragraphs(500).default(''),
    }),
    response: housekeeping,
    who: 'clean rooms',
  },
  addUnitTask: {
    summary: 'Adds a task for a unit',
    input: z.object({ unit: id(), text: requiredLine(200) }),
    response: housekeeping,
    keyed: true,
    who: 'clean rooms',
  },
  setUnitTaskDone: {
    summary: 'Marks a task as done or as open',
    input: z.object({ id: id(), done: z.boolean() }),
    response: housekeeping,
    who: 'clean rooms',
  },
} satisfies Contract

export type HousekeepingApi = Client<typeof housekeepingContract>
export type Housekeeping = z.infer<typeof housekeeping>
export type HousekeepingUnit = z.infer<typeof unit>
