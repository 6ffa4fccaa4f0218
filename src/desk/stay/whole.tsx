import { useState } from 'react'
import { useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Part } from '../../ui/office/file.tsx'
import type { DeskStay } from './contract.ts'
import styles from './stay.module.css'
import { TogetherForm } from './together-form.tsx'
import { WholeForm } from './whole-form.tsx'

/** What is done with all rooms of a stay as one. */
export function Whole({ stay }: { stay: DeskStay }) {
  const { t } = useWords()
  const [asks, setAsks] = useState<'dates' | 'in' | 'out' | null>(null)
  const close = () => setAsks(null)
  return (
    <Part title={t('desk.whole')}>
      {asks === null && (
        <div className={styles.acts}>
          <Button look="secondary" onClick={() => setAsks('dates')}>
            {t('desk.whole_dates')}
          </Button>
          {stay.rooms.some(({ may_come }) => may_come) && (
            <Button look="secondary" onClick={() => setAsks('in')}>
              {t('desk.together_in')}
            </Button>
          )}
          {stay.rooms.some(({ may_leave }) => may_leave) && (
            <Button look="secondary" onClick={() => setAsks('out')}>
              {t('desk.together_out')}
            </Button>
          )}
        </div>
      )}
      {asks === 'dates' && <WholeForm stay={stay} onClose={close} />}
      {(asks === 'in' || asks === 'out') && <TogetherForm stay={stay} way={asks} onClose={close} />}
    </Part>
  )
}
