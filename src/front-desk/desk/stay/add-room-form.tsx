import { useEffect, useRef, useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import type { DeskApi, FreeUnits } from '../contract.ts'
import { ClosedNights } from './closed-nights.tsx'
import type { DeskStay, StayApi } from './contract.ts'
import { createFirstRoom, toRoomRequest, getTotal, type RoomInput } from './room-input.ts'
import { RoomRows } from './room-rows.tsx'
import styles from './stay.module.css'
import { NotifyField } from '../today/notify-field.tsx'
import { useOperationToast } from './use-operation-toast.tsx'

/** Adds rooms to a stay, on its dates or on others. Shows the price before adding them. */
export function AddRoomForm({ stay, onClose }: { stay: DeskStay; onClose: () => void }) {
  const { t, money } = useTranslator()
  const api = useApi<DeskApi & StayApi>()
  const onDone = useOperationToast()
  const parts = stay.rooms.filter(({ can_change }) => can_change).flatMap((room) => room.parts)
  const customerId = stay.customer?.id
  const [from, setFrom] = useState(() => [parts.map((part) => part.from).toSorted()[0]!, stay.today].toSorted()[1]!)
  const [to, setTo] = useState(() =>
    parts
      .map((part) => part.to)
      .toSorted()
      .at(-1)!,
  )
  const [freeUnits, setFreeUnits] = useState<FreeUnits | null>(null)
  const [rooms, setRooms] = useState<readonly RoomInput[] | null>(null)
  const introduction = useRef<HTMLParagraphElement>(null)
  useEffect(() => introduction.current!.focus(), [])
  useEffect(() => {
    if (from >= to) return
    let isCurrent = true
    void api.getFreeUnits({ from, to, ...(customerId !== undefined && { customer: customerId }) }).then(
      (loadedUnits) => {
        if (!isCurrent) return
        setFreeUnits(loadedUnits)
        setRooms((now) => now?.map((n) => ({ ...n, unit: null })) ?? [createFirstRoom(loadedUnits, null)])
      },
      () => {},
    )
    return () => void (isCurrent = false)
  }, [api, from, to, customerId])
  const { form, isBusy, failure, error } = useForm(
    async ({ data, sendOnce }) => {
      const request = {
        code: stay.code,
        from,
        to,
        rooms: rooms!.map(toRoomRequest),
        notify_guest: data.get('notify_guest') === 'on',
      }
      onDone(await sendOnce(api.addRooms, request))
      onClose()
    },
    { isRepeatable: true },
  )
  const total = freeUnits && rooms && getTotal(rooms, freeUnits)
  return (
    <form {...form} className={`stack-3 ${styles.form}`}>
      <p ref={introduction} tabIndex={-1}>
        {t('desk.add_room_text')}
      </p>
      <div className={styles.short}>
        <DateField
          label={t('desk.book_from')}
          name="from"
          value={from}
          error={error('from')}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <DateField
          label={t('desk.book_to')}
          name="to"
          value={to}
          error={error('to') ?? (from >= to ? t('desk.invalid_dates') : undefined)}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </div>
      <ClosedNights checkin={from} checkout={to} lastClosed={stay.last_closed} />
      {freeUnits && rooms ? (
        <RoomRows rooms={rooms} free={freeUnits} onChange={setRooms} error={error} />
      ) : (
        <p>{t('office.loading')}</p>
      )}
      {typeof total === 'number' && (
        <p className={styles.costs} role="status">
          {t('desk.book_total')} <strong>{money(total)}</strong>
        </p>
      )}
      <NotifyField stay={stay} />
      <FormButtons
        failure={failure}
        isBusy={isBusy}
        label={t('desk.add_room_submit')}
        disabled={!rooms || from >= to}
        onClose={onClose}
      />
    </form>
  )
}
