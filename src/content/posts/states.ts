/** The filter states of the post list. */
export const postStates = ['draft', 'published', 'scheduled', 'changed'] as const
export type PostState = (typeof postStates)[number]
