import { useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Part } from '#ui/office/file.tsx'
import type { DeskStay } from './contract.ts'
import styles from './stay.module.css'
import { AddRoomForm } from './add-room-form.tsx'
import { TogetherForm } from './together-form.tsx'
import { WholeForm } from './whole-form.tsx'

/** Actions on all rooms of a stay, and adding a room. */
export function Whole({ stay }: { stay: DeskStay }) {
  const { t } = useWords()
  const [asks, setAsks] = useState<'dates' | 'in' | 'out' | 'room' | null>(null)
  const close = () => setAsks(null)
  const isOfSeveral = stay.rooms.filter(({ may_change }) => may_change).length > 1
  const isPromised = stay.rooms.some(({ status }) => status === 'confirmed' || status === 'checked_in')
  return (
    <Part title={t(isOfSeveral ? 'desk.whole' : 'desk.book_rooms')}>
      {asks === null && (
        <div className={styles.acts}>
          {isOfSeveral && (
            <Button look="secondary" onClick={() => setAsks('dates')}>
              {t('desk.whole_dates')}
            </Button>
          )}
          {isOfSeveral && stay.rooms.some(({ may_come }) => may_come) && (
            <Button look="secondary" onClick={() => setAsks('in')}>
              {t('desk.together_in')}
            </Button>
          )}
          {isOfSeveral && stay.rooms.some(({ may_leave }) => may_leave) && (
            <Button look="secondary" onClick={() => setAsks('out')}>
              {t('desk.together_out')}
            </Button>
          )}
          {isPromised && (
            <Button look={isOfSeveral ? 'quiet' : 'secondary'} onClick={() => setAsks('room')}>
              {t('desk.add_room')}
            </Button>
          )}
        </div>
      )}
      {asks === 'room' && <AddRoomForm stay={stay} onClose={close} />}
      {asks === 'dates' && <WholeForm stay={stay} onClose={close} />}
      {(asks === 'in' || asks === 'out') && <TogetherForm stay={stay} way={asks} onClose={close} />}
    </Part>
  )
}
