import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react'
import { usePlace } from '#platform/pages/page.tsx'
import { ACTION_TOAST_MS, TOAST_MS } from './toast-times.ts'
import styles from './toast.module.css'

interface Toast {
  text: string
  /** A link or button that belongs to the message. */
  action?: ReactNode
}
const ToastContext = createContext<(text: string, action?: ReactNode) => void>(() => {})

/** Returns a function that shows a short message. The message survives a change of page, unless it has a link. */
export const useToast = () => useContext(ToastContext)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null)
  const showToast = useCallback((text: string, action?: ReactNode) => {
    const newToast: Toast = { text, action }
    setToast(newToast)
    setTimeout(
      () => setToast((current) => (current === newToast ? null : current)),
      action ? ACTION_TOAST_MS : TOAST_MS,
    )
  }, [])
  const { path } = usePlace()
  useEffect(() => setToast((current) => (current?.action ? null : current)), [path])
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
