import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, email, line, paragraphs, phone, requiredLine } from '#platform/http/fields.ts'
import { languages } from '#routes/public.ts'

/** A live connection ends after this time. The client reconnects and is authorized again. */
const MAX_LIVE_S = 600

/** Per stay. */
const MAX_ROOMS = 20

const id = () => count(1, 2_147_483_647)

/** Consecutive nights of a stay in one room type, and in one unit if it has one. */
const part = z.object({
  room: id().describe('The kind of room for which they count'),
  unit: id().nullable().describe('Null: none is given to it yet'),
  from: day(),
  to: day().describe('The day on which it leaves'),
})

const arrangement = z.object({
  changes: z
    .array(
      z.object({
        booking: id(),
        version: id().describe('The one that was looked at: refused where somebody has changed it since'),
        parts: z.array(part).min(1).max(30).describe('All of its nights, one part after the other'),
      }),
    )
    .min(1)
    .max(MAX_ROOMS)
    .describe('Carried out together or not at all: a swap is two'),
  price: z.enum(['kept', 'new']).default('kept').describe('Of nights that change their kind of room'),
})

/** A stay at the version that the user saw. */
const stayVersion = z.object({ booking: id(), version: id() })
const roomList = <Room extends z.ZodType>(room: Room) => z.array(room).min(1).max(MAX_ROOMS)
/** A room to book at the desk. */
const requestedRoom = z.object({
  room: id(),
  unit: id().nullable().default(null),
  adults: count(1, 18),
  children: count(0, 18).default(0),
  price: z.number().min(0).max(10_000_000).nullable().default(null).describe('BDT agreed for a night'),
})
export const requestedRooms = () => roomList(requestedRoom)
const done = z.object({ act: id().describe('By which it can be undone'), message: z.string() })
const conditions = ['clean', 'dirty', 'inspected', 'out_of_service'] as const

const amount = () => z.number().nullable().describe('BDT; null for who may not see money')

const occupancy = z.object({
  unit: id(),
  unit_name: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  reason: z.string().nullable().describe('Of a closure; null where a stay has it'),
  stay: z
    .object({
      booking: id(),
      version: id(),
      code: z.string(),
      name: z.string(),
      parts: z.array(part).describe('As it is arranged now'),
    })
    .nullable(),
})

export const deskContract = {
  previewArrangement: {
    summary:
      'What it would mean to arrange some stays otherwise: what they cost then, who is told, and what is against it',
    input: arrangement,
    answer: z.object({
      before: amount(),
      kept: amount().describe('If nights that change their kind of room keep their price'),
      new: amount().describe('If these nights cost what they cost today'),
      changes_room: z.boolean().describe('Whether any night changes its kind of room: then the price is to be chosen'),
      told: z.array(z.string()).describe('The addresses to which a letter would go'),
      refused: z.string().nullable().describe('Why it cannot be done, in a sentence'),
      refused_at: z.string().nullable().describe('The field that this is about, such as changes.0.parts.1.unit'),
      taken: z.array(occupancy).describe('Who has the units that are wanted'),
    }),
    who: 'run the desk',
  },
  arrangeStays: {
    summary: 'Give stays other nights, rooms or units, all of them or none; by the same counters as a booking',
    input: arrangement.extend({
      after: z
        .number()
        .nullable()
        .default(null)
        .describe('BDT that was shown as the new price: refused where it is another'),
      tell: z.boolean().default(false).describe('Whether whoever booked is told by letter'),
      reason: line(200).default(''),
    }),
    answer: done,
    who: 'run the desk',
  },
  watchDesk: {
    summary: 'Tells, as server-sent events, that something of the stays is otherwise than before; what, one asks',
    input: z.object({
      seconds: count(0, MAX_LIVE_S).default(0).describe('How long; else it only says how things stand'),
    }),
    answer: z.unknown(),
    file: 'sent',
    live: true,
    who: 'run the desk',
  },
  undoAct: {
    summary: 'Undo what was done at the desk, as long as nobody has gone on from there',
    input: z.object({ act: id() }),
    answer: z.object({ message: z.string() }),
    who: 'run the desk',
  },
  assignUnit: {
    summary: 'Give a stay a unit for the nights that have none',
    input: stayVersion.extend({ unit: id() }),
    answer: done,
    who: 'run the desk',
  },
  checkGuestIn: {
    summary: 'A guest comes: into the unit that the stay has, or into one that is given now',
    input: stayVersion.extend({
      unit: id().nullable().default(null).describe('For the nights that have none'),
      anyway: z
        .boolean()
        .default(false)
        .describe('Knowing that the unit is not ready, or that somebody is still in it'),
    }),
    answer: done,
    who: 'run the desk',
  },
  checkGuestOut: {
    summary: 'A guest leaves: the unit is dirty, and nights that are left are free at once and cost nothing',
    input: stayVersion.extend({
      owing: line(200).default('').describe('Why they leave though something is to be paid'),
    }),
    answer: done,
    who: 'run the desk',
  },
  previewTogether: {
    summary: 'Which rooms of a stay can be let in, or out, together now, and why the others cannot',
    input: z.object({ code: line(40), way: z.enum(['in', 'out']) }),
    answer: z.object({
      rooms: z.array(
        z.object({
          booking: z.int(),
          version: z.int(),
          room_name: z.string(),
          unit: z
            .object({ id: z.int(), name: z.string() })
            .nullable()
            .describe('The one that it has, or one that is free and ready; null: neither'),
          checkin: z.iso.date(),
          checkout: z.iso.date(),
          refused: z.string().nullable(),
        }),
      ),
    }),
    who: 'run the desk',
  },
  arriveTogether: {
    summary: 'The guests of several rooms of a stay come: all of these or none, with one way back',
    input: z.object({ rooms: roomList(stayVersion.extend({ unit: id().nullable() })) }),
    answer: done,
    who: 'run the desk',
  },
  leaveTogether: {
    summary: 'The guests of several rooms of a stay leave: all of these or none, with one way back',
    input: z.object({
      rooms: roomList(stayVersion),
      owing: line(200).default('').describe('Why they leave though something is to be paid'),
    }),
    answer: done,
    who: 'run the desk',
  },
  markNoShow: {
    summary: 'A guest has not come: the nights are free at once',
    input: stayVersion.extend({
      fee: z.enum(['agreed', 'none']).describe('What late cancelling costs, or nothing'),
      tell: z.boolean().default(false).describe('Whether a letter tells whoever booked'),
    }),
    answer: done,
    who: 'run the desk',
  },
  getFreeUnits: {
    summary:
      'What can be had for some nights, kind by kind: how many are left, what they cost, and which units nobody has',
    input: z.object({ from: day().optional(), to: day().optional() }),
    answer: z.object({
      from: z.iso.date().describe('Today, if no other day was asked for'),
      to: z.iso.date(),
      last_night: z.iso
        .date()
        .nullable()
        .describe('Before four in the morning: the night that somebody may still come for'),
      data: z.array(
        z.object({
          room: id(),
          name: z.string(),
          left: z.int(),
          total: amount(),
          max_adults: z.int(),
          max_children: z.int(),
          max_guests: z.int(),
          units: z.array(
            z.object({
              id: id(),
              name: z.string(),
              condition: z.enum(conditions),
              occupied: z.boolean().describe('Somebody is in it now, though nobody has it on these nights'),
            }),
          ),
        }),
      ),
    }),
    who: 'run the desk',
  },
  bookAtDesk: {
    summary: 'Book a stay for somebody who calls, writes or stands at the desk; confirmed at once',
    input: z.object({
      from: day(),
      to: day(),
      rooms: requestedRooms(),
      source: z.enum(['phone', 'walk_in', 'mail', 'agent']),
      name: requiredLine(100),
      email: z.union([z.literal(''), email()]).default(''),
      phone: phone(),
      language: z.enum(languages),
      message: paragraphs(2_000).default(''),
      guest_of: line(40).default('').describe('The reference of another stay of the same guest'),
      tell: z.boolean().default(false).describe('Whether a letter confirms it'),
    }),
    answer: z.object({ code: z.string(), booking: id(), version: id() }),
    keyed: true,
    who: 'run the desk',
  },
} satisfies Contract

export type FreeUnits = z.infer<(typeof deskContract.getFreeUnits)['answer']>
export type FreeKind = FreeUnits['data'][number]

export type RoomRequest = z.infer<typeof requestedRoom>
export type DeskApi = Client<typeof deskContract>
export type Part = z.infer<typeof part>
export type Arrangement = z.input<typeof arrangement>
export type Occupancy = z.infer<typeof occupancy>
