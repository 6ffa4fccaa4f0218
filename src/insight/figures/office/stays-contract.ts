import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { day, line, slugLine } from '#platform/http/fields.ts'
import { bookingSources } from '#schema/bookings.ts'
import { stayFigures } from '../sheet-names.ts'
import { amount } from './contract.ts'

const listedStay = z.object({
  code: z.string().describe('The reference of the stay'),
  name: z.string().describe('Empty if the data of the guest was erased'),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int().describe('The nights that the figure counts; all nights of the stay if it counts stays'),
  net: amount(),
  vat: amount(),
})

const staysPage = z.object({
  all: z
    .object({ stays: z.int(), nights: z.int(), net: amount(), vat: amount() })
    .nullable()
    .describe('The totals of all stays; only on the first page'),
  room: z.string().nullable().describe('The name of the room type'),
  data: z.array(listedStay),
  more: z.string().nullable(),
})

export const figureStaysContract = {
  getFigureStays: {
    summary: 'Lists the stays that a figure of a period counts. They add up to the figure',
    input: z.object({
      figure: z.enum(stayFigures),
      from: day(),
      until: day().describe('The last night'),
      room: slugLine().optional().describe('Only nights of one room type'),
      source: z.enum(bookingSources).optional().describe('Only nights from one booking source'),
      country: line(60).optional().describe('Only nights of guests from one country; -: country unknown'),
      after: z
        .string()
        .regex(/^\d{1,15}-\d{1,15}$/)
        .optional()
        .describe('`more` of the previous page'),
    }),
    response: staysPage,
    who: 'see bookings',
  },
} satisfies Contract

export type FigureStaysApi = Client<typeof figureStaysContract>
export type FigureStays = z.infer<typeof staysPage>
