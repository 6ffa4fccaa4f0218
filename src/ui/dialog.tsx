import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { useWords } from '../platform/pages/page.tsx'
import styles from './dialog.module.css'

/** A question or an answer before everything else. The browser keeps the focus inside and gives it back at the end. */
export function Dialog({
  open,
  title,
  tone = 'plain',
  size,
  onClose,
  children,
}: {
  open: boolean
  title: string
  tone?: 'plain' | 'warning'
  /** Wide: it takes the width it can use; on a phone, all of it. Full: all of the screen. */
  size?: 'wide' | 'full'
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useWords()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current!
    if (open && !element.open) element.showModal()
    if (!open && element.open) element.close()
  }, [open])

  /** The event comes a moment after the closing. By then the dialog may have been opened again. */
  function close() {
    if (!dialog.current!.open) onClose()
  }

  function closeFromOutside(event: MouseEvent) {
    if (event.target === dialog.current) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${size ? styles[size] : ''}`.trimEnd()}
      aria-labelledby={titleId}
      onClose={close}
      onClick={closeFromOutside}
    >
      {open && (
        <div className={styles.sheet} data-tone={tone}>
          <header className={styles.head}>
            <h2 id={titleId}>{title}</h2>
            <button type="button" className={styles.close} aria-label={t('shell.close')} onClick={onClose}>
              ×
            </button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  )
}
