import type { Translator } from '#locales/translator.ts'

/* The state of an enquiry in the words that buyers and staff read. Runs in browsers too. */

export const enquiryStates = ['received', 'open', 'answered', 'quoted', 'accepted', 'declined', 'closed'] as const
export type EnquiryState = (typeof enquiryStates)[number]

export const describeState = (
  { t }: Translator,
  { state, state_on }: { state: EnquiryState; state_on: string | null },
): string => t(`enquiry.state_${state}`, { day: state_on ?? '' })
