import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { day } from '#platform/http/fields.ts'
import { bookingSources } from '#schema/bookings.ts'
import { sheetNames } from '../sheet-names.ts'
import { comparisons, DEFAULT_COMPARISON, periods } from '../period.ts'

/** An amount in BDT, or null for staff who may not see money. */
export const amount = () => z.number().nullable().describe('BDT; null if the caller may not see money')

const soldFields = {
  sold: z.int().describe('Room nights that were sold or are booked for the future'),
  paid: z.int().describe('The sold nights that are not free of charge'),
  net: amount(),
  vat: amount(),
}
const unitFields = {
  units: z.int().describe('All units on these nights, including closed ones'),
  closed: z.int(),
}
const waitingField = { waiting: z.int().describe('Nights of unanswered requests. No other figure includes them') }
const groupsFrom = (from: string) => z.array(z.object({ from: z.int().describe(from), times: z.int() }))
const spread = { mean: z.number().nullable(), median: z.number().nullable(), stays: z.int() }
const answeredCounts = z.object({
  received: z.int(),
  answered: z.int(),
  hours: z.number().nullable().describe('The median number of whole hours until the first answer'),
  parts: groupsFrom('Whole hours until the first answer'),
})

const propertyFigures = z.object({
  from: z.iso.date(),
  until: z.iso.date().describe('The last night'),
  all: z.object({ ...soldFields, ...unitFields, ...waitingField }),
  nights: z.array(z.object({ night: z.iso.date(), ...soldFields, ...unitFields, ...waitingField })),
  rooms: z.array(z.object({ slug: z.string(), name: z.string(), ...soldFields, ...unitFields })),
  sources: z.array(z.object({ source: z.enum(bookingSources), ...soldFields })),
  countries: z.array(
    z.object({ country: z.string().describe('A two-letter country code; empty if unknown'), ...soldFields }),
  ),
  length_of_stay: z.object({ ...spread, parts: groupsFrom('Nights') }),
  lead_time: z.object({ ...spread, parts: groupsFrom('Days before the arrival') }),
  ended: z.object({
    made: z.int(),
    made_and_cancelled: z.int(),
    cancelled: z.int(),
    no_shows: z.int(),
    cancel_fees: amount(),
    no_show_fees: amount(),
  }),
  enquiries: answeredCounts.extend({
    quoted: z.int().describe('Enquiries with a quotation that was sent by now'),
    won: z.int().describe('Quoted enquiries that ended in an order'),
  }),
  messages: answeredCounts,
  offers: z.object({
    sent: z.int().describe('Quotations that were first sent in this period'),
    won: z.int(),
    lost: z.int(),
    open: z.int(),
    days: z.number().nullable().describe('The median number of days until a quotation was won or lost'),
    amounts: z
      .array(z.object({ currency: z.enum(['USD', 'BDT']), sent: z.int(), won: z.int() }))
      .nullable()
      .describe('In hundredths of the currency unit; null if the caller may not see money'),
  }),
})

const figures = z.object({ today: z.iso.date(), now: propertyFigures, before: propertyFigures.nullable() })

export const figuresQuery = z.object({
  period: z.enum(periods).default('month'),
  from: day().optional().describe('With `own`: the first night'),
  until: day().optional().describe('With `own`: the last night'),
  compare: z.enum(comparisons).default(DEFAULT_COMPARISON),
  compare_from: day().optional().describe('With `own`: the first night of the comparison'),
})

const snapshot = z
  .object({ rooms: z.int(), net: amount(), vat: amount() })
  .nullable()
  .describe('Null: there is no snapshot of the bookings for that day')
const snapshots = { upto: snapshot, since: snapshot, before: snapshot }

const books = z.object({
  today: z.iso.date(),
  upto: z.iso.date(),
  since: z.iso.date(),
  before: z.iso.date().nullable().describe('The day equally far ahead of the compared nights'),
  taken: z.object({ upto: z.boolean(), since: z.boolean(), before: z.boolean() }),
  missed: z
    .array(z.object({ from: z.iso.date(), until: z.iso.date() }))
    .describe('Days of the last weeks without a snapshot'),
  all: z.object(snapshots),
  nights: z.array(z.object({ night: z.iso.date(), compared: z.iso.date().nullable(), ...snapshots })),
  rooms: z.array(z.object({ slug: z.string(), name: z.string(), ...snapshots })),
})

const booksQuery = figuresQuery.extend({
  since: day().optional().describe('The earlier day; a week before the later one by default'),
  upto: day().optional().describe('The later day; today by default'),
})

export const figuresContract = {
  getFigures: {
    summary: 'Returns the sales of a period by night, room, source and country, next to a comparison period',
    input: figuresQuery,
    response: figures,
    who: 'see figures',
  },
  getFiguresFile: {
    summary: 'Exports one of these figures as a table, next to the comparison period',
    input: figuresQuery.extend({ sheet: z.enum(sheetNames).default('nights') }),
    response: z.unknown(),
    file: 'sent',
    who: 'see figures',
  },
  getOnTheBooks: {
    summary:
      'Returns the bookings on the books at the start of a day, compared with an earlier day and with other nights at the same lead time',
    input: booksQuery,
    response: books,
    who: 'see figures',
  },
  getOnTheBooksFile: {
    summary: 'Exports the bookings on the books, night by night, as a table',
    input: booksQuery,
    response: z.unknown(),
    file: 'sent',
    who: 'see figures',
  },
} satisfies Contract

export type FiguresApi = Client<typeof figuresContract>
export type Figures = z.infer<typeof figures>
export type Books = z.infer<typeof books>
export type PropertyFiguresView = z.infer<typeof propertyFigures>
export type SoldLine = Pick<PropertyFiguresView['all'], 'sold' | 'paid' | 'net' | 'vat'>
