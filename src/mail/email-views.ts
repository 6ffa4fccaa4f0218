/** The ways of looking at all letters. Returned: they came back, or were complained of. */
export const emailViews = ['all', 'failed', 'waiting', 'withheld', 'returned', 'sent'] as const
export type EmailView = (typeof emailViews)[number]
