/** The ways of looking at all letters. Returned: they came back, or were complained of. */
export const letterViews = ['all', 'failed', 'waiting', 'withheld', 'returned', 'sent'] as const
export type LetterView = (typeof letterViews)[number]
