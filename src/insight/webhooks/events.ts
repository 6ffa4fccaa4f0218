import { z } from 'zod'
import { stayEvents } from '#stays/bookings/presenter.ts'
import { enquiryEvents } from '#trade/enquiries/contract.ts'
import { paymentEvents } from '#ledger/events.ts'
import type { Events } from '#platform/work/events.ts'
import { quotationEvents } from '#trade/quotations/contract.ts'

/** Everything that an endpoint can ask to hear of. */
export const events = { ...stayEvents, ...paymentEvents, ...enquiryEvents, ...quotationEvents }

export type EventType = keyof typeof events
export const eventTypes = Object.keys(events) as EventType[]
export const isEventType = (text: string): text is EventType => Object.hasOwn(events, text)

/** To try whether an endpoint takes anything at all. */
export const TRIAL = 'webhook.test'
export const trial = z.object({ message: z.string() })

/** All that is ever told, for whoever reads how. */
export const everyEvent: Events = {
  ...events,
  [TRIAL]: { summary: 'A trial, which somebody of the house has sent by hand', data: trial },
}
