import type { Translator } from '#locales/translator.ts'
import type { Room } from './contract.ts'

/** The largest party that a room takes: "up to 2 adults, 1 child, 3 guests in all". */
export function formatPartyLimits(room: Room, { count }: Translator): string {
  const adults = count('room.most_adults', room.max_adults)
  if (room.max_children === 0) return adults
  return [adults, count('room.most_children', room.max_children), count('room.most_guests', room.max_guests)].join(', ')
}
