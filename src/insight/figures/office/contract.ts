import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { day } from '#platform/http/fields.ts'
import { sheetNames, sources } from '../parts.ts'
import { comparisons, periods } from '../period.ts'

/** An amount in BDT, or null for staff without the money right. */
export const amount = () => z.number().nullable().describe('BDT; null for who may not see money')

const soldFields = {
  sold: z.int().describe('Nights that were sold, or are on the books'),
  paid: z.int().describe('Those of them that cost something'),
  net: amount(),
  vat: amount(),
}
const unitFields = {
  units: z.int().describe('Units that there were on these nights, those that were closed among them'),
  closed: z.int(),
}
const waitingField = { waiting: z.int().describe('Nights of requests that wait for an answer; in no other figure') }
const groupsFrom = (from: string) => z.array(z.object({ from: z.int().describe(from), times: z.int() }))
const spread = { mean: z.number().nullable(), median: z.number().nullable(), stays: z.int() }
const answered = z.object({
  came: z.int(),
  answered: z.int(),
  hours: z.number().nullable().describe('Whole hours until the first answer, in the median'),
  parts: groupsFrom('Whole hours until the first answer'),
})

const propertyFigures = z.object({
  from: z.iso.date(),
  until: z.iso.date().describe('The last night'),
  all: z.object({ ...soldFields, ...unitFields, ...waitingField }),
  nights: z.array(z.object({ night: z.iso.date(), ...soldFields, ...unitFields, ...waitingField })),
  rooms: z.array(z.object({ slug: z.string(), name: z.string(), ...soldFields, ...unitFields })),
  sources: z.array(z.object({ source: z.enum(sources), ...soldFields })),
  countries: z.array(z.object({ country: z.string().describe('Two letters; empty where nobody said'), ...soldFields })),
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
  enquiries: answered.extend({
    quoted: z.int().describe('Those for which a quotation was sent by now'),
    won: z.int().describe('Those of them that ended in an order'),
  }),
  messages: answered,
  offers: z.object({
    sent: z.int().describe('Quotations that were first sent in these days'),
    won: z.int(),
    lost: z.int(),
    open: z.int(),
    days: z.number().nullable().describe('Until it was won or lost, in the median'),
    amounts: z
      .array(z.object({ currency: z.enum(['USD', 'BDT']), sent: z.int(), won: z.int() }))
      .nullable()
      .describe('In hundredths; null for who may not see money'),
  }),
})

const figures = z.object({ today: z.iso.date(), now: propertyFigures, before: propertyFigures.nullable() })

export const figuresQuery = z.object({
  period: z.enum(periods).default('month'),
  from: day().optional().describe('With `own`: the first night'),
  until: day().optional().describe('With `own`: the last night'),
  compare: z.enum(comparisons).default('year'),
  compare_from: day().optional().describe('With `own`: the first night to compare with'),
})

const snapshot = z
  .object({ rooms: z.int(), net: amount(), vat: amount() })
  .nullable()
  .describe('Null: what was on the books as that day began was not taken')
const snapshots = { upto: snapshot, since: snapshot, before: snapshot }

const books = z.object({
  today: z.iso.date(),
  upto: z.iso.date(),
  since: z.iso.date(),
  before: z.iso.date().nullable().describe('The day that is as far ahead of the nights one compares with'),
  taken: z.object({ upto: z.boolean(), since: z.boolean(), before: z.boolean() }),
  missed: z
    .array(z.object({ from: z.iso.date(), until: z.iso.date() }))
    .describe('Of the last weeks those on which nobody took what was on the books'),
  all: z.object(snapshots),
  nights: z.array(z.object({ night: z.iso.date(), compared: z.iso.date().nullable(), ...snapshots })),
  rooms: z.array(z.object({ slug: z.string(), name: z.string(), ...snapshots })),
})

const booksQuery = figuresQuery.extend({
  since: day().optional().describe('The earlier day; without it a week before the later one'),
  upto: day().optional().describe('The later day; without it today'),
})

export const figuresContract = {
  getFigures: {
    summary: 'What the house sold in some days, by night, room, source and country, beside other days',
    input: figuresQuery,
    answer: figures,
    who: 'see figures',
  },
  getFiguresFile: {
    summary: 'Some of the same as a table for other programs, beside what they are compared with',
    input: figuresQuery.extend({ sheet: z.enum(sheetNames).default('nights') }),
    answer: z.unknown(),
    file: 'sent',
    who: 'see figures',
  },
  getBooks: {
    summary:
      'What was on the books for some nights as a day began, beside an earlier day and beside other nights as far ahead',
    input: booksQuery,
    answer: books,
    who: 'see figures',
  },
  getBooksFile: {
    summary: 'The same night by night, as a table for other programs',
    input: booksQuery,
    answer: z.unknown(),
    file: 'sent',
    who: 'see figures',
  },
} satisfies Contract

export type FiguresApi = Client<typeof figuresContract>
export type Figures = z.infer<typeof figures>
export type Books = z.infer<typeof books>
export type PropertyFiguresView = z.infer<typeof propertyFigures>
export type SoldLine = Pick<PropertyFiguresView['all'], 'sold' | 'paid' | 'net' | 'vat'>
