import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { day } from '#platform/http/fields.ts'
import { sheetNames, sources } from '../parts.ts'
import { comparisons, periods } from '../period.ts'

/** Of amounts: only for who may see money. */
export const amount = () => z.number().nullable().describe('BDT; null for who may not see money')

const sold = {
  sold: z.int().describe('Nights that were sold, or are on the books'),
  paid: z.int().describe('Those of them that cost something'),
  net: amount(),
  vat: amount(),
}
const units = {
  units: z.int().describe('Units that there were on these nights, those that were closed among them'),
  closed: z.int(),
}
const waiting = { waiting: z.int().describe('Nights of requests that wait for an answer; in no other figure') }
const parts = (from: string) => z.array(z.object({ from: z.int().describe(from), times: z.int() }))
const spread = { mean: z.number().nullable(), median: z.number().nullable(), stays: z.int() }
const answered = z.object({
  came: z.int(),
  answered: z.int(),
  hours: z.number().nullable().describe('Whole hours until the first answer, in the median'),
  parts: parts('Whole hours until the first answer'),
})

const houseFigures = z.object({
  from: z.iso.date(),
  until: z.iso.date().describe('The last night'),
  all: z.object({ ...sold, ...units, ...waiting }),
  nights: z.array(z.object({ night: z.iso.date(), ...sold, ...units, ...waiting })),
  rooms: z.array(z.object({ slug: z.string(), name: z.string(), ...sold, ...units })),
  sources: z.array(z.object({ source: z.enum(sources), ...sold })),
  countries: z.array(z.object({ country: z.string().describe('Two letters; empty where nobody said'), ...sold })),
  length_of_stay: z.object({ ...spread, parts: parts('Nights') }),
  lead_time: z.object({ ...spread, parts: parts('Days before the arrival') }),
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

const figures = z.object({ today: z.iso.date(), now: houseFigures, before: houseFigures.nullable() })

export const asked = z.object({
  period: z.enum(periods).default('month'),
  from: day().optional().describe('With `own`: the first night'),
  until: day().optional().describe('With `own`: the last night'),
  compare: z.enum(comparisons).default('year'),
  compare_from: day().optional().describe('With `own`: the first night to compare with'),
})

const booked = z
  .object({ rooms: z.int(), net: amount(), vat: amount() })
  .nullable()
  .describe('Null: what was on the books as that day began was not taken')
const thrice = { upto: booked, since: booked, before: booked }

const books = z.object({
  today: z.iso.date(),
  upto: z.iso.date(),
  since: z.iso.date(),
  before: z.iso.date().nullable().describe('The day that is as far ahead of the nights one compares with'),
  taken: z.object({ upto: z.boolean(), since: z.boolean(), before: z.boolean() }),
  missed: z
    .array(z.object({ from: z.iso.date(), until: z.iso.date() }))
    .describe('Of the last weeks those on which nobody took what was on the books'),
  all: z.object(thrice),
  nights: z.array(z.object({ night: z.iso.date(), compared: z.iso.date().nullable(), ...thrice })),
  rooms: z.array(z.object({ slug: z.string(), name: z.string(), ...thrice })),
})

const askedBooks = asked.extend({
  since: day().optional().describe('The earlier day; without it a week before the later one'),
  upto: day().optional().describe('The later day; without it today'),
})

export const figuresContract = {
  getFigures: {
    summary: 'What the house sold in some days, by night, room, source and country, beside other days',
    input: asked,
    answer: figures,
    who: 'see figures',
  },
  getFiguresFile: {
    summary: 'Some of the same as a table for other programs, beside what they are compared with',
    input: asked.extend({ sheet: z.enum(sheetNames).default('nights') }),
    answer: z.unknown(),
    file: 'sent',
    who: 'see figures',
  },
  getBooks: {
    summary:
      'What was on the books for some nights as a day began, beside an earlier day and beside other nights as far ahead',
    input: askedBooks,
    answer: books,
    who: 'see figures',
  },
  getBooksFile: {
    summary: 'The same night by night, as a table for other programs',
    input: askedBooks,
    answer: z.unknown(),
    file: 'sent',
    who: 'see figures',
  },
} satisfies Contract

export type FiguresApi = Client<typeof figuresContract>
export type Figures = z.infer<typeof figures>
export type Books = z.infer<typeof books>
export type House = z.infer<typeof houseFigures>
export type SoldLine = Pick<House['all'], 'sold' | 'paid' | 'net' | 'vat'>
