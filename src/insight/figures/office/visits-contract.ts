import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { sourceKinds } from '../../visits/sources.ts'
import { visitsSheets } from '../parts.ts'
import { figuresQuery } from './contract.ts'

const countFields = {
  seen: z.int().describe('Pages that were seen'),
  begun: z.int().describe('Those of them that were opened from elsewhere: so often a visit began'),
  searches: z.int().describe('Searches of the rooms for days; they are among the pages'),
}

const visitsOfPeriod = z.object({
  from: z.iso.date(),
  until: z.iso.date().describe('The last day, today at most'),
  all: z.object({
    ...countFields,
    rooms_seen: z.int(),
    products_seen: z.int(),
    stays: z.int().describe('That were asked for on the website, whatever became of them'),
    enquiries: z.int(),
    messages: z.int(),
  }),
  days: z.array(z.object({ day: z.iso.date(), ...countFields })),
  pages: z
    .array(z.object({ page: z.string(), name: z.string().nullable(), seen: z.int() }))
    .describe('Those that were seen most in these days or in the others, by their path in English'),
  other_pages: z.object({ pages: z.int(), seen: z.int() }),
  languages: z.object({ en: z.int(), bn: z.int() }),
  devices: z.object({ phone: z.int(), desktop: z.int() }),
  sources: z.array(
    z.object({
      kind: z.enum(sourceKinds),
      host: z.string().nullable().describe('Of the site that led here; null of what is none'),
      begun: z.int(),
    }),
  ),
})

const visits = z.object({
  today: z.iso.date(),
  since: z.iso.date().nullable().describe('The first day on which anything was counted'),
  now: visitsOfPeriod,
  before: visitsOfPeriod.nullable(),
})

export const visitsContract = {
  getVisits: {
    summary:
      'How often the public pages were seen in some days, by page, language, device and where from, beside other days',
    input: figuresQuery,
    answer: visits,
    who: 'see figures',
  },
  getVisitsFile: {
    summary:
      'The same by day, page, language and device, or what is told together of it, as a table for other programs',
    input: figuresQuery.extend({ sheet: z.enum(['days', ...visitsSheets]).default('days') }),
    answer: z.unknown(),
    file: 'sent',
    who: 'see figures',
  },
} satisfies Contract

export type VisitsApi = Client<typeof visitsContract>
export type Visits = z.infer<typeof visits>
