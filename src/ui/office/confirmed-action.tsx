import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import styles from './action-form.module.css'

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
  const { t } = useTranslator()
  const [isOpen, setOpen] = useState(false)
  const [errorText, setErrorText] = useState<string | null>(null)
  async function confirm() {
    setErrorText(null)
    try {
      await act()
      setOpen(false)
    } catch (error) {
      setErrorText((error instanceof ApiError && error.message) || failed)
    }
  }
  return (
    <>
      <Button look="quiet" disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={isOpen} tone="warning" title={title} onClose={() => setOpen(false)}>
        <div className={styles.ask}>
          <p>{text}</p>
          {errorText && <p role="alert">{errorText}</p>}
          <div className={styles.choice}>
            <Button look="secondary" onClick={() => setOpen(false)}>
              {t('edit.keep')}
            </Button>
            <Button look="quiet" onClick={() => void confirm()}>
              {yes}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
