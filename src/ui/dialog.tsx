import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import styles from './dialog.module.css'

/** Where the pointer was pressed last. A text selection may end outside a dialog and must not close it. */
let pressTarget: EventTarget

/** A modal dialog. The browser keeps the focus inside and restores it at the end. */
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
  /** Wide: as wide as is useful, and on a phone the full width. Full: the whole screen. */
  size?: 'wide' | 'full'
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslator()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  /**
   * The number of close events to expect after the owner has closed the dialog. The dialog may be open again when they
   * arrive.
   */
  const ownCloseEventCount = useRef(0)
  useEffect(() => {
    const element = dialog.current!
    if (open && !element.open) element.showModal()
    if (!open && element.open) {
      ownCloseEventCount.current++
      element.close()
    }
  }, [open])

  /** Notifies the owner that the user closed the dialog, for example with Escape. */
  function onCloseEvent() {
    if (ownCloseEventCount.current > 0) ownCloseEventCount.current--
    else onClose()
  }

  function onClickOutside({ target }: MouseEvent) {
    if (target === dialog.current && target === pressTarget) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={`on-paper ${styles.dialog} ${size ? styles[size] : ''}`.trimEnd()}
      aria-labelledby={titleId}
      onClose={onCloseEvent}
      onPointerDown={({ target }) => (pressTarget = target)}
      onClick={onClickOutside}
    >
      {open && (
        <div className={styles.sheet} data-tone={tone}>
          <header className={styles.head}>
            <h2 className="size-4" id={titleId}>
              {title}
            </h2>
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
