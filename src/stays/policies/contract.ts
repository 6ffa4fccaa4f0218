import { z } from 'zod'

/** The cancellation terms of a stay, shown before and after booking. */
export const termsView = z.object({
  terms: z.string().describe('The cancellation terms as sentences'),
  note: z.string().nullable().describe('What applies before that: nothing is charged until the stay is confirmed'),
  steps: z
    .array(
      z.object({
        from: z.iso.datetime().nullable().describe('When the step begins; null: now'),
        when: z.string().describe('The step as text'),
        fee: z.number().describe('BDT'),
      }),
    )
    .describe('The cancellation fees until arrival: the current fee, and later fees with their start'),
  no_show: z.number().describe('The no-show fee in BDT'),
  deposit: z.number().describe('The deposit in BDT for online payment; 0: only the full amount can be paid'),
})
export type TermsView = z.infer<typeof termsView>

const fee = {
  kind: z.enum(['none', 'nights', 'percent']).describe('Nights: the first nights; percent: a share of the whole stay'),
  amount: z.int(),
}

/** The policy of a room for nights without their own policy. */
export const policyView = z.object({
  name: z.string(),
  terms: z.string().describe('The cancellation terms in a few sentences'),
  note: z.string().nullable().describe('What applies before that: nothing is charged until a stay is confirmed'),
  rows: z
    .array(z.object({ when: z.string(), cost: z.string() }))
    .describe('The cancellation terms as a table, if the fee changes more than once'),
  tiers: z.array(
    z.object({ hours: z.int().nullable().describe('Hours before check-in; null: from the time of booking'), ...fee }),
  ),
  no_show: z.object(fee),
  deposit: z.object(fee),
  others: z.boolean().describe('Whether some future nights have their own policy'),
})
export type PolicyView = z.infer<typeof policyView>
