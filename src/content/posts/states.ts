/** How a post can stand, as a list is asked for it. */
export const states = ['draft', 'published', 'scheduled', 'changed'] as const
export type State = (typeof states)[number]
