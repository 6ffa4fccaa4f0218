import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { sourceKinds } from '../../visits/sources.ts'
import { visitsSheets } from '../sheet-names.ts'
import { figuresQuery } from './contract.ts'

const countFields = {
  seen: z.int().describe('Page views'),
  begun: z.int().describe('Page views that came from outside the website. Each one starts a visit'),
  searches: z.int().describe('Room searches with dates; included in the page views'),
}

const visitsOfPeriod = z.object({
  from: z.iso.date(),
  until: z.iso.date().describe('The last day, at most today'),
  all: z.object({
    ...countFields,
    rooms_seen: z.int(),
    products_seen: z.int(),
    stays: z.int().describe('Stays requested on the website, whatever their later status'),
    enquiries: z.int(),
    messages: z.int(),
  }),
  days: z.array(z.object({ day: z.iso.date(), ...countFields })),
  pages: z
    .array(z.object({ page: z.string(), name: z.string().nullable(), seen: z.int() }))
    .describe('The most viewed pages of both periods, by their English path'),
  other_pages: z.object({ pages: z.int(), seen: z.int() }),
  languages: z.object({ en: z.int(), bn: z.int() }),
  devices: z.object({ phone: z.int(), desktop: z.int() }),
  sources: z.array(
    z.object({
      kind: z.enum(sourceKinds),
      host: z.string().nullable().describe('The referring site; null for other kinds'),
      begun: z.int(),
    }),
  ),
})

const visits = z.object({
  today: z.iso.date(),
  since: z.iso.date().nullable().describe('The first day with counted visits'),
  now: visitsOfPeriod,
  before: visitsOfPeriod.nullable(),
})

export const visitsContract = {
  getVisits: {
    summary: 'Returns the visits of a period by page, language, device and source, next to a comparison period',
    input: figuresQuery,
    response: visits,
    who: 'see figures',
  },
  getVisitsFile: {
    summary: 'Exports the visits by day, page, language and device, or another of these tables',
    input: figuresQuery.extend({ sheet: z.enum(['days', ...visitsSheets]).default('days') }),
    response: z.unknown(),
    file: 'sent',
    who: 'see figures',
  },
} satisfies Contract

export type VisitsApi = Client<typeof visitsContract>
export type Visits = z.infer<typeof visits>
