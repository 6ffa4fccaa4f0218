import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line } from '#platform/http/fields.ts'
import { paymentFields } from '#stays/bills/bill/contract.ts'
import { customerOfStay } from '#stays/customers/contract.ts'
import { contactInputs, createOptionalInputs } from '#stays/bookings/guest-inputs.ts'
import { deskSources } from '#schema/bookings.ts'
import { languages } from '#routes/public.ts'

/** A live connection ends after this time. The client reconnects and is authorized again. */
const MAX_LIVE_S = 600

/** The maximum number of rooms per stay. */
const MAX_ROOMS = 20

const id = () => count(1, 2_147_483_647)

/** Consecutive nights of a stay in one room type, and in one unit if it has one. */
const part = z.object({
  room: id().describe('The room type'),
  unit: id().nullable().describe('Null: no unit is assigned yet'),
  from: day(),
  to: day().describe('The departure day'),
})

const arrangement = z.object({
  changes: z
    .array(
      z.object({
        booking: id(),
        version: id().describe('The version that the caller saw. An outdated version is rejected'),
        parts: z.array(part).min(1).max(30).describe('All nights of the stay, as consecutive parts'),
      }),
    )
    .min(1)
    .max(MAX_ROOMS)
    .describe('All changes are applied together, or none. Two changes can swap units'),
  price: z.enum(['unchanged', 'new']).default('unchanged').describe('The price of nights that change the room type'),
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
  price: z.number().min(0).max(10_000_000).nullable().default(null).describe('The agreed price per night in BDT'),
})
export const requestedRooms = () => roomList(requestedRoom)
const chargeChoices = ['charge', 'waive'] as const
const overpaymentChoices = ['refund', 'credit'] as const
export const operationResult = z.object({
  operation_id: id().describe('The ID for undoing the operation'),
  message: z.string().describe('The result with the guest and the rooms, as a sentence'),
})
const checkOutResult = operationResult.extend({
  payment_id: id().nullable().describe('The ID of the payment, for voiding it; null: none'),
})
const conditions = ['clean', 'dirty', 'inspected', 'out_of_service'] as const

const amount = () => z.number().nullable().describe('BDT; null if the caller may not see money')

const outcome = z.object({
  total: amount(),
  due: amount().describe('The balance after the check-out in BDT; below zero: more was paid than the stay costs'),
})

/** How a check-out settles the bill. */
const settlement = {
  ...paymentFields,
  amount: paymentFields.amount
    .nullable()
    .default(null)
    .describe(
      'The payment that the guest makes at check-out, in BDT; null: none. It requires the permission to take money',
    ),
  method: paymentFields.method.default('cash'),
  unused: z
    .enum(chargeChoices)
    .nullable()
    .default(null)
    .describe('Charges or waives the unused nights. Required for an early departure'),
  late: z
    .enum(chargeChoices)
    .nullable()
    .default(null)
    .describe('Charges or waives a late check-out. Required if the preview contains one'),
  unused_reason: line(200)
    .default('')
    .describe('Why the choice differs from the one that the agreed terms prescribe. Required if it does'),
  owing: line(200).default('').describe('Why the guest leaves with an unpaid balance'),
  overpaid: z
    .enum(overpaymentChoices)
    .nullable()
    .default(null)
    .describe('Refunds an overpayment, or leaves it on the bill. Required if the guest has paid too much'),
  credit: line(200).default('').describe('Why an overpayment stays on the bill'),
}

const occupancy = z.object({
  unit: id(),
  unit_name: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  reason: z.string().nullable().describe('The reason of a closure; null if a stay occupies the unit'),
  stay: z
    .object({
      booking: id(),
      version: id(),
      code: z.string(),
      name: z.string(),
      parts: z.array(part).describe('The current arrangement'),
    })
    .nullable(),
})

export const deskContract = {
  previewArrangement: {
    summary: 'Previews a rearrangement of stays: new prices, email recipients and conflicts',
    input: arrangement,
    response: z.object({
      before: amount(),
      same_price_total: amount().describe('The total if nights that change the room type keep their price'),
      new: amount().describe('The total if these nights get the current price'),
      changes_room: z
        .boolean()
        .describe('Whether any night changes the room type. The caller must choose the price then'),
      email_recipients: z.array(z.string()).describe('The addresses that would get an email'),
      refused: z.string().nullable().describe('Why the change is not possible, as a sentence'),
      refused_at: z.string().nullable().describe('The field that the error is about, such as changes.0.parts.1.unit'),
      taken: z.array(occupancy).describe('The stays and closures that occupy the requested units'),
    }),
    who: 'run the desk',
  },
  arrangeStays: {
    summary: 'Moves stays to other nights, rooms or units, all or none. It uses the same inventory as bookings',
    input: arrangement.extend({
      after: z
        .number()
        .nullable()
        .default(null)
        .describe('The new price in BDT that the caller saw. The request is rejected if the price differs'),
      notify_guest: z.boolean().default(false).describe('Whether to email the guest'),
      reason: line(200).default(''),
    }),
    response: operationResult,
    who: 'run the desk',
  },
  watchChanges: {
    summary:
      'Sends server-sent events when stays, enquiries or payments change. The events have no details; clients reload the data',
    input: z.object({
      seconds: count(0, MAX_LIVE_S)
        .default(0)
        .describe('How long to keep the connection open; 0: only sends the current state'),
    }),
    response: z.unknown(),
    file: 'sent',
    live: true,
    who: 'enter the office',
  },
  undoOperation: {
    summary: 'Undoes a desk operation, unless later changes depend on it',
    input: z.object({ operation_id: id() }),
    response: z.object({ message: z.string() }),
    who: 'run the desk',
  },
  assignUnit: {
    summary: 'Assigns a unit to the nights of a stay that have none',
    input: stayVersion.extend({ unit: id() }),
    response: operationResult,
    who: 'run the desk',
  },
  checkGuestIn: {
    summary: 'Checks a guest in, into the assigned unit or into the given one',
    input: stayVersion.extend({
      unit: id().nullable().default(null).describe('The unit for nights without a unit'),
      anyway: z.boolean().default(false).describe('Checks in even if the unit is not ready or still occupied'),
    }),
    response: operationResult,
    who: 'run the desk',
  },
  checkGuestOut: {
    summary: 'Checks a guest out. The unit becomes dirty, and the unused nights are released, charged or waived',
    input: stayVersion.extend(settlement),
    response: checkOutResult,
    who: 'run the desk',
  },
  previewCheckOut: {
    summary: 'Previews the check-out of rooms of one stay: the unused nights, and the bill for each choice',
    input: z.object({ rooms: roomList(id()) }),
    response: z.object({
      unused_nights: z.int(),
      unused_price: amount().describe('The price of the unused nights'),
      proposed: z
        .enum(chargeChoices)
        .nullable()
        .describe(
          'The choice for unused nights that the agreed terms prescribe, or `waive` for a late check-out; null: there is nothing to choose',
        ),
      late: z
        .object({ until: z.string(), price: amount() })
        .nullable()
        .describe('The check-out time that is over, and the charge; null: none'),
      settles: z.boolean().describe('Whether the last rooms of the stay leave, so that the bill must be settled'),
      paid: amount(),
      customer: customerOfStay(),
      charge: outcome.describe('The bill if the unused nights or the late check-out are charged'),
      waive: outcome.describe('The bill if they are waived'),
    }),
    who: 'run the desk',
  },
  previewGroupCheck: {
    summary: 'Previews which rooms of a stay can be checked in or out together, and why others cannot',
    input: z.object({ code: line(40), way: z.enum(['in', 'out']) }),
    response: z.object({
      rooms: z.array(
        z.object({
          booking: z.int(),
          version: z.int(),
          room_name: z.string(),
          unit: z
            .object({ id: z.int(), name: z.string() })
            .nullable()
            .describe('The assigned unit, or a unit that is free and ready; null: neither exists'),
          checkin: z.iso.date(),
          checkout: z.iso.date(),
          refused: z.string().nullable(),
        }),
      ),
    }),
    who: 'run the desk',
  },
  checkInTogether: {
    summary: 'Checks in several rooms of a stay, all or none. One undo reverts all of them',
    input: z.object({ rooms: roomList(stayVersion.extend({ unit: id().nullable() })) }),
    response: operationResult,
    who: 'run the desk',
  },
  checkOutTogether: {
    summary: 'Checks out several rooms of a stay, all or none. One undo reverts all of them',
    input: z.object({
      rooms: roomList(stayVersion),
      ...settlement,
    }),
    response: checkOutResult,
    who: 'run the desk',
  },
  markNoShow: {
    summary: 'Marks a guest as a no-show. The nights are released immediately',
    input: stayVersion.extend({
      fee: z.enum(['agreed', 'none']).describe('Charges the agreed fee, or nothing'),
      notify_guest: z.boolean().default(false).describe('Whether to email the guest'),
    }),
    response: operationResult,
    who: 'run the desk',
  },
  getFreeUnits: {
    summary: 'Returns the availability for some nights, by room type: units left, prices and free units',
    input: z.object({
      from: day().optional(),
      to: day().optional(),
      customer: id().optional().describe('The customer whose agreed rates apply'),
      room: id().optional().describe('The room type of a booked stay, included even if it is not listed on the site'),
    }),
    response: z.object({
      from: z.iso.date().describe('The requested day; today by default'),
      to: z.iso.date(),
      today: z.iso.date(),
      last_night: z.iso
        .date()
        .nullable()
        .describe('Before 4:00 in the morning: the night for which a guest may still arrive'),
      last_closed: z.iso.date().nullable().describe('The last closed day; null if there is none'),
      data: z.array(
        z.object({
          room: id(),
          name: z.string(),
          left: z.int(),
          total: amount(),
          agreed: z.boolean().describe('Whether the price is an agreed rate of the customer'),
          max_adults: z.int(),
          max_children: z.int(),
          max_guests: z.int(),
          units: z.array(
            z.object({
              id: id(),
              name: z.string(),
              condition: z.enum(conditions),
              occupied: z
                .boolean()
                .describe('Whether a guest is in the unit now, although it is free on the requested nights'),
            }),
          ),
        }),
      ),
    }),
    who: 'run the desk',
  },
  bookAtDesk: {
    summary: 'Books a stay at reception, for example by phone or for a walk-in. The stay is confirmed immediately',
    input: z.object({
      from: day(),
      to: day(),
      rooms: requestedRooms(),
      source: z.enum(deskSources),
      ...contactInputs,
      email: z.union([z.literal(''), contactInputs.email]).default(''),
      language: z.enum(languages),
      ...createOptionalInputs(),
      guest_of: line(40).default('').describe('The reference of another stay of the same guest'),
      customer: id()
        .nullable()
        .default(null)
        .describe('The customer for whom the guest travels. Its agreed rates apply'),
      notify_guest: z.boolean().default(false).describe('Whether to email a confirmation'),
      check_in: z
        .boolean()
        .default(false)
        .describe('Whether to check the guests in at once. Each room then needs a unit that is ready'),
    }),
    response: z.object({
      code: z.string(),
      booking: id(),
      version: id(),
      check_in: operationResult.nullable().describe('The result of the check-in; null without one'),
    }),
    keyed: true,
    who: 'run the desk',
  },
} satisfies Contract

export type FreeUnits = z.infer<(typeof deskContract.getFreeUnits)['response']>
export type FreeRoomType = FreeUnits['data'][number]

export type RoomRequest = z.infer<typeof requestedRoom>
export type CheckOutPreview = z.infer<(typeof deskContract.previewCheckOut)['response']>
export type DeskApi = Client<typeof deskContract>
export type StayPart = z.infer<typeof part>
export type Arrangement = z.input<typeof arrangement>
export type Occupancy = z.infer<typeof occupancy>
