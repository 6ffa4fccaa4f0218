import { useState } from 'react'
import { ApiError } from '../../platform/errors.ts'
import { useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './ask.module.css'

/** What cannot be taken back by a press is asked once more; a refusal is said where it was asked. */
export function AskedAct({
  name,
  act,
  disabled = false,
}: {
  name: 'take_down' | 'remove'
  act: () => Promise<void>
  disabled?: boolean
}) {
  const { t } = useWords()
  const [isAsking, setAsking] = useState(false)
  const [told, setTold] = useState<string | null>(null)
  async function go() {
    setTold(null)
    try {
      await act()
      setAsking(false)
    } catch (error) {
      setTold((error instanceof ApiError && error.message) || t('posts.failed'))
    }
  }
  return (
    <div>
      <Button look="quiet" disabled={disabled} onClick={() => setAsking(true)}>
        {t(`posts.${name}`)}
      </Button>
      <Dialog open={isAsking} tone="warning" title={t(`posts.${name}_title`)} onClose={() => setAsking(false)}>
        <div className={styles.ask}>
          <p>{t(`posts.${name}_text`)}</p>
          {told && <p role="alert">{told}</p>}
          <div className={styles.choice}>
            <Button look="secondary" onClick={() => setAsking(false)}>
              {t('edit.keep')}
            </Button>
            <Button look="quiet" onClick={() => void go()}>
              {t(`posts.${name}_yes`)}
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  )
}
