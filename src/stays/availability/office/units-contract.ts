import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, requiredLine } from '#platform/http/fields.ts'

const id = () => count(1, 2_147_483_647)

const closure = z.object({
  id: z.int(),
  from: z.string(),
  to: z.string().describe('The first day on which the unit is available again'),
  reason: z.string(),
  is_imported: z.boolean().describe('Whether the closure was imported from another calendar'),
  state: z.enum(['to come', 'now', 'over']),
})
const unit = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  active: z.boolean().describe('Whether the unit is in use'),
  closures: z.array(closure).describe('In ascending order'),
})
const roomUnits = z.object({
  room: z.int(),
  name: z.string(),
  today: z.string(),
  sold: z.int().describe('The number of units for sale on a night without closures'),
  data: z.array(unit),
})

export const unitsContract = {
  getRoomUnits: {
    summary: 'Returns the units of a room and their closures',
    input: z.object({ room: id() }),
    response: roomUnits,
    who: 'change rooms',
  },
  addUnit: {
    summary: 'Adds a unit to a room',
    input: z.object({ room: id(), name: requiredLine(40) }),
    response: roomUnits,
    who: 'change rooms',
  },
  saveUnit: {
    summary: 'Renames, deactivates or reactivates a unit',
    input: z.object({ id: id(), version: count(0, 2_147_483_646), name: requiredLine(40), active: z.boolean() }),
    response: roomUnits,
    who: 'change rooms',
  },
  closeUnit: {
    summary: 'Closes a unit for some dates',
    input: z.object({ unit: id(), from: day(), to: day(), reason: requiredLine(200) }),
    response: roomUnits,
    who: 'change rooms',
  },
  reopenUnit: {
    summary: 'Ends a closure today, or deletes it before it begins',
    input: z.object({ id: id() }),
    response: roomUnits,
    who: 'change rooms',
  },
} satisfies Contract

export type UnitsApi = Client<typeof unitsContract>
export type RoomUnits = z.infer<typeof roomUnits>
export type Unit = RoomUnits['data'][number]
export type UnitClosure = Unit['closures'][number]
