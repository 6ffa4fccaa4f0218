/** The views of the inbox and the assignee filter. Runs in browsers too. */
export const inboxViews = ['to_do', 'waiting', 'done', 'spam', 'all'] as const
export type InboxViewName = (typeof inboxViews)[number]

export const assigneeFilters = ['mine', 'nobody'] as const
export type AssigneeFilter = (typeof assigneeFilters)[number]
