import type { FieldErrors } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { Room } from '../../rooms/contract.ts'
import { getBedFieldName } from '../guest-fields.ts'
import { ArrivalField } from '../preferences/arrival-field.tsx'
import { BedField } from '../preferences/bed-field.tsx'

export type RoomWithBeds = Pick<Room, 'name' | 'bed_setups'>

/** The arrival time, and the beds of each room. Loaded on demand. */
export function PreferenceFields({ rooms, errors }: { rooms: readonly RoomWithBeds[]; errors: FieldErrors }) {
  const { number } = useTranslator()
  const hasSeveralRooms = rooms.length > 1
  /** The name of a room, with a number if the stay has several of its type. */
  function formatRoomLabel(index: number): string {
    const { name } = rooms[index]!
    const hasSameName = (room: RoomWithBeds) => room.name === name
    if (rooms.filter(hasSameName).length === 1) return name
    return `${name} ${number(rooms.slice(0, index + 1).filter(hasSameName).length)}`
  }
  return (
    <>
      <ArrivalField value="" error={errors['arrival_time']?.[0]} />
      {rooms.map(({ bed_setups }, index) => {
        const name = hasSeveralRooms ? getBedFieldName(index) : 'bed'
        return (
          <BedField
            key={index}
            setups={bed_setups}
            room={hasSeveralRooms ? formatRoomLabel(index) : undefined}
            name={name}
            error={errors[name]?.[0]}
          />
        )
      })}
    </>
  )
}
