import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, requiredLine } from '#platform/http/fields.ts'

const id = () => count(1, 2_147_483_647)
const integers = () => z.array(z.int())

/**
 * The chart as columns of small numbers, with days counted from the first one. A response contains thousands of stays,
 * so it must be compact.
 */
const chart = z.object({
  from: z.iso.date(),
  days: z.int(),
  today: z.int().describe('The offset of today from the first day; it can lie outside the range of the chart'),
  kinds: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      left: integers().describe('The number of units left to sell, per night'),
      units: z
        .array(z.tuple([z.int(), z.string(), z.int(), z.int()]))
        .describe('ID, name, condition, and 1 if the unit is in use'),
    }),
  ),
  stays: z.object({
    ids: integers().describe('Delta-encoded: each ID is stored as the difference to the previous one'),
    versions: integers(),
    names: z.array(z.string()),
    statuses: integers(),
    from: integers(),
    to: integers(),
  }),
  segments: integers().describe(
    'Groups of four numbers: index of the stay; index of the unit, or -1 minus the index of the room type; from; to',
  ),
  closures: z.array(
    z.object({
      id: z.int(),
      unit: z.int(),
      from: z.int(),
      to: z.int(),
      reason: z.string(),
      is_imported: z.boolean().optional(),
    }),
  ),
})

/** Limited because a closing may email the company. */
const closingLimit = { bucket: 'desk closings', times: 60, seconds: 3600 }

export const chartContract = {
  getChart: {
    summary: 'Returns the room chart: stays by unit and day, stays without a unit, closures, and units left to sell',
    input: z.object({ from: day().optional(), days: count(1, 100).default(28) }),
    response: chart,
    who: 'run the desk',
  },
  closeNights: {
    summary: 'Closes a unit for nights within the next two weeks. Callers who may change rooms can choose any nights',
    input: z.object({ unit: id(), from: day(), to: day(), reason: requiredLine(200) }),
    response: z.object({}),
    limit: closingLimit,
    who: 'run the desk',
  },
  openNights: {
    summary: 'Ends a short closure. Callers who may change rooms can end any closure',
    input: z.object({ closure: id() }),
    response: z.object({}),
    limit: closingLimit,
    who: 'run the desk',
  },
} satisfies Contract

export type ChartApi = Client<typeof chartContract>
export type ChartResponse = z.infer<typeof chart>
