import { z } from 'zod'
import { stayReferenceFields } from '#stays/bookings/contract.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line } from '#platform/http/fields.ts'
import { languages } from '#routes/public.ts'

/** The state of a payment as shown to the payer. */
const outcomes = ['asking', 'paid', 'late', 'failed', 'cancelled', 'expired', 'review', 'rejected'] as const

const payment = z.object({
  outcome: z
    .enum(outcomes)
    .describe(
      'asking: the gateway is being queried; late: the nights had been released, so the payment is refunded; review: staff must check the payment; rejected: staff did not accept the payment',
    ),
  amount: z.number(),
  booking_id: z.string(),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  status: z.string(),
  next: z.string().describe('What happens next with the stay, as a sentence'),
  to_pay: z.number().nullable().describe('The amount in BDT that can be paid now; null if nothing can be paid'),
  is_demo: z.boolean().describe('Whether payments are only simulated'),
})

export const paymentsContract = {
  startPayment: {
    summary:
      'Starts an online payment of the balance and returns the URL of the gateway. The guest signs in and sends the reference, or uses the link from the email. A failed payment can be repeated',
    input: z.object({
      ...stayReferenceFields,
      payment: line(128).optional().describe('A payment that is repeated'),
      pay: line(128).optional().describe("The key in a member's payment link, which only allows paying"),
    }),
    response: z.object({ url: z.string() }),
    who: 'stay link',
    limit: { bucket: 'start payment', times: 40, seconds: 3600 },
  },
  getPayment: {
    summary: 'Returns the status of a payment, for guests who return from the gateway',
    input: z.object({ payment: line(128) }),
    response: payment,
    who: 'anyone',
    fresh: true,
    limit: { bucket: 'payment', times: 1_200, seconds: 3600 },
  },
  getOwnReceiptPdf: {
    summary:
      'Returns the receipt of a payment or a refund as a PDF. The guest signs in and sends the reference, or uses the link from the email. After an online payment, the key of the payment is enough',
    input: z.object({
      ...stayReferenceFields,
      receipt: count(1, 2_147_483_647).optional().describe('The receipt of the stay'),
      payment: line(128).optional().describe('The key of an online payment, instead of the stay and the receipt'),
      language: z.enum(languages),
    }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'receipt.pdf' },
    who: 'stay link',
    limit: { bucket: 'receipt', times: 120, seconds: 3600 },
  },
} satisfies Contract

export type PaymentsApi = Client<typeof paymentsContract>
export type PaymentDetails = z.infer<typeof payment>
