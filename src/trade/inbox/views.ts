/** The ways of looking at the inbox, and whose conversations are looked at. Runs in browsers too. */
export const views = ['to_do', 'waiting', 'done', 'spam', 'all'] as const
export type View = (typeof views)[number]

export const whose = ['mine', 'nobody'] as const
export type Whose = (typeof whose)[number]
