import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { inboxViews, assigneeFilters, type InboxViewName, type AssigneeFilter } from '../views.ts'
import type { InboxLine } from './contract.ts'

/** The view and the filters of the list. They are in the query of the inbox and of its conversations. */
export interface InboxQuery {
  view: InboxViewName
  search?: string
  whose?: AssigneeFilter
}

export function readInboxQuery(query: URLSearchParams): InboxQuery {
  const search = query.get('search')?.trim().slice(0, 100)
  const assigneeFilter = assigneeFilters.find((value) => value === query.get('whose'))
  const view = inboxViews.find((value) => value === query.get('view')) ?? 'to_do'
  return { view, ...(search && { search }), ...(assigneeFilter && { whose: assigneeFilter }) }
}

const formatQuery = ({ view, ...filters }: InboxQuery): string =>
  queryString({ view: view === 'to_do' ? undefined : view, ...filters })

export const buildInboxPath = (inboxQuery: InboxQuery): string => officePages.inbox + formatQuery(inboxQuery)

/** Returns the path of a conversation: the one of its enquiry or message. */
export const getConversationPath = ({ enquiry, message }: Pick<InboxLine, 'enquiry' | 'message'>): string =>
  enquiry === null ? officeHref('message', message!) : officeHref('enquiry', enquiry)

/** Returns the path of a conversation beside the list with these filters. */
export const buildConversationPath = (line: InboxLine, inboxQuery: InboxQuery): string =>
  getConversationPath(line) + formatQuery(inboxQuery)
