import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, requiredLine } from '#platform/http/fields.ts'
import { bookingStatus } from '../bookings/office/contract.ts'
import { deskStatuses } from '../bookings/office/desk-status.ts'

const id = () => count(1, 2_147_483_647)

/** The customer of a stay, as the API shows it. */
export const customerOfStay = () =>
  z
    .object({
      id: z.int(),
      name: z.string(),
      pays_later: z.boolean().describe('Whether its payment terms give it days to pay a bill'),
    })
    .nullable()
    .describe('The customer for whom the guest travels, and to whom the stay can be billed')

const stay = z.object({
  code: z.string(),
  name: z.string(),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  status: bookingStatus(),
  desk_status: z.enum(deskStatuses),
})

export const customerStaysContract = {
  getCustomerStays: {
    summary: 'Lists the stays of the guests of a customer, latest arrival first, in pages',
    input: z.object({
      id: id(),
      after: z
        .string()
        .regex(/^\d{1,7}-\d{1,10}$/)
        .optional(),
    }),
    response: z.object({ data: z.array(stay), more: z.string().nullable() }),
    who: 'see bookings',
  },
  setStayCustomer: {
    summary: 'Sets or removes the customer for whom the guest of a stay travels. Prices and payments stay the same',
    input: z.object({ code: requiredLine(40), customer: id().nullable() }),
    response: z.object({}),
    who: 'run the desk',
  },
} satisfies Contract

export type CustomerStaysApi = Client<typeof customerStaysContract>
export type CustomerOfStay = z.infer<ReturnType<typeof customerOfStay>>
export type StayOfCustomer = z.infer<typeof stay>
