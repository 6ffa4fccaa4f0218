import { z } from 'zod'
import type { Client, Contract } from '../platform/contract.ts'
import { count, day, email, ignored, line, paragraphs, phone, requiredLine } from '../platform/fields.ts'
import { pictureShape } from '../platform/pictures.ts'
import { roomShape } from '../rooms/contract.ts'

const adults = () => count(1, 18)
const children = () => count(0, 18)

const freeRoom = roomShape.extend({
  nights: z.int(),
  total: z.number().describe('BDT for the whole stay, VAT included'),
})

const bookingForm = z.object({
  name: requiredLine(100),
  email: email(),
  phone: phone(),
  checkin: day(),
  checkout: day(),
  paymenttype: count(0, 2).describe('0 none chosen, 1 online, 2 offline'),
  adult: adults(),
  child: children(),
  slug: requiredLine(200),
  message: paragraphs(2_000).optional(),
  account_type: ignored(),
  user_id: ignored(),
})

const bookingAnswer = z.object({
  message: z.string(),
  booking_id: z.string(),
  status: z.string(),
  payment_status: z.string(),
  total: z.number(),
})

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
  status: z.string(),
})

const bookingDetails = z.object({
  roomParticular: z.object({
    id: z.string(),
    name: z.string().describe('Who booked'),
    email: z.string(),
    room_name: z.string(),
    bed_name: z.string(),
    checkin: z.iso.date(),
    checkout: z.iso.date(),
    adult: z.int(),
    child: z.int(),
    total_booking_days: z.int(),
    roomPrice: z.number(),
    total: z.number(),
    vat: z.number(),
    status: z.string(),
    payment_status: z.string(),
    roomDescription: z.string(),
  }),
  activeRoomImg: z.array(z.object({ roomImage: z.string(), picture: pictureShape })),
  setting: z.object({ name: z.string(), address: z.string(), email: z.string(), whatsApp: z.string() }),
})

const bookingLimit = { bucket: 'booking', times: 30, seconds: 3600 }

export const bookingsContract = {
  filterBooking: {
    summary: 'The rooms that are free on every night of a stay and large enough',
    input: z.object({ check_in: day(), check_out: day(), adult: adults(), child: children() }),
    answer: z.object({ data: z.array(freeRoom) }),
    who: 'anyone',
  },
  requestGuestBooking: {
    summary: 'Book a room as a guest',
    input: bookingForm,
    answer: bookingAnswer,
    who: 'guest',
    limit: bookingLimit,
  },
  requestBooking: {
    summary: 'Book a room as a member',
    input: bookingForm,
    answer: bookingAnswer,
    who: 'member',
    limit: bookingLimit,
  },
  activeBookingRooms: {
    summary: "The asker's stays, newest first",
    input: z.object({}),
    answer: z.object({ data: z.array(historyItem) }),
    who: 'guest',
  },
  getBookingDetails: {
    summary: "One of the asker's stays",
    input: z.object({ id: line(40) }),
    answer: bookingDetails,
    who: 'guest',
  },
} satisfies Contract

export type BookingsApi = Client<typeof bookingsContract>
export type FreeRoom = z.infer<typeof freeRoom>
export type BookingForm = z.input<typeof bookingForm>
export type HistoryItem = z.infer<typeof historyItem>
