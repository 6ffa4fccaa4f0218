/** The filter states of the post list. */
export const states = ['draft', 'published', 'scheduled', 'changed'] as const
export type State = (typeof states)[number]
