import { z } from 'zod'
import type { Client, Contract } from '../../platform/contract.ts'
import { line, paragraphs, requiredLine } from '../../platform/http/fields.ts'
import { languages } from '../../urls.ts'
import type { BookingStatus } from '../../tables/bookings.ts'
import { payments } from '../terms.ts'

/** Others may come: to the wire it is a word like others. */
const status = () => z.string() as unknown as z.ZodType<BookingStatus, BookingStatus>

const guests = { adult: z.int(), child: z.int() }
const waitingRequest = z.object({
  code: z.string(),
  name: z.string(),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int(),
  ...guests,
  total: z.number(),
  asked_at: z.iso.datetime(),
  held_until: z.iso.datetime().nullable().describe('Unanswered, it is over then; null where it waits without limit'),
})

const bookingFile = z.object({
  code: z.string(),
  status: status(),
  may_be_answered: z.boolean(),
  payment: z.enum(payments),
  payment_status: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  language: z.enum(languages).describe('In which it was asked, and is answered'),
  has_account: z.boolean(),
  room_name: z.string(),
  bed_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  check_in_from: z.string(),
  check_out_until: z.string(),
  nights: z.array(z.object({ night: z.iso.date(), price: z.number() })),
  total: z.number(),
  vat: z.number(),
  cancel_cost: z.number().nullable(),
  ...guests,
  message: z.string(),
  asked_at: z.iso.datetime(),
  held_until: z.iso.datetime().nullable(),
  answer: z.string().describe('The sentence that the company added to its answer'),
  reply_subject: z.string(),
  history: z.array(
    z.object({
      at: z.iso.datetime(),
      what: z.enum(['asked', 'confirmed', 'declined', 'cancelled', 'expired']),
      who: z.string().nullable().describe('Null: nobody, the time was over'),
    }),
  ),
  letters: z.array(
    z.object({
      subject: z.string(),
      at: z.iso.datetime().describe('When it was written, or has left'),
      state: z.enum(['sent', 'waiting', 'withheld']),
    }),
  ),
})

const answer = z.object({
  code: requiredLine(40),
  sentence: paragraphs(500).default('').describe('Added to the letter to the guest'),
})

export const bookingsOfficeContract = {
  getWaitingRequests: {
    summary: 'The requests for a stay that wait for an answer, the first deadline first, a page at a time',
    input: z.object({
      after: z
        .string()
        .regex(/^\d{1,15}-\d{1,9}$/)
        .optional()
        .describe('What the page before said under more'),
    }),
    answer: z.object({
      data: z.array(waitingRequest),
      more: z.string().nullable(),
      waiting: z.int().describe('How many there are in all'),
    }),
    who: 'answer requests',
  },
  getBookingFile: {
    summary: 'Everything about a stay: who, what, what was done, and which letters were written',
    input: z.object({ code: line(40) }),
    answer: bookingFile,
    who: 'answer requests',
  },
  confirmRequest: {
    summary: 'Confirm a stay that waits for an answer. Refused, with what it is now, where it does not',
    input: answer,
    answer: bookingFile,
    who: 'answer requests',
  },
  declineRequest: {
    summary: 'Decline a stay that waits for an answer. Refused, with what it is now, where it does not',
    input: answer,
    answer: bookingFile,
    who: 'answer requests',
  },
} satisfies Contract

export type BookingsOfficeApi = Client<typeof bookingsOfficeContract>
export type BookingFile = z.infer<typeof bookingFile>
export type WaitingRequest = z.infer<typeof waitingRequest>
