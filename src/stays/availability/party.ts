import type { FieldMessages } from '#platform/errors.ts'
import type { PluralKey, MessageRef } from '#locales/translator.ts'

export interface Party {
  adults: number
  children: number
}

/** The maximum number of rooms in one booking. Parties that need more rooms contact the company first. */
export const maxRoomsPerStay = 10

export interface Capacity {
  max_adults: number
  max_children: number
  max_guests: number
}

/** Checks a party against the capacity of a room. */
export function validateParty({ adults, children }: Party, room: Capacity): FieldMessages {
  return {
    ...(adults > room.max_adults && { adults: [createLimitMessage('error.too_many_adults', room.max_adults)] }),
    ...(children > room.max_children && {
      children: [
        room.max_children === 0
          ? { key: 'error.no_children' }
          : createLimitMessage('error.too_many_children', room.max_children),
      ],
    }),
    ...(adults <= room.max_adults &&
      children <= room.max_children &&
      adults + children > room.max_guests && {
        adults: [createLimitMessage('error.too_many_guests', room.max_guests)],
      }),
  }
}

const createLimitMessage = (key: PluralKey, count: number): MessageRef => ({ key, count })
