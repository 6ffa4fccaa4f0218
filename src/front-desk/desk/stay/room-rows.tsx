import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import type { FreeRoomType, FreeUnits } from '../contract.ts'
import type { RoomInput } from './room-input.ts'
import styles from './new-booking.module.css'

/** The rooms of a stay, each with its guests and agreed price. */
export function RoomRows({
  rooms,
  free: freeUnits,
  onChange,
  error,
}: {
  rooms: readonly RoomInput[]
  free: FreeUnits
  onChange: (rooms: readonly RoomInput[]) => void
  error: (name: string) => string | undefined
}) {
  const { t, money, number } = useTranslator()
  const formatOptionLabel = ({ name, left, total }: FreeRoomType) => {
    if (left === 0) return t('desk.book_room_none', { room: name })
    const values = { room: name, left: number(left) }
    return total === null
      ? t('desk.book_room_left_only', values)
      : t('desk.book_room_left', { ...values, total: money(total) })
  }
  return (
    <>
      {rooms.map((input, index) => {
        const roomType = freeUnits.data.find(({ room }) => room === input.room)
        const change = (to: Partial<RoomInput>) => onChange(rooms.with(index, { ...input, ...to }))
        return (
          <div key={index} className={styles.room}>
            <SelectField
              label={t('desk.book_room')}
              name={`rooms.${index}.room`}
              value={input.room}
              error={error(`rooms.${index}.room`)}
              onChange={({ currentTarget }) => change({ room: Number(currentTarget.value), unit: null })}
            >
              {freeUnits.data.map((d) => (
                <option key={d.room} value={d.room}>
                  {formatOptionLabel(d)}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={t('desk.book_unit')}
              name={`rooms.${index}.unit`}
              value={input.unit ?? ''}
              error={error(`rooms.${index}.unit`)}
              onChange={({ currentTarget }) => change({ unit: Number(currentTarget.value) || null })}
            >
              <option value="">{t('desk.book_unit_later')}</option>
              {roomType?.units.map(({ id, name, condition }) => (
                <option key={id} value={id}>
                  {name}, {t(`desk.unit_${condition}`)}
                </option>
              ))}
            </SelectField>
            <NumberField
              label={t('desk.book_adults')}
              name={`rooms.${index}.adults`}
              value={input.adults}
              error={error(`rooms.${index}.adults`)}
              onValueChange={(adults) => change({ adults })}
            />
            <NumberField
              label={t('desk.book_children')}
              name={`rooms.${index}.children`}
              value={input.children}
              error={error(`rooms.${index}.children`)}
              onValueChange={(children) => change({ children })}
            />
            <NumberField
              label={t('desk.book_price')}
              name={`rooms.${index}.price`}
              value={input.price}
              hint={t(roomType?.agreed ? 'desk.book_price_agreed' : 'desk.book_price_hint')}
              error={error(`rooms.${index}.price`)}
              onValueChange={(price) => change({ price })}
            />
            {rooms.length > 1 && (
              <Button variant="quiet" onClick={() => onChange(rooms.toSpliced(index, 1))}>
                {t('desk.book_remove')}
              </Button>
            )}
          </div>
        )
      })}
      {rooms.length < MAX_ROOMS && (
        <div>
          <Button variant="secondary" onClick={() => onChange([...rooms, { ...rooms.at(-1)!, unit: null }])}>
            {t('desk.book_another')}
          </Button>
        </div>
      )}
    </>
  )
}

const MAX_ROOMS = 20
