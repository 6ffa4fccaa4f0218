import { z } from 'zod'
import type { Company } from '#content/company.ts'
import type { Database } from '#platform/database/database.ts'
import { bdtOf } from '#platform/money.ts'
import { tellOutside, type Events } from '#platform/work/events.ts'

const money = z.object({
  booking_id: z.string().describe('Of the stay that it is for'),
  amount: z.number().describe('BDT'),
})
const paid = money.extend({
  method: z.string().describe('cash, card, bank, mobile or online'),
  reference: z.string().describe('Of the card slip, of the transfer, or of the gateway'),
})

/** The webhook events about payments. */
export const paymentEvents = {
  'payment.received': {
    summary: 'Money has come for a stay, online or at the desk, and stands on its bill',
    data: paid,
  },
  'payment.failed': {
    summary: 'Somebody began to pay online, and nothing came of it',
    data: money.extend({ reason: z.enum(['failed', 'cancelled', 'expired']) }),
  },
  'payment.refunded': {
    summary: 'Money was given back: at the desk, or by the gateway, which says that it has arrived',
    data: paid,
  },
  'payment.voided': {
    summary: 'What was told of before was written down by mistake, and is taken back',
    data: paid.extend({ was: z.enum(['payment.received', 'payment.refunded']) }),
  },
} satisfies Events

type PaymentEvent = keyof typeof paymentEvents
type EventData<Type extends PaymentEvent> = z.input<(typeof paymentEvents)[Type]['data']>

/** Publishes a payment event. Call it in the transaction that moves the money. */
export const tellPayment = <Type extends PaymentEvent>(
  db: Database,
  { now, company }: { now: number; company: Pick<Company, 'eventsTold'> },
  type: Type,
  { amountPoisha, ...fields }: Omit<EventData<Type>, 'amount'> & { booking_id: string; amountPoisha: number },
): Promise<void> => {
  const about = `booking ${fields.booking_id}`
  const data = { ...fields, amount: bdtOf(amountPoisha) } as unknown as EventData<Type>
  return tellOutside(db, { at: now, about, wanted: company.eventsTold }, paymentEvents, type, () => data)
}
