import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useWords } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import styles from './act.module.css'

/** A button with a confirmation dialog, for actions that cannot be undone. Errors are shown in the dialog. */
export function AskedAct({
  label,
  title,
  text,
  yes,
  failed,
  act,
  disabled = false,
}: {
  label: string
  title: string
  text: string
  yes: string
  /** The message if the server gives no reason. */
  failed: string
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
      setTold((error instanceof ApiError && error.message) || failed)
    }
  }
  return (
    <>
      <Button look="quiet" disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Dialog open={isAsking} tone="warning" title={title} onClose={() => setAsking(false)}>
        <div className={styles.ask}>
          <p>{text}</p>
          {told && <p role="alert">{told}</p>}
          <div className={styles.choice}>
            <Button look="secondary" onClick={() => setAsking(false)}>
              {t('edit.keep')}
            </Button>
            <Button look="quiet" onClick={() => void go()}>
              {yes}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
