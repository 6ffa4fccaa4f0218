import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react'
import styles from './toast.module.css'

const ToastContext = createContext<(text: string) => void>(() => {})

/** Says in passing that something was done. It outlives the page that said it. */
export const useToast = () => useContext(ToastContext)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<{ text: string } | null>(null)
  const say = useCallback((text: string) => setSaid({ text }), [])
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(null), SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <ToastContext value={say}>
      {children}
      <div className={styles.place} role="status">
        {said && <p className={styles.toast}>{said.text}</p>}
      </div>
    </ToastContext>
  )
}

const SHOWN_FOR_MS = 3000
