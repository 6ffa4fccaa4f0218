import { useState, type ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { useAction } from '../use-action.ts'
import styles from './action-form.module.css'

/** A button with a confirmation dialog, for actions that cannot be undone. Errors are shown in the dialog. */
export function ConfirmedAction({
  label,
  title,
  text,
  confirmLabel,
  failed,
  onConfirm,
  disabled = false,
}: {
  label: ReactNode
  title: string
  text: string
  confirmLabel: string
  /** The message if the server gives no reason. */
  failed: string
  onConfirm: () => Promise<void>
  disabled?: boolean
}) {
  const { t } = useTranslator()
  const [isOpen, setOpen] = useState(false)
  const { run, isBusy, failure } = useAction(failed)
  const confirm = () =>
    run(async () => {
      await onConfirm()
      setOpen(false)
    })
  return (
    <>
      <Button variant="quiet" disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={isOpen} tone="warning" title={title} onClose={() => setOpen(false)}>
        <div className={styles.ask}>
          <p>{text}</p>
          {failure && <p role="alert">{failure}</p>}
          <div className={styles.choice}>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {t('edit.go_back')}
            </Button>
            <Button variant="quiet" isBusy={isBusy} onClick={() => void confirm()}>
              {confirmLabel}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
