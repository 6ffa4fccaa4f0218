import { useEffect, useRef, useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { CheckOut } from '../today/check-out.tsx'
import type { DeskApi } from '../contract.ts'
import { ClosedNights } from './closed-nights.tsx'
import type { DeskStay } from './contract.ts'
import styles from './stay.module.css'
import { useOperationToast } from './use-operation-toast.tsx'

type GroupRoom = Awaited<ReturnType<DeskApi['previewGroupCheck']>>['rooms'][number]

/** Checks the rooms of a stay in or out together. A room that is not ready shows the reason and does not change. */
export function GroupCheckForm({
  stay,
  way,
  onClose,
}: {
  stay: Pick<DeskStay, 'code' | 'today' | 'last_closed'>
  way: 'in' | 'out'
  onClose: () => void
}) {
  const translator = useTranslator()
  const { t, count, number, day } = translator
  const api = useApi<DeskApi>()
  const onDone = useOperationToast()
  const [rooms, setRooms] = useState<readonly GroupRoom[] | null>(null)
  const [unselectedIds, setUnselectedIds] = useState<ReadonlySet<number>>(new Set())
  const isFirst = useRef(true)
  /** Incremented to reload the rooms after a rejected request, because they have changed. */
  const [attemptCount, setAttemptCount] = useState(0)
  useEffect(() => {
    let isCurrent = true
    void api.previewGroupCheck({ code: stay.code, way }).then(
      (preview) => {
        if (!isCurrent) return
        setRooms(preview.rooms)
        if (isFirst.current && way === 'out')
          setUnselectedIds(new Set(listRoomsWithNightsLeft(preview.rooms, stay.today)))
        isFirst.current = false
      },
      () => isCurrent && setRooms([]),
    )
    return () => void (isCurrent = false)
  }, [api, stay, way, attemptCount])
  const readyRooms = rooms?.filter(({ refused: rejection }) => rejection === null) ?? []
  const selectedRooms = readyRooms.filter(({ booking }) => !unselectedIds.has(booking))
  const firstRoom = selectedRooms.toSorted((a, b) => (a.checkin < b.checkin ? -1 : 1))[0]
  const { form, isBusy, failure } = useForm(
    async ({ reportLostResponse }) => {
      const roomVersions = selectedRooms.map(({ booking, version, unit }) => ({
        booking,
        version,
        unit: unit && unit.id,
      }))
      onDone(await reportLostResponse(api.checkInTogether({ rooms: roomVersions })))
      onClose()
    },
    {
      isRepeatable: true,
      onRejected(userError) {
        setAttemptCount((now) => now + 1)
        return userError
      },
    },
  )
  if (!rooms) return <p>{t('office.loading')}</p>
  const selection = (
    <fieldset className={styles.rooms}>
      <legend>{t(`desk.together_can_${way}`, { can: number(readyRooms.length), all: number(rooms.length) })}</legend>
      <ul role="list">
        {rooms.map((room) => (
          <li key={room.booking}>
            <label className="line-2">
              <input
                type="checkbox"
                disabled={room.refused !== null}
                checked={room.refused === null && !unselectedIds.has(room.booking)}
                onChange={({ currentTarget: { checked } }) =>
                  setUnselectedIds((now) => {
                    const otherBookings = [...now].filter((booking) => booking !== room.booking)
                    return new Set(checked ? otherBookings : [...otherBookings, room.booking])
                  })
                }
              />
              <strong>{room.unit?.name ?? t('desk.unassigned')}</strong> {room.room_name}
            </label>
            {room.refused !== null && <p className={`small ${styles.why}`}>{room.refused}</p>}
            {way === 'out' && room.checkout > stay.today && (
              <p className="small">{t('desk.together_early', { when: day(room.checkout, 'short') })}</p>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  )
  const label = count(`desk.together_submit_${way}`, selectedRooms.length)
  if (way === 'out')
    return (
      <CheckOut
        code={stay.code}
        rooms={selectedRooms}
        label={label}
        onDone={(result) => {
          onDone(result)
          onClose()
        }}
        onClose={onClose}
      >
        {selection}
      </CheckOut>
    )
  return (
    <form {...form} className={`stack-3 ${styles.form}`}>
      {selection}
      {firstRoom && <ClosedNights {...firstRoom} lastClosed={stay.last_closed} />}
      <FormButtons
        failure={failure}
        isBusy={isBusy}
        label={label}
        disabled={selectedRooms.length === 0}
        onClose={onClose}
      />
    </form>
  )
}

/** Returns the rooms that start unselected: those with nights left, but none if all rooms have nights left. */
function listRoomsWithNightsLeft(rooms: readonly GroupRoom[], today: string): number[] {
  const laterBookings = rooms.filter(({ checkout }) => checkout > today).map(({ booking }) => booking)
  return laterBookings.length === rooms.length ? [] : laterBookings
}
