import { parseDay } from '#platform/day.ts'
import type { StayToCheckIn } from '../today/check-in.tsx'
import type { DeskRoom } from './contract.ts'

/** Converts a room of a stay to the input of the check-in form. */
export function toStayToCheckIn(
  room: DeskRoom,
  { name, today, owed }: { name: string; today: string; owed: number | null },
): StayToCheckIn {
  const [checkin, checkout] = [room.parts[0]!.from, room.parts.at(-1)!.to]
  return {
    booking: room.booking,
    version: room.version,
    room_name: room.parts[0]!.room_name,
    unit: { name: getUnitNameOn(room, today) ?? '' },
    needs_unit: room.needs_unit,
    name,
    checkin,
    checkout,
    nights: parseDay(checkout)! - parseDay(checkin)!,
    owed,
  }
}

/** The unit on a day. Before the stay it is the first unit, after it the last. Null: none is assigned. */
export const getUnitNameOn = ({ parts }: DeskRoom, day: string): string | null =>
  (parts.findLast(({ from }) => from <= day) ?? parts[0])?.unit_name ?? null
