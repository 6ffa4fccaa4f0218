import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, email, ignored, line, paragraphs, phone, requiredLine } from '#platform/http/fields.ts'
import { pictureShape } from '#platform/pictures.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import { roomsOfParty } from '../availability/contract.ts'
import { toldTerms } from '../policies/contract.ts'
import { languages } from '#routes/public.ts'
import { payments } from './terms.ts'

const adults = () => count(1, 18)
const children = () => count(0, 18)
/** Later versions may add statuses, so the API schema accepts any string. */
const status = () => z.string() as unknown as z.ZodType<BookingStatus, BookingStatus>
const bookedRooms = roomsOfParty()
  .optional()
  .describe('The rooms of a party that takes several, all or none; slug, adult and child are then those of the first')

const bookingForm = z.object({
  name: requiredLine(100),
  email: email(),
  phone: phone(),
  checkin: day(),
  checkout: day(),
  paymenttype: count(0, 2)
    .describe('0 none chosen, 1 online, 2 offline')
    .transform((number) => payments[number]!),
  adult: adults(),
  child: children(),
  slug: requiredLine(200),
  rooms: bookedRooms,
  message: paragraphs(2_000).default(''),
  again: count(0, 1).default(0).describe('1: yes, another one like the stay they have'),
  account_type: ignored(),
  user_id: ignored(),
})

const cancelling = toldTerms.extend({
  fee: z
    .number()
    .nullable()
    .describe('BDT that it costs to cancel now; null where whoever booked cannot do it, or no longer'),
  terms: z
    .string()
    .nullable()
    .describe('The same in a sentence or a few, and what holds later; null where there is nothing to cancel'),
  no_show: z.number().nullable().describe('BDT that it costs not to come; null where that is over'),
  deposit: z.number().nullable().describe('BDT that are asked for ahead where it is paid online'),
  goes_back: z.number().describe('BDT of what was paid that go back if it is cancelled now'),
  cost: z.number().nullable().describe('BDT that it cost, once it is done'),
  other_dates: z
    .enum(['any', 'more'])
    .nullable()
    .describe('Which other days whoever booked may choose: any, or only more than they have; null: none by themselves'),
})

const money = {
  to_pay: z.number().nullable().describe('BDT that can be paid online now; null where nothing can'),
  paid: z.number().describe('BDT that were received for it, less what goes back'),
  given_back: z.number().describe('BDT that went back of what was received, or are on their way'),
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
  pay_until: z.iso.datetime().nullable().describe('The end of a hold: unpaid, the room is free again from then on'),
  answer_until: z.iso.datetime().nullable().describe('Until when a request keeps the room; null: for good'),
  awaits_proof: z.boolean().describe('Whether it is kept for longer once the link in the letter is opened'),
  next: z.string().describe('What happens next, in a sentence'),
  rooms: z
    .array(z.object({ name: z.string(), adult: z.int(), child: z.int(), total: z.number() }))
    .describe('Each room of the stay, who sleeps in it, and what it costs'),
  follows: z.array(z.string()).describe('And what after that, a sentence each'),
  ...money,
  cancelling,
})
const bookingAnswer = confirmation.extend({ message: z.string() })

const historyItem = z.object({
  booking_id: z.string(),
  roomImage: z.string().nullable(),
  picture: pictureShape.nullable(),
  roomPrice: z.number(),
  name: z.string(),
  slug: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int(),
  total: z.number(),
  status: status(),
  when: z.enum(['upcoming', 'current', 'past', 'cancelled']).describe('Cancelled: whatever came to nothing'),
})

const bookingDetails = z.object({
  roomParticular: z.object({
    id: z.string(),
    name: z.string().describe('Who booked'),
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
    roomPrice: z.number().describe('BDT for a night, on average'),
    total: z.number(),
    vat: z.number(),
    service: z.number().describe('BDT of service charge in the price, beside the VAT'),
    status: status(),
    payment_status: z.string(),
    next: z.string().describe('What happens next, in a sentence'),
    ...money,
    roomDescription: z.string(),
  }),
  cancelling,
  activeRoomImg: z.array(z.object({ roomImage: z.string(), picture: pictureShape })),
  setting: z.object({ name: z.string(), address: z.string(), email: z.string(), whatsApp: z.string() }),
})

const cancelled = z.object({ message: z.string(), status: status(), payment_status: z.string(), fee: z.number() })
const shownFee = () =>
  z.number().min(0).max(1_000_000_000).describe('BDT that the person was told it costs: refused where it is more')

/** Selects a stay by its reference when signed in, or by the link in the email. */
export const whichStay = { id: line(40).optional(), token: line(128).optional() }
export interface WhichStay {
  id?: string | undefined
  token?: string | undefined
}

const bookingLimit = { bucket: 'booking', times: 30, seconds: 3600 }
const linkLimit = { bucket: 'signed-link', times: 120, seconds: 3600 }
const fileLimit = { bucket: 'summary', times: 60, seconds: 3600 }

export const bookingsContract = {
  requestGuestBooking: {
    summary: 'Book a room as a guest',
    input: bookingForm,
    answer: bookingAnswer,
    who: 'book as a guest',
    keyed: true,
    limit: bookingLimit,
  },
  requestBooking: {
    summary: 'Book a room as a member',
    input: bookingForm,
    answer: bookingAnswer,
    who: 'book as a member',
    keyed: true,
    limit: bookingLimit,
  },
  getStay: {
    summary:
      'A stay by the link in its letter: what was booked, what it costs, what happens next, and what it costs to cancel',
    input: z.object({ token: line(128) }),
    answer: confirmation,
    who: 'anyone',
    limit: linkLimit,
  },
  proveStay: {
    summary: 'Show, by the link in its letter, that the address given with a request is read by whoever gave it',
    input: z.object({ token: line(128) }),
    answer: confirmation,
    who: 'anyone',
    limit: linkLimit,
  },
  getStayCalendar: {
    summary: "A stay for a calendar of one's own: by its reference for whoever booked it, or by the link in its letter",
    input: z.object(whichStay),
    answer: z.string(),
    file: { type: 'text/calendar; charset=utf-8', name: 'stay.ics' },
    who: 'whoever booked',
    limit: linkLimit,
  },
  activeBookingRooms: {
    summary: "The asker's stays, newest first",
    input: z.object({}),
    answer: z.object({ data: z.array(historyItem) }),
    who: 'see own stays',
  },
  getBookingDetails: {
    summary: "One of the asker's stays",
    input: z.object({ id: line(40) }),
    answer: bookingDetails,
    who: 'see own stays',
  },
  getBookingSummary: {
    summary:
      'The summary of a stay, as a PDF whose text can be searched and read aloud: by its reference for whoever booked it, or, without their name, by the link in its letter',
    input: z.object({ ...whichStay, language: z.enum(languages).optional() }),
    answer: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'booking-summary.pdf' },
    who: 'whoever booked',
    limit: fileLimit,
  },
  cancelBooking: {
    summary: "Cancel one of the asker's stays. Again, it is answered alike and nothing happens",
    input: z.object({ id: line(40), fee: shownFee() }),
    answer: cancelled,
    who: 'cancel own stays',
  },
  cancelStay: {
    summary: 'Cancel a stay by the link in its letter',
    input: z.object({ token: line(128), fee: shownFee() }),
    answer: cancelled,
    who: 'anyone',
    limit: linkLimit,
  },
} satisfies Contract

export type BookingsApi = Client<typeof bookingsContract>

/** The payment endpoint that the pages of a stay need. */
export interface OnlinePaymentApi {
  startPayment(stay: { id?: string; token?: string }): Promise<{ url: string }>
}

/** The endpoints for changing dates that the pages of a stay need. */
export interface DateChangesApi {
  planDates(newDates: NewDates): Promise<DatesPlan>
  changeDates(form: NewDates & { total: number }): Promise<{ message: string }>
}
type NewDates = { id?: string; token?: string; checkin: string; checkout: string }
export interface DatesPlan {
  checkin: string
  checkout: string
  nights: number
  total: number
  difference: number
  goes_back: number
  terms: string
}
export type BookingForm = z.input<typeof bookingForm>
export type Confirmation = z.infer<typeof confirmation>
export type Cancelling = z.infer<typeof cancelling>
export type HistoryItem = z.infer<typeof historyItem>
export type BookingDetails = z.infer<typeof bookingDetails>
