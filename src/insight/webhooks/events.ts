import { z } from 'zod'
import { stayEvents } from '#stays/bookings/stay-views.ts'
import { enquiryEvents } from '#trade/enquiries/contract.ts'
import { paymentEvents } from '#ledger/events.ts'
import type { Events } from '#platform/events.ts'
import { quotationEvents } from '#trade/quotations/contract.ts'

/** All events to which an endpoint can subscribe. */
export const events = { ...stayEvents, ...paymentEvents, ...enquiryEvents, ...quotationEvents }

export type EventType = keyof typeof events
export const eventTypes = Object.keys(events) as EventType[]
export const isEventType = (text: string): text is EventType => Object.hasOwn(events, text)

/** The event that tests whether an endpoint responds. */
export const TEST_EVENT = 'webhook.test'
export const testEventData = z.object({ message: z.string() })

/** All events for the API description. */
export const everyEvent: Events = {
  ...events,
  [TEST_EVENT]: { summary: 'A test event that staff sent manually', data: testEventData },
}
