import type { Grant } from '#schema/permissions.ts'
import { isConversation, officeHref, officePages } from '#routes/office.ts'
import type { OfficeApi } from './api.ts'

/**
 * Work of one kind that waits for an answer: the count, and the first items, so that each page can link to the next.
 */
export interface Ahead {
  count: number
  first: readonly { path: string; name: string }[]
}
const kinds = ['requests', 'inbox', 'letters'] as const
export type Kind = (typeof kinds)[number]
/** Only the kinds that the user may see. */
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
  const [requests, inbox, letters] = await Promise.all([
    asked(
      'see bookings',
      () => api.getWaitingRequests(FEW),
      ({ code, name }) => ({ path: officeHref('booking', code), name }),
    ),
    asked(
      'answer enquiries',
      async () => {
        const { to_do, data } = await api.getInbox(FEW)
        return { waiting: to_do, data }
      },
      ({ enquiry, message, who }) => ({
        path: enquiry === null ? officeHref('message', message!) : officeHref('enquiry', enquiry),
        name: who,
      }),
    ),
    asked(
      'look after letters',
      async () => {
        const { failed, data } = await api.getLetters({ view: 'failed', ...FEW })
        return { waiting: failed, data }
      },
      ({ id, subject }) => ({ path: officeHref('letter', id), name: subject }),
    ),
  ])
  return { ...(requests && { requests }), ...(inbox && { inbox }), ...(letters && { letters }) }
}

/** Returns the first waiting item of the same kind, other than the one at `path`. */
export function nextIn(waiting: Waiting, path: string): Ahead['first'][number] | null {
  const kind = isConversation(path) ? 'inbox' : path.startsWith(officePages.letters) ? 'letters' : 'requests'
  return waiting[kind]?.first.find((each) => each.path !== path) ?? null
}
