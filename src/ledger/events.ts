import { z } from 'zod'
import type { Company } from '#content/company.ts'
import type { Database } from '#platform/database/database.ts'
import { poishaToBdt } from '#platform/money.ts'
import { publishEvent, type Events } from '#platform/events.ts'

const money = z.object({
  booking_id: z.string().describe('The reference of the stay that the payment is for'),
  amount: z.number().describe('BDT'),
})
const paidAmount = money.extend({
  method: z.string().describe('cash, card, bank, mobile or online'),
  reference: z.string().describe('The reference of the card slip, the bank transfer or the gateway'),
})

/** The webhook events about payments. */
export const paymentEvents = {
  'payment.received': {
    summary: 'A payment for a stay was received, online or at the desk, and recorded on its bill',
    data: paidAmount,
  },
  'payment.failed': {
    summary: 'An online payment was started but not completed',
    data: money.extend({ reason: z.enum(['failed', 'cancelled', 'expired']) }),
  },
  'payment.refunded': {
    summary: 'A payment was refunded at the desk, or the gateway confirmed that a refund has arrived',
    data: paidAmount,
  },
  'payment.voided': {
    summary: 'An earlier payment or refund was recorded by mistake and is reversed',
    data: paidAmount.extend({ was: z.enum(['payment.received', 'payment.refunded']) }),
  },
} satisfies Events

type PaymentEvent = keyof typeof paymentEvents
type EventData<Type extends PaymentEvent> = z.input<(typeof paymentEvents)[Type]['data']>

/** Publishes a payment event. Call it in the transaction that moves the money. */
export const publishPaymentEvent = <Type extends PaymentEvent>(
  db: Database,
  { now, company }: { now: number; company: Pick<Company, 'subscribedEvents'> },
  type: Type,
  { amountPoisha, ...fields }: Omit<EventData<Type>, 'amount'> & { booking_id: string; amountPoisha: number },
): Promise<void> => {
  const about = `booking ${fields.booking_id}`
  const data = { ...fields, amount: poishaToBdt(amountPoisha) } as unknown as EventData<Type>
  return publishEvent(db, { at: now, about, eventTypes: company.subscribedEvents }, paymentEvents, type, () => data)
}
