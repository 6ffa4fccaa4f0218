import { z } from 'zod'
import type { Client, Contract } from '../../platform/contract.ts'
import { count, line, paragraphs } from '../../platform/http/fields.ts'

const id = () => count(1, 2_147_483_647)

const row = z.object({
  booking: z.int(),
  version: z.int(),
  code: z.string().describe('Of the whole stay'),
  name: z.string(),
  phone: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int(),
  adults: z.int(),
  children: z.int(),
  room: z.int(),
  room_name: z.string(),
  unit: z
    .object({ id: z.int(), name: z.string(), condition: z.enum(['clean', 'dirty', 'inspected', 'out_of_service']) })
    .nullable(),
  still_there: z.string().nullable().describe('Who is still in the unit that they are to have'),
  owed: z
    .number()
    .nullable()
    .describe('BDT still to be paid for the whole stay, below zero to be given back; null for who may not see money'),
  late: z.boolean().describe('They were to come, or to leave, before today'),
  message: z.string().describe('What they wrote when they booked'),
  fee: z.number().nullable().describe('BDT that not coming costs by what was agreed; null for who may not see money'),
})

/** A note or a task, wherever it is shown. */
export const noteShape = z.object({
  id: z.int(),
  text: z.string(),
  task: z.boolean(),
  code: z.string().nullable(),
  guest: z.string().nullable(),
  unit: z.string().nullable(),
  show_at: z.enum(['arrival', 'departure']).nullable(),
  due_at: z.iso.datetime().nullable(),
  written_at: z.iso.datetime(),
  by: z.string(),
  done: z.boolean(),
})

const sheet = z.object({
  day: z.iso.date(),
  arrivals: z.array(row),
  departures: z.array(row),
  in_house: z.array(row),
  arrived: z.int(),
  left: z.int(),
  units: z.int(),
  closed: z.int(),
  sold: z.int(),
  notes: z.array(noteShape),
  to_close: z.iso.date().nullable().describe('The day that is over and that nobody has closed yet'),
})

const done = z.object({})

export const todayContract = {
  getToday: {
    summary: 'Who comes, who leaves, who is here, and what is to be done',
    input: z.object({}),
    answer: sheet,
    who: 'run the desk',
  },
  addDeskNote: {
    summary: 'Leave a note or a task to whoever is at the desk next, about a stay or by itself',
    input: z.object({
      text: paragraphs(500).min(1),
      task: z.boolean().default(false),
      code: line(40).default(''),
      show_at: z.enum(['arrival', 'departure']).nullable().default(null),
      due_at: z.iso.datetime().nullable().default(null),
    }),
    answer: done,
    who: 'run the desk',
  },
  markDeskNote: {
    summary: 'A note was read or a task is done, or it is not after all',
    input: z.object({ id: id(), done: z.boolean() }),
    answer: done,
    who: 'run the desk',
  },
  getEmergencySheet: {
    summary: 'All that the desk must know of today on one sheet, as a PDF: for when the power is cut',
    input: z.object({}),
    answer: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'emergency-sheet.pdf' },
    who: 'run the desk',
  },
} satisfies Contract

export type TodayApi = Client<typeof todayContract>
export type TodaysSheet = z.infer<typeof sheet>
export type TodaysRow = z.infer<typeof row>
export type DeskNote = z.infer<typeof noteShape>
