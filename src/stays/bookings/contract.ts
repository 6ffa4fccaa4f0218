import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, ignored, line, requiredLine } from '#platform/http/fields.ts'
import { pictureSchema } from '#platform/pictures.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import { adults, packageField, partyRooms } from '../availability/contract.ts'
import { termsView } from '../policies/contract.ts'
import { bedSetups } from '../rooms/bed-setups.ts'
import { languages } from '#routes/public.ts'
import { arrivalInput, contactInputs, createOptionalInputs } from './guest-inputs.ts'
import { paymentOptions } from './terms.ts'

const children = () => count(0, 18)
/** Accepts any string as a status, because later versions may add statuses. */
const status = () => z.string() as unknown as z.ZodType<BookingStatus, BookingStatus>
const bed = () =>
  z
    .enum(['', ...bedSetups])
    .default('')
    .describe('The bed set-up that the guest asks for, one of those of the room type. Empty: no preference')
const requestedRooms = partyRooms({ bed: bed() })
  .optional()
  .describe('The rooms of a stay with several rooms, all or none. slug, adult and child then describe the first room')

const bookingForm = z.object({
  ...contactInputs,
  checkin: day(),
  checkout: day(),
  paymenttype: count(0, 2)
    .describe('0: not chosen; 1: online; 2: offline')
    .transform((number) => paymentOptions[number]!),
  adult: adults(),
  child: children(),
  slug: requiredLine(200),
  bed: bed(),
  rooms: requestedRooms,
  package: packageField(),
  ...createOptionalInputs(),
  again: count(0, 1).default(0).describe('1: books the stay although the guest already has a similar one'),
  for_other_guest: count(0, 1)
    .default(0)
    .describe('1: the guest is another person than the caller, even with the same name or email address'),
  account_type: ignored(),
  user_id: ignored(),
})

const cancellationView = termsView.extend({
  fee: z.number().nullable().describe('The fee in BDT for cancelling now; null if the guest cannot cancel online'),
  terms: z.string().nullable().describe('The current and later terms as sentences; null if there is nothing to cancel'),
  no_show: z.number().nullable().describe('The no-show fee in BDT; null when it no longer applies'),
  deposit: z.number().nullable().describe('The deposit in BDT for online payment'),
  refund: z.number().describe('The refund in BDT if the stay is cancelled now'),
  cost: z.number().nullable().describe('The fee in BDT that was charged for the cancellation'),
})

const changeView = z.object({
  allowed: z
    .enum(['any', 'more'])
    .nullable()
    .describe(
      'The changes that the guest can make: any, or only those that do not lower the price; null: the guest cannot change the stay online',
    ),
  locked: z
    .string()
    .nullable()
    .describe('Why the stay cannot be changed online, as a sentence; null: it can be changed, or it is over'),
})

export const bookedRoom = z.object({ name: z.string(), adult: z.int(), child: z.int(), total: z.number() })

const balanceView = z.object({
  due: z.number().describe('The amount in BDT to pay now, online or at the property'),
  due_text: z.string().nullable().describe('Until when the amount due is to be paid, as a sentence; null: no deadline'),
  to_pay: z.number().nullable().describe('The amount in BDT that can be paid online now; null if nothing can be paid'),
  paid: z.number().describe('Payments in BDT, minus refunds'),
  refunded: z.number().describe('Refunds in BDT, including those in progress'),
  invoice_when: z
    .enum(['now', 'once paid', 'after check-out'])
    .describe('When the guest can get the invoice: now, once the stay is fully paid, or after check-out'),
})

/** The guests' choices for a stay, as its pages show them. */
export const stayPreferencesShape = {
  arrival_time: z.string().describe('A full hour, after_midnight, or empty'),
  arrival: z.string().describe('The arrival time as text; empty: unknown'),
  beds: z.string().describe('The requested bed set-ups as text; empty: none'),
  package: z.string().describe('The name of the stay package; empty: none'),
}

const confirmation = z.object({
  booking_id: z.string(),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int(),
  adult: z.int(),
  child: z.int(),
  total: z.number(),
  status: status(),
  payment_status: z.string(),
  pay_until: z.iso.datetime().nullable().describe('The end of the hold. Without payment, the room is released then'),
  answer_until: z.iso
    .datetime()
    .nullable()
    .describe('The deadline until which a request reserves the room; null: no deadline'),
  awaits_verification: z
    .boolean()
    .describe('Whether the reservation is extended when the guest opens the link in the email'),
  next: z.string().describe('The next step, as a sentence'),
  rooms: z.array(bookedRoom).describe('Each room with its guests and its total'),
  ...stayPreferencesShape,
  follows: z.array(z.string()).describe('The steps after that, one sentence each'),
  picture: pictureSchema.nullable().describe('The first picture of the room'),
  ...balanceView.shape,
  cancelling: cancellationView,
  change: changeView,
})
const bookingResponse = confirmation.extend({ message: z.string() })

const historyItem = z.object({
  booking_id: z.string(),
  roomImage: z.string().nullable(),
  picture: pictureSchema.nullable(),
  roomPrice: z.number(),
  name: z.string(),
  slug: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int(),
  total: z.number(),
  status: status(),
  when: z
    .enum(['upcoming', 'current', 'past', 'cancelled'])
    .describe('Cancelled includes all stays that ended without a visit'),
})

const bookingDetails = z.object({
  roomParticular: z.object({
    id: z.string(),
    name: z.string().describe('The guest who booked'),
    email: z.string(),
    room_name: z.string(),
    slug: z.string(),
    bed_name: z.string(),
    checkin: z.iso.date(),
    checkout: z.iso.date(),
    check_in_from: z.string(),
    check_out_until: z.string(),
    adult: z.int(),
    child: z.int(),
    total_booking_days: z.int(),
    nights: z.array(z.object({ night: z.iso.date(), price: z.number() })),
    roomPrice: z.number().describe('The average price per night in BDT'),
    total: z.number(),
    vat: z.number(),
    service: z.number().describe('Service charge in BDT, included in the price in addition to the VAT'),
    status: status(),
    payment_status: z.string(),
    next: z.string().describe('The next step, as a sentence'),
    ...stayPreferencesShape,
    ...balanceView.shape,
    roomDescription: z.string(),
  }),
  cancelling: cancellationView,
  change: changeView,
  activeRoomImg: z.array(z.object({ roomImage: z.string(), picture: pictureSchema })),
  setting: z.object({ name: z.string(), address: z.string(), email: z.string(), whatsApp: z.string() }),
})

const cancellationResult = z.object({
  message: z.string(),
  status: status(),
  payment_status: z.string(),
  fee: z.number(),
})
const shownFee = () =>
  z
    .number()
    .min(0)
    .max(1_000_000_000)
    .describe('The fee in BDT that the guest saw. The request is rejected if the fee is higher')

/** Selects a stay by its reference when signed in, or by the link in the email. */
export const stayReferenceFields = { id: line(40).optional(), token: line(128).optional() }
export interface StayReference {
  id?: string | undefined
  token?: string | undefined
}

const bookingLimit = { bucket: 'booking', times: 30, seconds: 3600 }
const linkLimit = { bucket: 'signed-link', times: 120, seconds: 3600 }
const fileRateLimit = { bucket: 'summary', times: 60, seconds: 3600 }

export const bookingsContract = {
  requestGuestBooking: {
    summary: 'Books a room as a guest',
    input: bookingForm,
    response: bookingResponse,
    who: 'book as a guest',
    keyed: true,
    limit: bookingLimit,
  },
  requestBooking: {
    summary: 'Books a room as a member',
    input: bookingForm,
    response: bookingResponse,
    who: 'book as a member',
    keyed: true,
    limit: bookingLimit,
  },
  getStay: {
    summary: 'Returns a stay for the link from the email: rooms, price, next steps and cancellation terms',
    input: z.object({ token: line(128) }),
    response: confirmation,
    who: 'anyone',
    limit: linkLimit,
  },
  verifyStay: {
    summary: 'Verifies the email address of a request with the link from the email',
    input: z.object({ token: line(128) }),
    response: confirmation,
    who: 'anyone',
    limit: linkLimit,
  },
  getStayCalendar: {
    summary:
      'Returns a stay as a calendar file. The guest signs in and sends the reference, or uses the link from the email',
    input: z.object(stayReferenceFields),
    response: z.string(),
    file: { type: 'text/calendar; charset=utf-8', name: 'stay.ics' },
    who: 'stay link',
    limit: linkLimit,
  },
  activeBookingRooms: {
    summary: 'Lists the stays of the caller, newest first',
    input: z.object({}),
    response: z.object({ data: z.array(historyItem) }),
    who: 'see own stays',
  },
  getBookingDetails: {
    summary: 'Returns one stay of the caller',
    input: z.object({ id: line(40) }),
    response: bookingDetails,
    who: 'see own stays',
  },
  getBookingSummary: {
    summary:
      'Returns the summary of a stay as an accessible, searchable PDF. The guest signs in and sends the reference, or uses the link from the email. With the link, the PDF does not contain the name',
    input: z.object({ ...stayReferenceFields, language: z.enum(languages).optional() }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'booking-summary.pdf' },
    who: 'stay link',
    limit: fileRateLimit,
  },
  changeArrivalTime: {
    summary:
      'Changes the arrival time of a stay before arrival. The guest signs in and sends the reference, or uses the link from the email',
    input: z.object({ ...stayReferenceFields, arrival_time: arrivalInput() }),
    response: z.object({ message: z.string(), arrival_time: z.string() }),
    who: 'stay link',
    limit: linkLimit,
  },
  cancelBooking: {
    summary: 'Cancels a stay of the caller. A repeated request has no effect and gets the same response',
    input: z.object({ id: line(40), fee: shownFee() }),
    response: cancellationResult,
    who: 'cancel own stays',
  },
  cancelStay: {
    summary: 'Cancels a stay with the link from the email',
    input: z.object({ token: line(128), fee: shownFee() }),
    response: cancellationResult,
    who: 'anyone',
    limit: linkLimit,
  },
} satisfies Contract

export type BookingsApi = Client<typeof bookingsContract>

/** The payment endpoint that the pages of a stay need. */
export interface OnlinePaymentApi {
  startPayment(stay: { id?: string; token?: string }): Promise<{ url: string }>
}

export type BookingForm = z.input<typeof bookingForm>
export type StayPreferencesView = Pick<Confirmation, keyof typeof stayPreferencesShape>
export type BalanceView = z.infer<typeof balanceView>
export type BookedRoom = z.infer<typeof bookedRoom>
export type Confirmation = z.infer<typeof confirmation>
export type Cancelling = z.infer<typeof cancellationView>
export type ChangeView = z.infer<typeof changeView>
export type HistoryItem = z.infer<typeof historyItem>
export type BookingDetails = z.infer<typeof bookingDetails>
