import { z } from 'zod'
import { whichStay } from '#stays/bookings/contract.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { line } from '#platform/http/fields.ts'

/** The state of a payment as shown to the payer. */
const outcomes = ['asking', 'paid', 'late', 'failed', 'cancelled', 'expired', 'review'] as const

const payment = z.object({
  outcome: z
    .enum(outcomes)
    .describe(
      'asking: the gateway is being asked; late: paid when the nights were gone already, so that it goes back; review: somebody of the house looks at it',
    ),
  amount: z.number(),
  booking_id: z.string(),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  status: z.string(),
  next: z.string().describe('What happens next with the stay, in a sentence'),
  to_pay: z.number().nullable().describe('BDT that can be paid now; null where nothing can'),
  is_demo: z.boolean().describe('No money moves here'),
})

export const paymentsContract = {
  startPayment: {
    summary:
      'Pay what is owed for a stay online: by its reference for whoever booked it, by the link in its letter, or once more after a payment that came to nothing. Answers the page of the gateway on which it is paid',
    input: z.object({ ...whichStay, payment: line(128).optional() }),
    answer: z.object({ url: z.string() }),
    who: 'whoever booked',
    limit: { bucket: 'start payment', times: 40, seconds: 3600 },
  },
  getPayment: {
    summary: 'How it stands with a payment, for whoever came back from the gateway',
    input: z.object({ payment: line(128) }),
    answer: payment,
    who: 'anyone',
    fresh: true,
    limit: { bucket: 'payment', times: 1_200, seconds: 3600 },
  },
} satisfies Contract

export type PaymentsApi = Client<typeof paymentsContract>
export type PaymentDetails = z.infer<typeof payment>
