import { isoDay, parseDay } from '#platform/day.ts'
import type { StayPart } from './contract.ts'

/** The number of days by which each end of a stay moves. */
export interface DateShift {
  start: number
  end: number
}

/**
 * Shifts the parts of a stay. If both ends move, all parts move. If one end moves, only the part at that end becomes
 * longer or shorter, and parts beyond it are dropped. Null: no night would be left.
 */
export function shiftParts(parts: readonly StayPart[], { start, end }: DateShift): StayPart[] | null {
  const offset = start !== 0 && end !== 0 ? start : 0
  const shiftedParts = parts.map((part) => ({
    ...part,
    from: parseDay(part.from)! + offset,
    to: parseDay(part.to)! + offset,
  }))
  const [from, to] = [parseDay(parts[0]!.from)! + start, parseDay(parts.at(-1)!.to)! + end]
  if (from >= to) return null
  const remainingParts = shiftedParts.filter((part) => part.to > from && part.from < to)
  return remainingParts.map((part, index) => ({
    ...part,
    from: isoDay(index === 0 ? from : part.from),
    to: isoDay(index === remainingParts.length - 1 ? to : part.to),
  }))
}

interface RoomOfStay {
  booking: number
  version: number
  status: string
  can_change: boolean
  parts: readonly StayPart[]
}

/** The rooms of a stay that can be shifted. A guest in house cannot start on another day. */
export const listShiftableRooms = <Room extends RoomOfStay>(rooms: readonly Room[], { start }: DateShift): Room[] =>
  rooms.filter(({ can_change, status }) => can_change && (start === 0 || status !== 'checked_in'))

/**
 * Shifts the shiftable rooms of a stay, and removes the units in `excludedUnits`, which other stays occupy. Null: a
 * room would have no night left.
 */
export function shiftRooms(
  rooms: readonly RoomOfStay[],
  shift: DateShift,
  excludedUnits: ReadonlySet<number> = new Set(),
): { booking: number; version: number; parts: StayPart[] }[] | null {
  const changes = listShiftableRooms(rooms, shift).map(({ booking, version, parts }) => ({
    booking,
    version,
    parts: shiftParts(parts, shift)?.map(({ room, unit, from, to }) => ({
      room,
      unit: unit !== null && excludedUnits.has(unit) ? null : unit,
      from,
      to,
    })),
  }))
  return changes.length > 0 &&
    changes.every((change): change is typeof change & { parts: StayPart[] } => !!change.parts)
    ? changes
    : null
}
