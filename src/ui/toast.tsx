import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react'
import { useRoute } from '#platform/pages/page.tsx'
import { ACTION_TOAST_MS, TOAST_MS } from './toast-times.ts'
import styles from './toast.module.css'

interface Toast {
  text: string
  /** A link or button that belongs to the message. */
  action?: ReactNode
  /** Whether a message with an action stays after a change of page. */
  isSticky?: boolean | undefined
}
type ShowToast = (text: string, action?: ReactNode, isSticky?: boolean) => void
const ToastContext = createContext<ShowToast>(() => {})

/**
 * Returns a function that shows a short message. A change of page closes a message with an action, unless `isSticky` is
 * set.
 */
export const useToast = () => useContext(ToastContext)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null)
  const showToast = useCallback<ShowToast>((text, action, isSticky) => {
    const newToast: Toast = { text, action, isSticky }
    setToast(newToast)
    setTimeout(
      () => setToast((current) => (current === newToast ? null : current)),
      action ? ACTION_TOAST_MS : TOAST_MS,
    )
  }, [])
  const { path } = useRoute()
  useEffect(() => setToast((current) => (current?.action && !current.isSticky ? null : current)), [path])
  return (
    <ToastContext value={showToast}>
      {children}
      <div className={styles.place} role="status">
        {toast && (
          <p className={styles.toast}>
            {toast.text} {toast.action}
          </p>
        )}
      </div>
    </ToastContext>
  )
}
