import type { WaitingRequest } from '../bookings/office/contract.ts'
import type { WaitingEnquiry, WaitingMessage } from '../enquiries/office/contract.ts'
import { officeHref } from '../urls-office.ts'
import type { OfficeApi } from './api.ts'

interface List<Row> {
  data: Row[]
  more: string | null
  waiting: number
}

/** What waits for an answer: the first page of each kind, and how many there are. */
export interface Lists {
  requests: List<WaitingRequest>
  enquiries: List<WaitingEnquiry>
  messages: List<WaitingMessage>
}
export type Kind = keyof Lists
export const kinds = ['requests', 'enquiries', 'messages'] as const satisfies readonly Kind[]

export async function loadLists(api: OfficeApi): Promise<Lists> {
  const [requests, enquiries, messages] = await Promise.all([
    api.getWaitingRequests({}),
    api.getWaitingEnquiries({}),
    api.getWaitingMessages({}),
  ])
  return { requests, enquiries, messages }
}

export const pathOf = {
  requests: ({ code }: WaitingRequest) => officeHref('booking', code),
  enquiries: ({ code }: WaitingEnquiry) => officeHref('enquiry', code),
  messages: ({ id }: WaitingMessage) => officeHref('message', id),
}

/** What comes first of the same kind beside the one at a path. */
export function nextIn(lists: Lists, path: string): { path: string; name: string } | null {
  const all = {
    requests: lists.requests.data.map((row) => ({ path: pathOf.requests(row), name: row.name })),
    enquiries: lists.enquiries.data.map((row) => ({ path: pathOf.enquiries(row), name: row.company })),
    messages: lists.messages.data.map((row) => ({ path: pathOf.messages(row), name: row.name })),
  }
  return all[kindAt(path)].find((each) => each.path !== path) ?? null
}

/** Of which kind a file is, by its address. */
export const kindAt = (path: string): Kind =>
  path.startsWith(officeHref('enquiry'))
    ? 'enquiries'
    : path.startsWith(officeHref('message'))
      ? 'messages'
      : 'requests'
