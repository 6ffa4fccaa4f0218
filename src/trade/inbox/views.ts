/** The views of the inbox and the assignee filter. Runs in browsers too. */
export const views = ['to_do', 'waiting', 'done', 'spam', 'all'] as const
export type View = (typeof views)[number]

export const whose = ['mine', 'nobody'] as const
export type Whose = (typeof whose)[number]
