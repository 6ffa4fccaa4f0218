import type { Grant } from '../permissions.ts'
import { officeHref } from '../urls-office.ts'
import type { OfficeApi } from './api.ts'

/** Of what waits for an answer, how much there is, and what comes first: enough to be led on from any one of them. */
export interface Ahead {
  count: number
  first: readonly { path: string; name: string }[]
}
const kinds = ['requests', 'enquiries', 'messages'] as const
export type Kind = (typeof kinds)[number]
/** Only what they may see who sit here. */
export type Waiting = Partial<Record<Kind, Ahead>>

const FEW = { most: 2 }

export async function loadWaiting(api: OfficeApi, may: (what: Grant) => boolean): Promise<Waiting> {
  const asked = async <Row>(
    what: Grant,
    ask: () => Promise<{ waiting: number; data: Row[] }>,
    present: (row: Row) => Ahead['first'][number],
  ): Promise<Ahead | undefined> => {
    if (!may(what)) return undefined
    const { waiting, data } = await ask()
    return { count: waiting, first: data.map(present) }
  }
  const [requests, enquiries, messages] = await Promise.all([
    asked(
      'see bookings',
      () => api.getWaitingRequests(FEW),
      ({ code, name }) => ({ path: officeHref('booking', code), name }),
    ),
    asked(
      'answer enquiries',
      () => api.getWaitingEnquiries(FEW),
      ({ code, company }) => ({ path: officeHref('enquiry', code), name: company }),
    ),
    asked(
      'answer enquiries',
      () => api.getWaitingMessages(FEW),
      ({ id, name }) => ({ path: officeHref('message', id), name }),
    ),
  ])
  return { ...(requests && { requests }), ...(enquiries && { enquiries }), ...(messages && { messages }) }
}

/** What comes first of the same kind beside the one at a path. */
export function nextIn(waiting: Waiting, path: string): Ahead['first'][number] | null {
  return waiting[kindAt(path)]?.first.find((each) => each.path !== path) ?? null
}

/** Of which kind a file is, by its address. */
const kindAt = (path: string): Kind =>
  path.startsWith(officeHref('enquiry'))
    ? 'enquiries'
    : path.startsWith(officeHref('message'))
      ? 'messages'
      : 'requests'
