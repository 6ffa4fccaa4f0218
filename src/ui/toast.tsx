import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react'
import { usePlace } from '#platform/pages/page.tsx'
import { ACTION_TOAST_MS, TOAST_MS } from './toast-times.ts'
import styles from './toast.module.css'

interface Said {
  text: string
  /** A link or button that belongs to the message. */
  way?: ReactNode
}
const ToastContext = createContext<(text: string, way?: ReactNode) => void>(() => {})

/** Returns a function that shows a short message. The message survives a change of page, unless it has a link. */
export const useToast = () => useContext(ToastContext)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<Said | null>(null)
  const say = useCallback((text: string, way?: ReactNode) => {
    const now = { text, way }
    setSaid(now)
    setTimeout(() => setSaid((last) => (last === now ? null : last)), way ? ACTION_TOAST_MS : TOAST_MS)
  }, [])
  const { path } = usePlace()
  useEffect(() => setSaid((last) => (last?.way ? null : last)), [path])
  return (
    <ToastContext value={say}>
      {children}
      <div className={styles.place} role="status">
        {said && (
          <p className={styles.toast}>
            {said.text} {said.way}
          </p>
        )}
      </div>
    </ToastContext>
  )
}
