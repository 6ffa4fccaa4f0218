import { useEffect, useState } from 'react'
import { isoDay, parseDay } from '#platform/day.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import type { DeskApi, FreeRoomType, StayPart } from '../contract.ts'
import styles from './stay.module.css'

/** The row for consecutive nights in one room. It can be split in two, so that the guest moves during the stay. */
export function PartRow({
  part,
  isFirst,
  error,
  onChange,
  onSplit,
  onJoin,
}: {
  part: StayPart
  isFirst: boolean
  error: (field: 'from' | 'to' | 'room' | 'unit') => string | undefined
  onChange: (to: Partial<StayPart>) => void
  onSplit: (day: string) => void
  /** Null: there is no part before this one. */
  onJoin: (() => void) | null
}) {
  const { t } = useTranslator()
  const [originalPart] = useState(part)
  const roomTypes = useFreeRooms(part, originalPart.room)
  const roomType = roomTypes?.find(({ room }) => room === part.room)
  const otherUnits = roomType?.units.filter(({ id }) => id !== originalPart.unit) ?? []
  const nights = (parseDay(part.to) ?? 0) - (parseDay(part.from) ?? 0)
  return (
    <div className={styles.part}>
      <DateField
        label={t('desk.book_from')}
        name="from"
        error={error('from')}
        value={part.from}
        readOnly={!isFirst}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <DateField
        label={t('desk.book_to')}
        name="to"
        error={error('to')}
        value={part.to}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
      <SelectField
        label={t('desk.book_room')}
        name="room"
        error={error('room')}
        value={part.room}
        onChange={({ currentTarget }) => onChange({ room: Number(currentTarget.value), unit: null })}
      >
        {roomTypes?.map(({ room, name }) => (
          <option key={room} value={room}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('desk.book_unit')}
        name="unit"
        error={error('unit')}
        value={part.unit ?? ''}
        onChange={({ currentTarget }) => onChange({ unit: Number(currentTarget.value) || null })}
      >
        <option value="">{t('desk.book_unit_later')}</option>
        {originalPart.unit !== null && originalPart.room === part.room && (
          <option value={originalPart.unit}>{t('desk.same_unit')}</option>
        )}
        {otherUnits.map(({ id, name, condition }) => (
          <option key={id} value={id}>
            {name}, {t(`desk.unit_${condition}`)}
          </option>
        ))}
      </SelectField>
      <div className="row-2">
        {nights > 1 && (
          <Button variant="quiet" onClick={() => onSplit(isoDay(parseDay(part.from)! + Math.ceil(nights / 2)))}>
            {t('desk.split')}
          </Button>
        )}
        {onJoin && (
          <Button variant="quiet" onClick={onJoin}>
            {t('desk.join')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Loads the availability on the nights of a part. The booked room type is included even if it is no longer listed. */
function useFreeRooms({ from, to }: StayPart, bookedRoom: number): readonly FreeRoomType[] | null {
  const api = useApi<DeskApi>()
  const [roomTypes, setRoomTypes] = useState<readonly FreeRoomType[] | null>(null)
  useEffect(() => {
    if (from >= to) return
    let isCurrent = true
    void api.getFreeUnits({ from, to, room: bookedRoom }).then(
      ({ data }) => isCurrent && setRoomTypes(data),
      () => {},
    )
    return () => void (isCurrent = false)
  }, [api, from, to, bookedRoom])
  return roomTypes
}
