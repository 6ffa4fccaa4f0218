import type { FieldErrors } from '#platform/errors.ts'
import type { Room } from '../../rooms/contract.ts'
import { ArrivalField } from '../wishes/arrival-field.tsx'
import { BedField } from '../wishes/bed-field.tsx'

export type RoomWithBeds = Pick<Room, 'name' | 'bed_setups'>

/** The arrival time, and the beds of each room. Loaded on demand. */
export function PreferenceFields({ rooms, errors }: { rooms: readonly RoomWithBeds[]; errors: FieldErrors }) {
  const hasSeveral = rooms.length > 1
  return (
    <>
      <ArrivalField value="" error={errors['arrival_time']?.[0]} />
      {rooms.map(({ name: room, bed_setups }, index) => {
        const name = hasSeveral ? `rooms.${index}.bed` : 'bed'
        return (
          <BedField
            key={index}
            setups={bed_setups}
            room={hasSeveral ? room : undefined}
            name={name}
            error={errors[name]?.[0]}
          />
        )
      })}
    </>
  )
}
