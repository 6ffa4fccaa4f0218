import { useEffect, useRef, type ReactNode } from 'react'
import type { BookingStatus } from '#schema/bookings.ts'
import styles from './stay-parts.module.css'
import { StatusBadge } from './status-badge.tsx'

/** The status of a stay. After a change it takes the focus, because the button that had it is gone. */
export function StayState({ status, children }: { status: BookingStatus; children?: ReactNode }) {
  const container = useRef<HTMLParagraphElement>(null)
  const previousStatus = useRef(status)
  useEffect(() => {
    if (previousStatus.current !== status) container.current?.focus()
    previousStatus.current = status
  }, [status])
  return (
    <p ref={container} tabIndex={-1} className={styles.state}>
      <StatusBadge status={status} /> {children}
    </p>
  )
}
