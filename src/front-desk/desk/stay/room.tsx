import { useState } from 'react'
import { formatGuests } from '#stays/availability/format-guests.ts'
import { getStatusKey } from '#stays/bookings/summary.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Fact, Facts, RecordSection } from '#ui/office/record-page.tsx'
import { formatStay } from '#locales/dates.ts'
import { CheckIn } from '../today/check-in.tsx'
import { CheckOut } from '../today/check-out.tsx'
import { ArrangeForm } from './arrange-form.tsx'
import { CancelRoomForm } from './cancel-room-form.tsx'
import type { DeskRoom, DeskStay } from './contract.ts'
import { PartyForm } from './party-form.tsx'
import { toStayToCheckIn } from './stay-to-check-in.ts'
import { useOperationToast } from './use-operation-toast.tsx'

type OpenForm = 'in' | 'out' | 'nights' | 'party' | 'cancel' | null

/** A room of a stay with its actions. One form is open at a time. */
export function Room({
  room,
  stay,
  mayBeCancelled,
  isUnderHeader = false,
}: {
  room: DeskRoom
  stay: DeskStay
  /** Whether the room can be cancelled alone. The last room is cancelled with the whole stay. */
  mayBeCancelled: boolean
  /** Whether it is the only room of its stay. Its status, bed and check-in are then in the header above it. */
  isUnderHeader?: boolean
}) {
  const translator = useTranslator()
  const { t, money } = translator
  const [openForm, setOpenForm] = useState<OpenForm>(null)
  const close = () => setOpenForm(null)
  const onDone = useOperationToast()
  return (
    <RecordSection
      title={room.parts
        .map(({ room_name }) => room_name)
        .filter(isFirstOccurrence)
        .join(' → ')}
    >
      <Facts>
        {room.parts.map(({ from, to, unit_name }) => (
          <Fact key={from} name={unit_name ?? t('desk.unassigned')}>
            <strong>{formatStay(translator, from, to)}</strong>
          </Fact>
        ))}
        <Fact name={t('desk.stay_guests')}>
          {formatGuests({ adult: room.adults, child: room.children }, translator)}
        </Fact>
        {!isUnderHeader && room.bed && <Fact name={t('booking.beds')}>{room.bed}</Fact>}
        {room.total !== null && <Fact name={t('request.price')}>{money(room.total)}</Fact>}
        {!isUnderHeader && <Fact name={t('desk.stay_status')}>{t(getStatusKey(room.status))}</Fact>}
      </Facts>
      {room.can_change && openForm === null && (
        <div className="row-2">
          {!isUnderHeader && room.can_check_in && (
            <Button variant="secondary" onClick={() => setOpenForm('in')}>
              {t('desk.check_in')}
            </Button>
          )}
          {!isUnderHeader && room.can_check_out && (
            <Button variant="secondary" onClick={() => setOpenForm('out')}>
              {t('desk.check_out')}
            </Button>
          )}
          <Button variant="secondary" onClick={() => setOpenForm('nights')}>
            {t('desk.change_nights')}
          </Button>
          <Button variant="secondary" onClick={() => setOpenForm('party')}>
            {t('desk.change_party')}
          </Button>
          {mayBeCancelled && room.status === 'confirmed' && (
            <Button variant="quiet" onClick={() => setOpenForm('cancel')}>
              {t('desk.cancel_room')}
            </Button>
          )}
        </div>
      )}
      {openForm === 'in' && (
        <CheckIn
          row={toStayToCheckIn(room, { ...stay, owed: null })}
          lastClosed={stay.last_closed}
          onDone={onDone}
          onClose={close}
        />
      )}
      {openForm === 'out' && (
        <CheckOut
          code={stay.code}
          rooms={[room]}
          label={t('desk.check_out_now')}
          onDone={(result) => {
            close()
            onDone(result)
          }}
          onClose={close}
        />
      )}
      {openForm === 'nights' && <ArrangeForm room={room} stay={stay} onClose={close} />}
      {openForm === 'party' && <PartyForm room={room} onClose={close} />}
      {openForm === 'cancel' && <CancelRoomForm room={room} stay={stay} onClose={close} />}
    </RecordSection>
  )
}

const isFirstOccurrence = (name: string, at: number, names: readonly string[]) => names.indexOf(name) === at
