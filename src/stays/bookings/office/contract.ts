import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { emailStates } from '#mail/email-state.ts'
import { languages } from '#routes/public.ts'
import { actions } from '#schema/actions.ts'
import type { BookingStatus, PaymentStatus } from '#schema/bookings.ts'
import { termsView } from '../../policies/contract.ts'
import { contactFields, optionalFields } from '../guest-fields.ts'
import { createTextOutputs } from '../guest-inputs.ts'
import { paymentOptions } from '../terms.ts'
import { stayPreferencesShape } from '../contract.ts'
import { deskStatuses, bookingViews } from './desk-status.ts'
import { firstSteps } from './steps.ts'

const MAX_PER_PAGE = 50

/** Accepts any string as a status, because later versions may add statuses. */
export const bookingStatus = () => z.string() as unknown as z.ZodType<BookingStatus, BookingStatus>

/** Accepts any string, as `bookingStatus` does. */
const paymentStatus = () => z.string() as unknown as z.ZodType<PaymentStatus, PaymentStatus>

/** An amount of money. Null unless the user may see money. */
const amount = () => z.number().nullable().describe('Null if the caller may not see money')

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
  held_until: z.iso.datetime().nullable().describe('When an unanswered request expires; null: never'),
})

const waitingRequests = z.object({
  data: z.array(waitingRequest),
  more: z.string().nullable(),
  waiting: z.int().describe('The total number of requests'),
  begun: z
    .array(z.enum(firstSteps))
    .nullable()
    .describe(
      'The completed setup steps, if no requests are waiting and no room could be requested yet; otherwise null',
    ),
})

const listQuery = {
  view: z.enum(bookingViews).default('newest'),
  search: line(100)
    .optional()
    .describe('Words of the name, address or reference, or the last digits of a phone number'),
  room: line(100).optional().describe('The slug of a room type'),
  from: day().optional().describe('The first arrival day'),
  until: day().optional().describe('The last arrival day'),
}

const bookingLine = z.object({
  code: z.string(),
  status: bookingStatus(),
  desk_status: z.enum(deskStatuses).describe('The status today, as the desk sees it'),
  name: z.string(),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int(),
  ...guests,
  total: amount(),
  payment: paymentStatus().nullable().describe('Null while nothing is to be paid, or if the caller may not see money'),
  units: z.array(z.string()).describe('The names of the assigned units'),
  asked_at: z.iso.datetime(),
})

const bookings = z.object({
  data: z.array(bookingLine),
  more: z.string().nullable(),
  rooms: z.array(z.object({ slug: z.string(), name: z.string() })).describe('The room types for the filter'),
})

const bookingRecord = z.object({
  code: z.string(),
  status: bookingStatus(),
  desk_status: z.enum(deskStatuses),
  can_be_answered: z.boolean(),
  is_email_confirmed: z.boolean().describe('Whether the guest has opened the link in the email, or has paid'),
  free: z
    .array(z.object({ room_name: z.string(), units: z.int() }))
    .nullable()
    .describe('For a request that can be answered: the units of each room type that stay free beside it'),
  can_be_cancelled: z.boolean(),
  cancel_fee: amount().describe('The agreed fee if the company cancels now'),
  cancelling: termsView
    .nullable()
    .describe('The agreed cancellation terms; null if they no longer apply, or if the caller may not see money'),
  payment: z.enum(paymentOptions),
  payment_status: z.string(),
  ...createTextOutputs(contactFields),
  language: z.enum(languages).describe('The language of the request and of the emails'),
  guest_id: z.int().describe('The ID of the guest as a person'),
  has_account: z.boolean().describe('Whether the guest is a member'),
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
  ...createTextOutputs(optionalFields),
  ...stayPreferencesShape,
  asked_at: z.iso.datetime(),
  is_of_desk: z.boolean().describe('Whether the desk booked the stay, not the guest'),
  held_until: z.iso.datetime().nullable(),
  answer: z.string().describe('The message that the company added to its response'),
  reply_subject: z.string(),
  history: z.array(
    z.object({
      at: z.iso.datetime(),
      what: z
        .enum(['asked', ...actions])
        .describe('The action as in the audit log. The first entry can be the request itself'),
      who: z.string().nullable().describe('Null: nobody, the request expired'),
    }),
  ),
  emails: z.array(
    z.object({
      id: z.int(),
      subject: z.string(),
      at: z.iso.datetime().describe('When the email was written or sent'),
      state: z.enum(emailStates),
      text: z
        .string()
        .nullable()
        .describe('Null if the email contained a secret link, or if the caller may not see money'),
    }),
  ),
  email_subject: z.string().describe('The subject for an email by staff, in the language of the guest'),
  others: z
    .array(
      z.object({
        code: z.string(),
        status: bookingStatus(),
        desk_status: z.enum(deskStatuses),
        room_name: z.string(),
        checkin: z.iso.date(),
        checkout: z.iso.date(),
      }),
    )
    .describe('Other stays of the same account or of the same verified email address'),
})

const answerForm = z.object({
  code: requiredLine(40),
  message: paragraphs(500).default('').describe('A message for the email to the guest'),
})

export const bookingsOfficeContract = {
  getBookings: {
    summary: 'Lists stays by view, in pages: newest, to answer, arriving, in house, past, cancelled',
    input: z.object({
      ...listQuery,
      after: z
        .string()
        .regex(/^\d{1,15}-\d{1,9}$/)
        .optional()
        .describe('`more` of the previous page'),
    }),
    response: bookings,
    who: 'see bookings',
  },
  getBookingsFile: {
    summary: 'Exports all matching stays as a table',
    input: z.object(listQuery),
    response: z.unknown(),
    file: 'sent',
    who: 'see bookings',
  },
  getWaitingRequests: {
    summary: 'Lists the requests that wait for a response, earliest deadline first, in pages',
    input: z.object({
      after: z
        .string()
        .regex(/^\d{1,15}-\d{1,9}$/)
        .optional()
        .describe('`more` of the previous page'),
      most: count(1, MAX_PER_PAGE).default(MAX_PER_PAGE),
    }),
    response: waitingRequests,
    who: 'see bookings',
  },
  getBookingRecord: {
    summary: 'Returns all details of a stay: guest, rooms, history and emails',
    input: z.object({ code: line(40) }),
    response: bookingRecord,
    who: 'see bookings',
  },
  confirmRequest: {
    summary: 'Confirms a request. If it no longer waits for a response, the error contains its current state',
    input: answerForm,
    response: bookingRecord,
    who: 'answer requests',
  },
  declineRequest: {
    summary: 'Declines a request. If it no longer waits for a response, the error contains its current state',
    input: answerForm,
    response: bookingRecord,
    who: 'answer requests',
  },
  emailGuest: {
    summary: 'Emails the guest in the name of the company. Replies go to the company',
    input: z.object({
      code: requiredLine(40),
      subject: requiredLine(150),
      text: paragraphs(4_000).min(1),
    }),
    response: bookingRecord,
    keyed: true,
    who: 'answer requests',
  },
} satisfies Contract

/**
 * The endpoints for cancelling that the page of a booking calls. The front desk implements them, and can undo them like
 * its own operations.
 */
export const cancellingContract = {
  cancelStayByStaff: {
    summary: 'Cancels a stay for the company. If there is nothing to cancel, the error contains its current state',
    input: z.object({
      code: requiredLine(40),
      fee: z.enum(['agreed', 'none']).describe('Charges the agreed fee, or nothing'),
      shown_fee: z
        .number()
        .min(0)
        .nullable()
        .default(null)
        .describe('The fee that the caller saw. The charged fee is never higher'),
      message: paragraphs(500).default('').describe('A message for the email to the guest'),
    }),
    response: bookingRecord.extend({ operation_id: z.int().describe('The ID for undoing the cancellation') }),
    who: 'answer requests',
  },
  undoCancellation: {
    summary: 'Undoes a cancellation within minutes and notifies the guest. It fails if the nights have been sold again',
    input: z.object({ code: requiredLine(40), operation_id: count(1, 2_147_483_647) }),
    response: bookingRecord,
    who: 'answer requests',
  },
} satisfies Contract

export type BookingsOfficeApi = Client<typeof bookingsOfficeContract> & Client<typeof cancellingContract>
export type Bookings = z.infer<typeof bookings>
export type BookingLine = z.infer<typeof bookingLine>
export type BookingRecord = z.infer<typeof bookingRecord>
export type WaitingRequest = z.infer<typeof waitingRequest>
export type WaitingRequests = z.infer<typeof waitingRequests>
