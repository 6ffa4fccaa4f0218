import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, requiredLine } from '#platform/http/fields.ts'
import { soldTwiceShape } from '../../desk/today/contract.ts'
import { faults } from '../faults.ts'

const id = () => count(1, 2_147_483_647)

const feed = z.object({
  id: z.int(),
  address: z.string().nullable().describe('The secret address; null where it cannot be shown any more'),
  made_at: z.iso.datetime(),
  read_at: z.iso.datetime().nullable().describe('When somebody read there last'),
})
const source = z.object({
  id: z.int(),
  name: z.string(),
  host: z.string().describe('Of its address, which is a secret of theirs'),
  good_at: z.iso.datetime().nullable().describe('When it was read well the last time'),
  asked_at: z.iso.datetime().nullable(),
  next_at: z.iso.datetime(),
  fault: z.enum(faults).nullable().describe('What went wrong when it was asked last'),
  detail: z.string(),
  stale: z.boolean(),
  events: z.int().describe('So many of its events hold nights to come'),
  clashes: z.int().describe('And so many of these are sold here as well'),
  feed: feed.nullable().describe('Where it reads what is sold here, without what came from it'),
})
const calendars = z.object({
  can_seal: z.boolean().describe('Whether addresses can be kept: the server has a key'),
  sold_twice: z.array(soldTwiceShape).describe('For who runs the desk; for all others none'),
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
    summary: 'The calendars of rooms and units: where others read them, and which are read here',
    input: z.object({}),
    answer: calendars,
    who: 'change rooms',
  },
  giveCalendarAddress: {
    summary: 'Give a room, or a unit of it, a secret address at which others read when it is not to be had',
    input: z.object({ room: id(), unit: count(0, 2_147_483_647).default(0) }),
    answer: calendars,
    who: 'change rooms',
  },
  renewCalendarAddress: {
    summary: 'Another secret address in the place of one; the old one leads nowhere from then on',
    input: z.object({ id: id() }),
    answer: calendars,
    who: 'change rooms',
  },
  endCalendarAddress: {
    summary: 'Nobody reads there any more',
    input: z.object({ id: id() }),
    answer: calendars,
    who: 'change rooms',
  },
  addCalendar: {
    summary: 'Read the calendar of somebody else who sells a unit, from now on',
    input: z.object({ unit: id(), name: requiredLine(40), address: requiredLine(2_000) }),
    answer: calendars,
    who: 'change rooms',
    limit: { bucket: 'read calendar', times: 30, seconds: 600 },
  },
  tryCalendar: {
    summary: 'Read a calendar now',
    input: z.object({ id: id() }),
    answer: calendars,
    who: 'change rooms',
    limit: { bucket: 'read calendar', times: 30, seconds: 600 },
  },
  removeCalendar: {
    summary: 'Read a calendar no more: what it closed can be had again',
    input: z.object({ id: id() }),
    answer: calendars,
    who: 'change rooms',
  },
} satisfies Contract

export type CalendarsApi = Client<typeof calendarsContract>
export type Calendars = z.infer<typeof calendars>
export type RoomCalendars = Calendars['data'][number]
export type UnitCalendars = RoomCalendars['units'][number]
export type CalendarSource = UnitCalendars['sources'][number]
export type CalendarFeed = z.infer<typeof feed>
