import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, requiredLine } from '#platform/http/fields.ts'
import { doubleBookingShape } from '../../desk/today/contract.ts'
import { calendarErrors } from '../calendar-errors.ts'

const id = () => count(1, 2_147_483_647)

const feed = z.object({
  id: z.int(),
  address: z.string().nullable().describe('The secret address; null if it can no longer be decrypted'),
  made_at: z.iso.datetime(),
  read_at: z.iso.datetime().nullable().describe('When the address was last fetched'),
})
const source = z.object({
  id: z.int(),
  name: z.string(),
  host: z.string().describe('The host of the calendar address. The full address is secret'),
  good_at: z.iso.datetime().nullable().describe('When the calendar was last read successfully'),
  asked_at: z.iso.datetime().nullable(),
  next_at: z.iso.datetime(),
  fault: z.enum(calendarErrors).nullable().describe('The error of the last fetch'),
  detail: z.string(),
  stale: z.boolean(),
  events: z.int().describe('The number of events with future nights'),
  conflicts: z.int().describe('The number of these events that overlap with stays booked here'),
  feed: feed.nullable().describe('The feed for this source, without the events that were imported from it'),
})
const calendars = z.object({
  can_seal: z.boolean().describe('Whether the server has a key for encrypting addresses'),
  double_bookings: z
    .array(doubleBookingShape)
    .describe('Double bookings; empty for callers without the permission to run the desk'),
  data: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      feed: feed.nullable(),
      units: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          active: z.boolean(),
          feed: feed.nullable(),
          sources: z.array(source),
        }),
      ),
    }),
  ),
})

export const calendarsContract = {
  getCalendars: {
    summary: 'Lists the calendars of rooms and units: the exported feeds and the imported calendars',
    input: z.object({}),
    response: calendars,
    who: 'change rooms',
  },
  createCalendarAddress: {
    summary: 'Creates a secret calendar address for a room or a unit. Other systems read its unavailable nights there',
    input: z.object({ room: id(), unit: count(0, 2_147_483_647).default(0) }),
    response: calendars,
    who: 'change rooms',
  },
  renewCalendarAddress: {
    summary: 'Replaces a secret calendar address. The old address stops working immediately',
    input: z.object({ id: id() }),
    response: calendars,
    who: 'change rooms',
  },
  revokeCalendarAddress: {
    summary: 'Revokes a calendar address',
    input: z.object({ id: id() }),
    response: calendars,
    who: 'change rooms',
  },
  addCalendar: {
    summary: 'Adds an external calendar of a unit. It is read regularly from now on',
    input: z.object({ unit: id(), name: requiredLine(40), address: requiredLine(2_000) }),
    response: calendars,
    who: 'change rooms',
    limit: { bucket: 'read calendar', times: 30, seconds: 600 },
  },
  readCalendarNow: {
    summary: 'Reads an external calendar immediately',
    input: z.object({ id: id() }),
    response: calendars,
    who: 'change rooms',
    limit: { bucket: 'read calendar', times: 30, seconds: 600 },
  },
  removeCalendar: {
    summary: 'Removes an external calendar. The nights that it closed become available again',
    input: z.object({ id: id() }),
    response: calendars,
    who: 'change rooms',
  },
} satisfies Contract

export type CalendarsApi = Client<typeof calendarsContract>
export type Calendars = z.infer<typeof calendars>
export type RoomCalendars = Calendars['data'][number]
export type UnitCalendars = RoomCalendars['units'][number]
export type CalendarSource = UnitCalendars['sources'][number]
export type CalendarFeed = z.infer<typeof feed>
