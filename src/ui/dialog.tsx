import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { useWords } from '#platform/pages/page.tsx'
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
  /** How many close events are still to come of closings that the owner asked for. By then it may have been opened again. */
  const ownCloseEvents = useRef(0)
  useEffect(() => {
    const element = dialog.current!
    if (open && !element.open) element.showModal()
    if (!open && element.open) {
      ownCloseEvents.current++
      element.close()
    }
  }, [open])

  /** Tells the owner that the reader closed it, with Escape for example. */
  function onCloseEvent() {
    if (ownCloseEvents.current > 0) ownCloseEvents.current--
    else onClose()
  }

  function closeFromOutside(event: MouseEvent) {
    if (event.target === dialog.current) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${size ? styles[size] : ''}`.trimEnd()}
      aria-labelledby={titleId}
      onClose={onCloseEvent}
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
