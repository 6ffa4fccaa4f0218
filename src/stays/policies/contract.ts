import { z } from 'zod'

/** The cancellation terms of a stay, shown before and after booking. */
export const toldTerms = z.object({
  terms: z.string().describe('In a sentence or a few'),
  note: z
    .string()
    .nullable()
    .describe('What holds before these steps do: nothing is asked for as long as nobody has confirmed it'),
  steps: z
    .array(
      z.object({
        from: z.iso.datetime().nullable().describe('From this moment on; null: from now on'),
        when: z.string().describe('The same in words'),
        fee: z.number().describe('BDT'),
      }),
    )
    .describe('What it costs, up to the arrival: always that of now, and where it will cost otherwise, from when on'),
  no_show: z.number().describe('BDT that it costs not to come'),
  deposit: z
    .number()
    .describe('BDT that are asked for ahead where somebody pays online; 0: nothing less than all of it'),
})
export type ToldTerms = z.infer<typeof toldTerms>

const fee = {
  kind: z.enum(['none', 'nights', 'percent']).describe('Nights: the first so many; percent: of the whole stay'),
  amount: z.int(),
}

/** The policy of a room for nights without their own policy. */
export const policyView = z.object({
  name: z.string(),
  terms: z.string().describe('What cancelling costs, in a few sentences'),
  note: z
    .string()
    .nullable()
    .describe('What holds before: nothing is asked for as long as nobody has confirmed a stay'),
  rows: z
    .array(z.object({ when: z.string(), cost: z.string() }))
    .describe('The same as a table, where it costs otherwise more than once'),
  tiers: z.array(
    z.object({ hours: z.int().nullable().describe('Before check-in; null: from the booking on'), ...fee }),
  ),
  no_show: z.object(fee),
  deposit: z.object(fee),
  others: z.boolean().describe('Whether some nights to come have a policy of their own'),
})
export type ToldPolicy = z.infer<typeof policyView>
