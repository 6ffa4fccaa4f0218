import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, requiredLine } from '#platform/http/fields.ts'
import { hasWholePoisha } from '#platform/money.ts'
import type { MessageKey } from '#locales/translator.ts'

const id = () => count(1, 2_147_483_647)
const asMessageKey = (key: MessageKey) => key

const priceRange = z.object({ lowest: z.number(), highest: z.number() }).nullable()
const rate = z.object({
  price: z.number().nullable().describe('BDT; null: the default price of the room'),
  min_nights: z.int().nullable(),
  max_nights: z.int().nullable(),
  closed: z.boolean(),
  no_arrival: z.boolean(),
  no_departure: z.boolean(),
  policy: z.string().nullable().describe('The name of the policy; null: the policy of the room'),
})
/**
 * A run of equal days: its first day as an offset from the first day of the calendar, and its number of days. This
 * keeps 500 days of 20 rooms short.
 */
const ownRun = z.tuple([
  z.int(),
  z.int(),
  z.number().nullable().describe('BDT; null: the default price of the room'),
  z.int().nullable().describe('Minimum nights'),
  z.int().nullable().describe('Maximum nights'),
  z.int().describe('Sum of flags: 1 for closed, 2 for closed to arrival, 4 for closed to departure'),
  z.int().nullable().describe('The policy for arrivals on this day; null: the policy of the room'),
])
const freeUnitsRun = z.tuple([z.int(), z.int(), z.int()])

const calendar = z.object({
  today: z.iso.date(),
  first: z.iso.date(),
  last: z.iso.date().describe('The last possible departure day'),
  longest: z.int().describe('The maximum number of nights of a stay, whatever the rates allow'),
  policies: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe('The available policies; the default policy comes first'),
  rooms: z.array(
    z.object({
      id: z.int(),
      slug: z.string(),
      name: z.string(),
      price: z.number().describe('The default price in BDT'),
      units: z.int().describe('The number of units for sale per night by default'),
      active: z.boolean(),
      policy: z.int().nullable().describe('Null: the default policy'),
      own: z.array(ownRun).describe('Days that differ from the defaults of the room'),
      left: z.array(freeUnitsRun).describe('Nights whose number of units left to sell differs from the default'),
    }),
  ),
})

/** The nights and rooms to change, and the new values. Omitted fields stay unchanged. */
const changeFields = {
  rooms: z.array(id()).min(1, asMessageKey('error.rates_no_room')).max(100),
  from: day(),
  to: day().describe('The last night of the range'),
  weekdays: z
    .array(count(1, 7))
    .min(1, asMessageKey('error.rates_no_weekday'))
    .max(7)
    .optional()
    .describe('Monday is 1, Sunday is 7; all days by default'),
  price: z.enum(['set', 'percent', 'add', 'own']).optional().describe('own: restores the default price of the room'),
  amount: z
    .number()
    .min(-10_000_000)
    .max(10_000_000)
    .refine(hasWholePoisha, asMessageKey('error.two_decimals'))
    .nullable()
    .optional()
    .describe('BDT or percent'),
  closed: z.boolean().optional(),
  no_arrival: z.boolean().optional(),
  no_departure: z.boolean().optional(),
  min_nights: count(1, 365).nullable().optional().describe('Null: no limit'),
  max_nights: count(1, 365).nullable().optional().describe('Null: no limit'),
  policy: id().nullable().optional().describe('The policy for arrivals; null: the policy of the room'),
}
const preview = z.object({
  digest: z.string().describe('A digest of the data behind the preview. Send it when applying the change'),
  chosen: z.int().describe('The number of selected room nights'),
  nights: z.int().describe('The selected room nights that would change'),
  before: priceRange,
  after: priceRange,
  far: z.int().describe('Room nights whose price would change by half or more'),
  rounded: z.boolean().describe('Whether a price was rounded to a whole taka'),
  sold: z.int().describe('The number of existing bookings of these nights. They keep their price'),
  full: z.int().describe('Room nights with nothing left to sell'),
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
              .describe('Null: no limit. For a policy, its name, or null for the policy of the room'),
          }),
        )
        .describe('The changed rules besides the price'),
      before: priceRange,
      after: priceRange,
      nights: z.int(),
      undoes: z.int().nullable().describe('The change that this change undid'),
      undone: z.boolean(),
    }),
  ),
  more: z.string().nullable(),
})

export const ratesContract = {
  getRates: {
    summary: 'Returns the rate calendar: per room, the days that differ from its defaults, and the units left to sell',
    input: z.object({}),
    response: calendar,
    who: 'change rates',
  },
  previewRates: {
    summary: 'Previews a change of rates, without applying it',
    input: z.object(changeFields),
    response: preview,
    who: 'change rates',
  },
  applyRates: {
    summary: 'Applies a previewed change. Responds with 409 if the data has changed since the preview',
    input: z.object({ ...changeFields, digest: requiredLine(64) }),
    response: z.object({ id: z.int(), nights: z.int(), calendar }),
    who: 'change rates',
  },
  undoRates: {
    summary: 'Undoes a change of rates. Nights that are past or were changed again are skipped and listed',
    input: z.object({ id: id() }),
    response: z.object({
      id: z.int(),
      nights: z.int(),
      skipped: z.int(),
      skipped_nights: z
        .array(night.extend({ why: z.enum(['changed', 'past', 'policy']) }))
        .describe('The first hundred skipped nights'),
      calendar,
    }),
    who: 'change rates',
  },
  getRateChanges: {
    summary: 'Lists the changes of rates, newest first, in pages',
    input: z.object({
      after: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
    }),
    response: changes,
    who: 'change rates',
  },
  getNightHistory: {
    summary: 'Lists the changes of one night of a room with their authors, newest first',
    input: z.object({ room: id(), day: day() }),
    response: z.object({
      data: z.array(
        z.object({
          id: z.int(),
          at: z.iso.datetime(),
          who: z.string().nullable(),
          undoes: z.boolean().describe('Whether the change undid another change'),
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
export type RateChangeForm = z.input<z.ZodObject<typeof changeFields>>
export type RatesPreview = z.infer<typeof preview>
export type RateChanges = z.infer<typeof changes>
export type RateChange = RateChanges['data'][number]
export type NightHistory = z.infer<(typeof ratesContract.getNightHistory)['response']>
export type UndoneRates = z.infer<(typeof ratesContract.undoRates)['response']>
