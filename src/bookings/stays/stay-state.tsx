import { useEffect, useRef, type ReactNode } from 'react'
import type { Confirmation } from '../contract.ts'
import styles from './stay-parts.module.css'
import { StatusBadge } from './status-badge.tsx'

/** How it stands with a stay. Where that changes, what was pressed for it is gone: the focus comes here. */
export function StayState({ stay, children }: { stay: Pick<Confirmation, 'status' | 'next'>; children?: ReactNode }) {
  const state = useRef<HTMLParagraphElement>(null)
  const known = useRef(stay.status)
  useEffect(() => {
    if (known.current !== stay.status) state.current?.focus()
    known.current = stay.status
  }, [stay.status])
  return (
    <p ref={state} tabIndex={-1} className={styles.state}>
      <StatusBadge status={stay.status} /> {stay.next} {children}
    </p>
  )
}
