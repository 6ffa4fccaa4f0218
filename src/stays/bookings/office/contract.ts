import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { emailStates } from '#mail/email-state.ts'
import { languages } from '#routes/public.ts'
import { actions } from '#schema/actions.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import { toldTerms } from '../../policies/contract.ts'
import { payments } from '../terms.ts'
import { deskStatuses, views } from './standing.ts'
import { firstSteps } from './steps.ts'

const MAX_OF_PAGE = 50

/** Later versions may add statuses, so the API schema accepts any string. */
const status = () => z.string() as unknown as z.ZodType<BookingStatus, BookingStatus>

/** An amount of money. Null unless the user may see money. */
const amount = () => z.number().nullable().describe('Null for who may not see money')

const guests = { adult: z.int(), child: z.int() }
const waitingRequest = z.object({
  code: z.string(),
  name: z.string(),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int(),
  ...guests,
  total: amount(),
  asked_at: z.iso.datetime(),
  held_until: z.iso.datetime().nullable().describe('Unanswered, it is over then; null where it waits without limit'),
})

const waitingRequests = z.object({
  data: z.array(waitingRequest),
  more: z.string().nullable(),
  waiting: z.int().describe('How many there are in all'),
  begun: z
    .array(z.enum(firstSteps))
    .nullable()
    .describe('Of the first steps those done, where nothing waits and nobody could ask for a room yet; else null'),
})

const listQuery = {
  view: z.enum(views).default('newest'),
  search: line(100)
    .optional()
    .describe('Words of the name, the address or the reference; or the end of a phone number'),
  room: line(100).optional().describe('The slug of a kind of room'),
  from: day().optional().describe('The first day of arrival'),
  until: day().optional().describe('The last day of arrival'),
}

const bookingLine = z.object({
  code: z.string(),
  status: status(),
  stands: z.enum(deskStatuses).describe('Where it stands today, for whoever is at the desk'),
  name: z.string(),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int(),
  ...guests,
  total: amount(),
  asked_at: z.iso.datetime(),
})

const bookings = z.object({
  data: z.array(bookingLine),
  more: z.string().nullable(),
  rooms: z.array(z.object({ slug: z.string(), name: z.string() })).describe('The kinds of room that can be asked for'),
})

const bookingFile = z.object({
  code: z.string(),
  status: status(),
  stands: z.enum(deskStatuses),
  may_be_answered: z.boolean(),
  may_be_cancelled: z.boolean(),
  cancel_fee: amount().describe('What the guest owes by what was agreed, if the company cancels now'),
  cancelling: toldTerms
    .nullable()
    .describe('What was agreed about cancelling; null where that is over, and for who may not see money'),
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
  nights: z.array(z.object({ night: z.iso.date(), price: amount() })),
  total: amount(),
  vat: amount(),
  cancel_cost: amount(),
  ...guests,
  message: z.string(),
  asked_at: z.iso.datetime(),
  is_of_desk: z.boolean().describe('Somebody of the house has booked it, and no guest has asked'),
  held_until: z.iso.datetime().nullable(),
  answer: z.string().describe('The sentence that the company added to its answer'),
  reply_subject: z.string(),
  history: z.array(
    z.object({
      at: z.iso.datetime(),
      what: z.enum(['asked', ...actions]).describe('As the log calls it; the first may be that somebody asked for it'),
      who: z.string().nullable().describe('Null: nobody, the time was over'),
    }),
  ),
  letters: z.array(
    z.object({
      id: z.int(),
      subject: z.string(),
      at: z.iso.datetime().describe('When it was written, or has left'),
      state: z.enum(emailStates),
      text: z.string().nullable().describe('Null where it held a key, and for who may not see money'),
    }),
  ),
  letter_subject: z.string().describe('For a letter of the company, in the language of the guest'),
  others: z
    .array(
      z.object({
        code: z.string(),
        status: status(),
        stands: z.enum(deskStatuses),
        room_name: z.string(),
        checkin: z.iso.date(),
        checkout: z.iso.date(),
      }),
    )
    .describe('Other stays of the same person: of the account, or of the address that was shown to be theirs'),
})

const answer = z.object({
  code: requiredLine(40),
  sentence: paragraphs(500).default('').describe('Added to the letter to the guest'),
})

export const bookingsOfficeContract = {
  getBookings: {
    summary:
      'The stays, as they are looked at: newest, to answer, arriving, in house, past, cancelled; a page at a time',
    input: z.object({
      ...listQuery,
      after: z
        .string()
        .regex(/^\d{1,15}-\d{1,9}$/)
        .optional()
        .describe('What the page before said under more'),
    }),
    answer: bookings,
    who: 'see bookings',
  },
  getBookingsFile: {
    summary: 'The same as a table, all of it',
    input: z.object(listQuery),
    answer: z.unknown(),
    file: 'sent',
    who: 'see bookings',
  },
  getWaitingRequests: {
    summary: 'The requests for a stay that wait for an answer, the first deadline first, a page at a time',
    input: z.object({
      after: z
        .string()
        .regex(/^\d{1,15}-\d{1,9}$/)
        .optional()
        .describe('What the page before said under more'),
      most: count(1, MAX_OF_PAGE).default(MAX_OF_PAGE),
    }),
    answer: waitingRequests,
    who: 'see bookings',
  },
  getBookingFile: {
    summary: 'Everything about a stay: who, what, what was done, and which letters were written',
    input: z.object({ code: line(40) }),
    answer: bookingFile,
    who: 'see bookings',
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
  writeToGuest: {
    summary: 'Write to whoever booked, in the name of the company, to which they answer',
    input: z.object({
      code: requiredLine(40),
      subject: requiredLine(150),
      text: paragraphs(4_000).min(1),
    }),
    answer: bookingFile,
    keyed: true,
    who: 'answer requests',
  },
} satisfies Contract

/** Called from the page of a booking, and carried out by the front desk, which can undo it like its own operations. */
export const cancellingContract = {
  cancelForGuest: {
    summary: 'Cancel a stay in the name of the company. Refused, with what it is now, where there is nothing to cancel',
    input: z.object({
      code: requiredLine(40),
      fee: z.enum(['agreed', 'none']).describe('What was agreed, or nothing'),
      told: z.number().min(0).nullable().default(null).describe('What was shown as its cost: it never costs more'),
      sentence: paragraphs(500).default('').describe('Added to the letter to the guest'),
    }),
    answer: bookingFile.extend({ act: z.int().describe('By which it can be taken back') }),
    who: 'answer requests',
  },
  takeBackCancelling: {
    summary:
      'Take a cancellation back within minutes. Refused where its nights are somebody else’s by now; the guest is told',
    input: z.object({ code: requiredLine(40), act: count(1, 2_147_483_647) }),
    answer: bookingFile,
    who: 'answer requests',
  },
} satisfies Contract

export type BookingsOfficeApi = Client<typeof bookingsOfficeContract> & Client<typeof cancellingContract>
export type Bookings = z.infer<typeof bookings>
export type BookingLine = z.infer<typeof bookingLine>
export type BookingFile = z.infer<typeof bookingFile>
export type WaitingRequest = z.infer<typeof waitingRequest>
export type WaitingRequests = z.infer<typeof waitingRequests>
