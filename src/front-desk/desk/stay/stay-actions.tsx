import { useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { RecordSection } from '#ui/office/record-page.tsx'
import type { DeskStay } from './contract.ts'
import { AddRoomForm } from './add-room-form.tsx'
import { ArrivalForm } from './arrival-form.tsx'
import { GroupDatesForm } from './group-dates-form.tsx'

/** Actions on all rooms of a stay, and adding a room. */
export function StayActions({ stay }: { stay: DeskStay }) {
  const { t } = useTranslator()
  const [openForm, setOpenForm] = useState<'dates' | 'room' | 'arrival' | null>(null)
  const close = () => setOpenForm(null)
  const hasSeveralRooms = stay.rooms.filter(({ can_change }) => can_change).length > 1
  const isLive = stay.rooms.some(({ status }) => status === 'confirmed' || status === 'checked_in')
  return (
    <RecordSection title={t(hasSeveralRooms ? 'desk.all_rooms' : 'desk.book_rooms')}>
      {openForm === null && (
        <div className="row-2">
          {hasSeveralRooms && (
            <Button variant="secondary" onClick={() => setOpenForm('dates')}>
              {t('desk.all_rooms_dates')}
            </Button>
          )}
          {isLive && (
            <Button variant={hasSeveralRooms ? 'quiet' : 'secondary'} onClick={() => setOpenForm('room')}>
              {t('desk.add_room')}
            </Button>
          )}
          {stay.is_expected && (
            <Button variant="quiet" onClick={() => setOpenForm('arrival')}>
              {t('desk.set_arrival')}
            </Button>
          )}
        </div>
      )}
      {openForm === 'arrival' && <ArrivalForm stay={stay} onClose={close} />}
      {openForm === 'room' && <AddRoomForm stay={stay} onClose={close} />}
      {openForm === 'dates' && <GroupDatesForm stay={stay} onClose={close} />}
    </RecordSection>
  )
}
