import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { day, line, slugLine } from '#platform/http/fields.ts'
import { sources, stayFigures } from '../parts.ts'
import { amount } from './contract.ts'

const listedStay = z.object({
  code: z.string().describe('The reference of the stay'),
  name: z.string().describe('Empty where the person was forgotten'),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int().describe('Those that the figure counts; of a figure that counts stays, all of them'),
  net: amount(),
  vat: amount(),
})

const staysPage = z.object({
  all: z
    .object({ stays: z.int(), nights: z.int(), net: amount(), vat: amount() })
    .nullable()
    .describe('What they come to together; with the first page alone'),
  room: z.string().nullable().describe('What the kind of room is called'),
  data: z.array(listedStay),
  more: z.string().nullable(),
})

export const behindContract = {
  getStaysBehind: {
    summary: 'The stays that a figure of some days counts, which add up to it',
    input: z.object({
      figure: z.enum(stayFigures),
      from: day(),
      until: day().describe('The last night'),
      room: slugLine().optional().describe('Nights of one kind of room alone'),
      source: z.enum(sources).optional().describe('Nights that came by one way alone'),
      country: line(60).optional().describe('Nights from one country alone; - where nobody said'),
      after: z
        .string()
        .regex(/^\d{1,15}-\d{1,15}$/)
        .optional()
        .describe('`more` of the page before'),
    }),
    answer: staysPage,
    who: 'see bookings',
  },
} satisfies Contract

export type BehindApi = Client<typeof behindContract>
export type Behind = z.infer<typeof staysPage>
