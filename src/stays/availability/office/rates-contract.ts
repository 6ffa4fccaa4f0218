import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, requiredLine } from '#platform/http/fields.ts'
import type { MessageKey } from '#locales/translator.ts'

const id = () => count(1, 2_147_483_647)
const messageKey = (key: MessageKey) => key

const span = z.object({ lowest: z.number(), highest: z.number() }).nullable()
const rate = z.object({
  price: z.number().nullable().describe("BDT; null: the room's own"),
  min_nights: z.int().nullable(),
  max_nights: z.int().nullable(),
  closed: z.boolean(),
  no_arrival: z.boolean(),
  no_departure: z.boolean(),
  policy: z.string().nullable().describe("What its policy is called; null: the room's"),
})
/**
 * A run of equal days: its first day as an offset from the first day of the calendar, and its number of days. This
 * keeps 500 days of 20 rooms short.
 */
const ownRun = z.tuple([
  z.int(),
  z.int(),
  z.number().nullable().describe("BDT; null: the room's own"),
  z.int().nullable().describe('Least nights'),
  z.int().nullable().describe('Most nights'),
  z.int().describe('1 for closed, 2 for closed to arrival, 4 for closed to departure, added up'),
  z.int().nullable().describe("The policy for who arrives; null: the room's"),
])
const leftRun = z.tuple([z.int(), z.int(), z.int()])

const calendar = z.object({
  today: z.iso.date(),
  first: z.iso.date(),
  last: z.iso.date().describe('The last day on which somebody can leave'),
  longest: z.int().describe('How many nights a stay may have, whatever the rates say'),
  policies: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe('Those that can be chosen; that of the house first'),
  rooms: z.array(
    z.object({
      id: z.int(),
      slug: z.string(),
      name: z.string(),
      price: z.number().describe('BDT, where no day says otherwise'),
      units: z.int().describe('How many are sold for a night, where no day says otherwise'),
      active: z.boolean(),
      policy: z.int().nullable().describe('Null: that of the house'),
      own: z.array(ownRun).describe('Days on which something differs from the room'),
      left: z.array(leftRun).describe('Nights of which fewer, or more, are left to sell'),
    }),
  ),
})

/** The nights and rooms to change, and the new values. Omitted fields stay unchanged. */
const change = {
  rooms: z.array(id()).min(1, messageKey('error.rates_no_room')).max(100),
  from: day(),
  to: day().describe('The last night that is meant'),
  weekdays: z
    .array(count(1, 7))
    .min(1, messageKey('error.rates_no_weekday'))
    .max(7)
    .optional()
    .describe('Monday is 1, Sunday is 7; left out: every day'),
  price: z.enum(['set', 'percent', 'add', 'own']).optional().describe("own: back to the room's own"),
  amount: z
    .number()
    .min(-10_000_000)
    .max(10_000_000)
    .refine((bdt) => Math.abs(bdt * 100 - Math.round(bdt * 100)) < 1e-6, messageKey('error.two_decimals'))
    .nullable()
    .optional()
    .describe('BDT or per cent'),
  closed: z.boolean().optional(),
  no_arrival: z.boolean().optional(),
  no_departure: z.boolean().optional(),
  min_nights: count(1, 365).nullable().optional().describe('Null: no bound'),
  max_nights: count(1, 365).nullable().optional().describe('Null: no bound'),
  policy: id().nullable().optional().describe("For who arrives; null: the room's"),
}
const preview = z.object({
  digest: z.string().describe('What this was reckoned from; sent with what is to be carried out'),
  chosen: z.int().describe('Nights of rooms that were chosen'),
  nights: z.int().describe('Of these, those that would be otherwise than before'),
  before: span,
  after: span,
  far: z.int().describe('Nights whose price would change by half or more'),
  rounded: z.boolean().describe('Whether a price was rounded to the whole taka'),
  sold: z.int().describe('How often these nights are sold already: those bookings keep their price'),
  full: z.int().describe('Nights of which nothing is left to sell'),
})
const night = z.object({ room: z.int(), day: z.iso.date() })
const changes = z.object({
  data: z.array(
    z.object({
      id: z.int(),
      at: z.iso.datetime(),
      who: z.string().nullable(),
      rooms: z.array(z.string()),
      from: z.string(),
      to: z.string(),
      weekdays: z.array(z.int()).nullable(),
      price: z.enum(['set', 'percent', 'add', 'own']).nullable(),
      amount: z.number().nullable(),
      rules: z
        .array(
          z.object({
            rule: z.enum(['closed', 'no_arrival', 'no_departure', 'min_nights', 'max_nights', 'policy']),
            value: z
              .union([z.boolean(), z.int(), z.string()])
              .nullable()
              .describe("Null: no bound; of a policy its name, and null for the room's"),
          }),
        )
        .describe('What was set beside the price'),
      before: span,
      after: span,
      nights: z.int(),
      undoes: z.int().nullable().describe('The change that this one took back'),
      undone: z.boolean(),
    }),
  ),
  more: z.string().nullable(),
})

export const ratesContract = {
  getRates: {
    summary: 'The calendar of rates: of each room what differs from it, day by day, and how many are left to sell',
    input: z.object({}),
    answer: calendar,
    who: 'change rates',
  },
  previewRates: {
    summary: 'What a change of rates would do; nothing is changed',
    input: z.object(change),
    answer: preview,
    who: 'change rates',
  },
  applyRates: {
    summary: 'Carry out what a preview has shown; 409 where something has changed since',
    input: z.object({ ...change, digest: requiredLine(64) }),
    answer: z.object({ id: z.int(), nights: z.int(), calendar }),
    who: 'change rates',
  },
  undoRates: {
    summary: 'Take a change back, but for the nights that were changed again since, or are past: these are named',
    input: z.object({ id: id() }),
    answer: z.object({
      id: z.int(),
      nights: z.int(),
      skipped: z.int(),
      kept: z
        .array(night.extend({ why: z.enum(['changed', 'past', 'policy']) }))
        .describe('Of those skipped the first hundred'),
      calendar,
    }),
    who: 'change rates',
  },
  getRateChanges: {
    summary: 'The changes of rates, the last first, a page at a time',
    input: z.object({
      after: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
    }),
    answer: changes,
    who: 'change rates',
  },
  getNightHistory: {
    summary: 'Who has changed what of one night of a room, the last first',
    input: z.object({ room: id(), day: day() }),
    answer: z.object({
      data: z.array(
        z.object({
          id: z.int(),
          at: z.iso.datetime(),
          who: z.string().nullable(),
          undoes: z.boolean().describe('Whether it took back another'),
          before: rate,
          after: rate,
        }),
      ),
    }),
    who: 'change rates',
  },
} satisfies Contract

export type RatesApi = Client<typeof ratesContract>
export type RatesCalendar = z.infer<typeof calendar>
export type CalendarRoom = RatesCalendar['rooms'][number]
export type OwnRun = z.infer<typeof ownRun>
export type Rate = z.infer<typeof rate>
export type RatesChange = z.input<z.ZodObject<typeof change>>
export type RatesPreview = z.infer<typeof preview>
export type RateChanges = z.infer<typeof changes>
export type RateChange = RateChanges['data'][number]
export type NightHistory = z.infer<(typeof ratesContract.getNightHistory)['answer']>
export type UndoneRates = z.infer<(typeof ratesContract.undoRates)['answer']>
