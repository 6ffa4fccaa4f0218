import type { Grant } from '#schema/permissions.ts'
import { isConversation, officeHref, officePages } from '#routes/office.ts'
import type { OfficeApi } from './api.ts'

/**
 * Work of one kind that waits for an answer: the count, and the first items, so that each page can link to the next.
 */
export interface WaitingWork {
  count: number
  first: readonly { path: string; name: string }[]
}
const waitingKinds = ['requests', 'inbox', 'emails'] as const
export type WaitingKind = (typeof waitingKinds)[number]
/** Only the kinds that the user may see. */
export type Waiting = Partial<Record<WaitingKind, WaitingWork>>

const FIRST_ITEMS_LIMIT = { most: 2 }

export async function loadWaiting(api: OfficeApi, can: (permission: Grant) => boolean): Promise<Waiting> {
  const loadWork = async <Row>(
    permission: Grant,
    fetchWaiting: () => Promise<{ waiting: number; data: Row[] }>,
    toItem: (row: Row) => WaitingWork['first'][number],
  ): Promise<WaitingWork | undefined> => {
    if (!can(permission)) return undefined
    const { waiting, data } = await fetchWaiting()
    return { count: waiting, first: data.map(toItem) }
  }
  const [requests, inbox, failedEmails] = await Promise.all([
    loadWork(
      'see bookings',
      () => api.getWaitingRequests(FIRST_ITEMS_LIMIT),
      ({ code, name }) => ({ path: officeHref('booking', code), name }),
    ),
    loadWork(
      'answer enquiries',
      async () => {
        const { to_do, data } = await api.getInbox(FIRST_ITEMS_LIMIT)
        return { waiting: to_do, data }
      },
      ({ enquiry, message, who: sender }) => ({
        path: enquiry === null ? officeHref('message', message!) : officeHref('enquiry', enquiry),
        name: sender,
      }),
    ),
    loadWork(
      'manage emails',
      async () => {
        const { failed, data } = await api.getEmails({ view: 'failed', ...FIRST_ITEMS_LIMIT })
        return { waiting: failed, data }
      },
      ({ id, subject }) => ({ path: officeHref('email', id), name: subject }),
    ),
  ])
  return { ...(requests && { requests }), ...(inbox && { inbox }), ...(failedEmails && { emails: failedEmails }) }
}

/** Returns the first other item of the kind of waiting work that the page at `path` shows. */
export function findNextWaiting(waiting: Waiting, path: string): WaitingWork['first'][number] | null {
  const kind = isConversation(path) ? 'inbox' : path.startsWith(officePages.emails) ? 'emails' : 'requests'
  return waiting[kind]?.first.find((item) => item.path !== path) ?? null
}
